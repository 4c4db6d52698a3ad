/**
 * Compares the portfolios of a world with what its event log says they must have: cash, positions, lots, realised
 * gains, value, trades that have not settled, and cash flows at their dates.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Disposal } from '../../src-server/domain/lots/disposal.ts';
import type { Lot } from '../../src-server/domain/lots/lot.ts';
import { valuePortfolioAt } from '../../src-server/engine/planning/value-portfolio.ts';
import type { PortfolioRecord } from '../../src-server/engine/records.ts';
import type { World } from '../../src-server/engine/world.ts';
import { firstBrokenLink, type LoggedEvent } from '../../src-server/kernel/event-chain.ts';
import type { Currency } from '../../src-server/market/data/market-data.ts';
import { eventsOf, type OpenTestWorld } from '../engine/execution/exchange-world.ts';
import { expectCashFlowDates } from './cash-flow-dates.ts';
import {
  type Account,
  BOOKINGS,
  type LifeAccounts,
  minorOf,
  type ObservedMarket,
  positionsIn,
  type StatedLots,
  valueInBase,
} from './life-accounts.ts';
import { ACTION_BOOKINGS, endActions, noActions } from './life-actions.ts';
import { accountForLots, NOTHING, type OwnDisposal, type OwnLot, sumOf, total } from './lot-accounting.ts';

/** `stated`: the lots that the client has given, which are not in the log. */
export function expectAgreement(test: OpenTestWorld, stated: StatedLots): void {
  const { world } = test;
  const events = eventsOf(test);
  expect(firstBrokenLink(events)).toBeNull();
  const life = accountFor(world, events, stated);
  for (const account of life.accounts.values()) expectPortfolio(world, life, account);
  expectFills(world, life);
  expectOneTimerEach(test);
  expectCashFlowDates(events, world.kernel.nowMs);
}

function accountFor(world: World, events: readonly LoggedEvent[], stated: StatedLots): LifeAccounts {
  const life: LifeAccounts = {
    market: observe(world),
    stated,
    accounts: new Map(),
    pending: new Map(),
    methods: new Map(),
    fills: [],
    isSettlementSimulated: false,
    hasSettlementFailed: false,
    restated: [],
  };
  const actions = noActions();
  for (const event of events) {
    endActions(life, actions, event);
    BOOKINGS[event.type]?.(life, event.data, event);
    ACTION_BOOKINGS[event.type]?.(life, actions, event);
  }
  endActions(life, actions, null);
  const late = [...actions.claims.values()].filter(
    ({ isOpen, data }) => isOpen && Date.parse(String(data.pay_at)) <= world.kernel.nowMs,
  );
  expect(late, 'dividends that were not paid').toEqual([]);
  return life;
}

const dividends = new URL('../../fixtures/market/dividends.json', import.meta.url);
const payers = JSON.parse(readFileSync(dividends, 'utf8')) as {
  instruments: readonly { isin: string; source_country: string }[];
};
const SOURCES = new Map(payers.instruments.map((each) => [each.isin, each.source_country]));

function observe({ prices, market, venues, instrumentChanges, dividends, kernel }: World): ObservedMarket {
  const distributions = [...SOURCES.keys()].flatMap((isin) => dividends?.between(isin, 0, kernel.nowMs) ?? []);
  return {
    distributions: distributions.sort((a, b) => a.exMs - b.exMs),
    midMicro: (isin, mic, atMs) => BigInt(prices.midMicro(isin, mic, atMs)),
    perEurMicro: (currency, atMs) => BigInt(prices.perEurMicro(currency as Currency, atMs)),
    currencyOf: (mic) => market.exchanges.get(mic)?.currency ?? '',
    lotMicro: (mic) => BigInt(venues.get(mic)?.lotMicro ?? 1),
    sourceOf: (isin) => SOURCES.get(instrumentChanges.root(isin)) ?? null,
  };
}

function expectPortfolio(world: World, life: LifeAccounts, account: Account): void {
  const { portfolioId } = account;
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null) throw new Error(`portfolio ${portfolioId} has vanished`);
  expect(portfolio.deletedMs !== null).toBe(account.isDeleted);
  expect(BigInt(portfolio.cashMinor), `cash of ${portfolioId}`).toBe(account.minor);
  const held = world.portfolios.positions(portfolioId);
  const places = held.map(({ isin, mic, quantityMicro }): [string, bigint] => [
    `${isin} ${mic}`,
    BigInt(quantityMicro),
  ]);
  expect(new Map(places), `positions of ${portfolioId}`).toEqual(account.positions);
  expect(world.portfolios.targets(portfolioId).map(({ isin }) => isin)).toEqual(account.targets);
  expectLots(world, portfolio, account);
  expectUnsettled(world, life, account);
  if (!account.isDeleted) expectValue(world, life.market, portfolio, account);
}

function expectLots(world: World, portfolio: PortfolioRecord, account: Account): void {
  const reported = world.lots.holdings(portfolio);
  expect(reported.map(({ isin }) => isin).sort()).toEqual([...account.trades.keys()].sort());
  for (const { isin, holding } of reported) {
    const own = accountForLots(account.trades.get(isin) ?? [], account.dateOf);
    const message = `${isin} of ${portfolio.portfolioId}`;
    expect(holding.lots.map(lotText), `lots in ${message}`).toEqual(own.lots.map(ownLotText));
    expect(holding.disposals.map(disposalText), `gains in ${message}`).toEqual(own.disposals.map(ownDisposalText));
    // A deleted portfolio retains its positions under the ISIN of that time.
    if (account.isDeleted) continue;
    const heldMicro = total(positionsIn(account, isin), ([, micro]) => micro);
    expect(
      total(own.lots, ({ micro }) => micro),
      `shares in lots of ${message}`,
    ).toBe(heldMicro);
  }
}

/** Lots of fills have their names; given ones have any. */
function nameOf(id: string | null): string {
  return id === null ? 'the pool' : id.startsWith('lt') ? 'given' : id;
}

function lotText({ lotId, acquiredMs, quantityMicro, costMinor }: Lot): string {
  return `${quantityMicro} for ${costMinor} at ${acquiredMs}: ${nameOf(lotId)}`;
}

function ownLotText({ id, atMs, micro, minor }: OwnLot): string {
  return `${micro} for ${minor} at ${atMs}: ${nameOf(id)}`;
}

function disposalText({ day, sales, proceedsMinor, costMinor, gainMinor, matches }: Disposal): string {
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
  const parts = matches.map((part) => `${part.quantityMicro} for ${part.costMinor}: ${nameOf(part.lotId)}`);
  const sums = `${proceedsMinor} less ${costMinor} gains ${gainMinor}`;
  return `${date} ${sales.map(({ tradeId }) => tradeId)} ${sums} of ${parts.join()}`;
}

/** Charges are part of the cost. */
function ownDisposalText({ day, saleIds, proceeds, charges, parts }: OwnDisposal): string {
  const cost = total(parts, ({ minor }) => minor) + charges;
  const texts = parts.map(({ id, micro, minor }) => `${micro} for ${minor}: ${nameOf(id)}`);
  return `${day} ${saleIds} ${proceeds} less ${cost} gains ${proceeds - cost} of ${texts.join()}`;
}

/** Compares the value: each position at the mid of its exchange and the present exchange rates, to the cent. */
function expectValue(world: World, market: ObservedMarket, portfolio: PortfolioRecord, account: Account): void {
  const { nowMs } = world.kernel;
  const base = market.perEurMicro(account.currency, nowMs);
  const values = [...account.positions].map(([place, micro]) => {
    const [isin = '', mic = ''] = place.split(' ');
    const perEur = market.perEurMicro(market.currencyOf(mic), nowMs);
    const { over, under } = sumOf({ over: micro, under: 1n }, account.rests.get(place) ?? NOTHING);
    return valueInBase(over, market.midMicro(isin, mic, nowMs), perEur * under, base);
  });
  const reported = valuePortfolioAt(world, portfolio, nowMs).drift.totalMinor;
  expect(BigInt(reported), `value of ${account.portfolioId}`).toBe(account.minor + total(values, (value) => value));
}

function expectUnsettled(world: World, life: LifeAccounts, account: Account): void {
  const { trades } = world.settlement;
  const own = [...life.pending.values()].filter(({ portfolioId }) => portfolioId === account.portfolioId);
  const reportedMinor = trades.pendingCash(account.portfolioId).reduce((sum, { cashMinor }) => sum + cashMinor, 0);
  const ownMinor = total(own, ({ minor }) => minor);
  expect(BigInt(reportedMinor), `unsettled cash of ${account.portfolioId}`).toBe(ownMinor);
  const shares = new Map<string, bigint>();
  for (const { isin, mic, side, micro } of own) {
    const place = `${isin} ${mic}`;
    shares.set(place, (shares.get(place) ?? 0n) + (side === 'buy' ? micro : -micro));
  }
  const reported = trades.pendingShares(account.portfolioId);
  const reportedShares = reported.map(({ isin, mic, quantityMicro }): [string, bigint] => [
    `${isin} ${mic}`,
    BigInt(quantityMicro),
  ]);
  expect(new Map(reportedShares), `unsettled shares of ${account.portfolioId}`).toEqual(shares);
  // Only a failure, or cash that was set by hand, makes cash fall short.
  if (!life.hasSettlementFailed && !account.isCashSet) {
    expect(account.minor - ownMinor, `settled cash of ${account.portfolioId}`).toBeGreaterThanOrEqual(0n);
  }
}

function expectFills(world: World, { fills }: LifeAccounts): void {
  for (const fill of fills) {
    const record = world.mifid.find(String(fill.mifid_record_id));
    expect(record?.fillId).toBe(fill.fill_id);
    expect(BigInt(record?.valueMinor ?? -1)).toBe(minorOf(fill.value));
    expect(BigInt(record?.quantityMicro ?? -1)).toBe(BigInt(Math.round(Number(fill.quantity) * 1e6)));
  }
}

/** There is one timer for each instant at which something settles, however many fills there are. */
function expectOneTimerEach({ database }: OpenTestWorld): void {
  const count = (sql: string) => database.sqlite.prepare(sql).pluck().get() as number;
  const due = count('select count(distinct due_ms) from trade_settlements where settled_ms is null');
  expect(count("select count(*) from timers where kind = 'settlement.due'")).toBe(due);
}
