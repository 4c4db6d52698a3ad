/**
 * A world with the portfolios of a random life, which can be closed and opened again if it is stored in a folder. Knows
 * what a step refers to and what the client has stated; takes no step itself.
 */

import { createPortfolioA } from '../../src-server/engine/commands/portfolios/create-portfolio-a.ts';
import { createPortfolioB } from '../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { setPolicy } from '../../src-server/engine/commands/portfolios/manage-policy.ts';
import { setCash } from '../../src-server/engine/commands/portfolios/set-cash.ts';
import { type PositionInput, setPositions } from '../../src-server/engine/commands/portfolios/set-positions.ts';
import { setTargets } from '../../src-server/engine/commands/portfolios/set-targets.ts';
import type { Outcome } from '../../src-server/engine/outcome.ts';
import { DEFAULT_ACCOUNT } from '../../src-server/engine/world.ts';
import type { Currency } from '../../src-server/market/data/market-data.ts';
import { createSqliteSettingsStore } from '../../src-server/store/world/sqlite-settings-store.ts';
import { makeNewWorld } from '../../src-server/world/contents/world-contents.ts';
import { accept, change, DAY_MS, type OpenTestWorld, openTestWorld } from '../engine/execution/exchange-world.ts';
import { newFolder } from '../support/start-ballast.ts';
import { valueInBase } from './life-accounts.ts';
import { shareOf, type Trade } from './lot-accounting.ts';
import type { RandomLife } from './random-life.ts';
import type { RandomPortfolio, RandomRow, RandomTarget } from './random-portfolio.ts';

/** Ticks of the drift monitor: often enough for policies, seldom enough for ten thousand lives. */
const DRIFT_CHECK_MS = DAY_MS / 4;

export class Living {
  readonly life: RandomLife;
  readonly portfolioIds: string[] = [];
  /** The stated lots, by the number of their event. */
  readonly stated = new Map<number, { place: string; trade: Trade }[]>();
  test: OpenTestWorld;
  readonly #dataDir: string | null;

  constructor(life: RandomLife, isRestarted: boolean) {
    this.life = life;
    this.#dataDir = isRestarted ? newFolder() : null;
    this.test = this.#open();
    const { world, webhooks, database } = this.test;
    makeNewWorld(world, webhooks, createSqliteSettingsStore(database), null, () => null);
    if (life.wholeLots) {
      for (const mic of world.venues.keys()) change(this.test, { settings: { lotMicro: 1_000_000 } }, mic);
    }
    for (const portfolio of life.portfolios) {
      const portfolioId = this.#create(portfolio);
      this.portfolioIds.push(portfolioId);
      if (portfolio.policy !== null) setPolicy(world, portfolioId, portfolio.policy);
    }
  }

  /** Closes the world and opens it again; false for a world in memory. */
  reopen(): boolean {
    if (this.#dataDir === null) return false;
    this.test.close();
    this.test = this.#open();
    return true;
  }

  /** The portfolio that a step refers to. */
  portfolioOf(who: number): string {
    return this.portfolioIds[who % this.portfolioIds.length] ?? '';
  }

  /** The present ISIN of an instrument of the life. */
  isinOf(of: number): string {
    const { instruments } = this.life;
    return this.test.world.instrumentChanges.current(instruments[of % instruments.length] ?? '');
  }

  /** Weights that sum to 1 in Form A, and leave cash in Form B. */
  weightsOf(targets: readonly RandomTarget[], invested: number): { isin: string; weight: number }[] {
    const parts = new Map<string, number>();
    for (const target of targets) {
      const isin = this.isinOf(target.of);
      parts.set(isin, (parts.get(isin) ?? 0) + target.parts);
    }
    const all = [...parts.values()].reduce((sum, each) => sum + each, 0);
    return [...parts].map(([isin, each]) => ({ isin, weight: Math.floor((each / all) * invested * 1e4) / 1e4 }));
  }

  /** Sets positions, and remembers the lots that were stated with them. */
  setPositions(portfolioId: string, rows: readonly RandomRow[]): Outcome<null> {
    const { world } = this.test;
    const inputs = this.#inputsOf(rows);
    const set = setPositions(world, portfolioId, inputs);
    if (set.ok) this.#rememberLots(portfolioId, inputs);
    return set;
  }

  /** Call it before anything else happens. */
  #rememberLots(portfolioId: string, inputs: readonly PositionInput[]): void {
    const { kernel, portfolios } = this.test.world;
    const currency = portfolios.find(portfolioId)?.currency ?? '';
    const trades = inputs.flatMap((input) =>
      input.lots === undefined ? [this.#purchaseAtMid(input, currency)] : statedTrades(input),
    );
    this.stated.set(kernel.eventCount, trades);
  }

  /** Positions without lots count as bought at the mid of their exchange. */
  #purchaseAtMid({ isin, exchange, quantity }: PositionInput, currency: string): { place: string; trade: Trade } {
    const { kernel, market, prices } = this.test.world;
    const atMs = kernel.nowMs;
    const perEur = (of: string) => BigInt(prices.perEurMicro(of as Currency, atMs));
    const micro = BigInt(Math.round(quantity * 1e6));
    const local = perEur(market.exchanges.get(exchange)?.currency ?? '');
    const minor = valueInBase(micro, BigInt(prices.midMicro(isin, exchange, atMs)), local, perEur(currency));
    return { place: `${isin} ${exchange}`, trade: { side: 'buy', id: givenId(isin, exchange, 0), atMs, micro, minor } };
  }

  #open(): OpenTestWorld {
    const { seed, startMs, dividends, simulated } = this.life;
    return openTestWorld(seed, startMs, this.#dataDir, {
      driftCheckMs: DRIFT_CHECK_MS,
      ...(dividends ? { dividends: 'on' } : {}),
      ...(simulated ? { settlement: 'simulated' } : {}),
    });
  }

  #create({ owner, cashMinor, rows, targets }: RandomPortfolio): string {
    const { world } = this.test;
    const name = `life ${this.portfolioIds.length}`;
    const [cash, common] = [cashMinor / 100, { currency: owner.currency }];
    if (owner.form === 'B') {
      const inputs = this.#inputsOf(rows);
      const hasLots = inputs.some(({ lots }) => lots !== undefined);
      const holdings = hasLots ? [] : inputs;
      const terms = { ...common, external_id: name, tax_wrapper: owner.wrapper, cash, holdings };
      const made = { ...terms, targets: this.weightsOf(targets, 0.97) };
      const { portfolioId } = accept(createPortfolioB(world, DEFAULT_ACCOUNT, made));
      if (hasLots) accept(this.setPositions(portfolioId, rows));
      else this.#rememberLots(portfolioId, inputs);
      return portfolioId;
    }
    const terms = { ...common, tax_jurisdiction: owner.jurisdiction, account_type: owner.accountType };
    const { portfolioId } = accept(createPortfolioA(world, DEFAULT_ACCOUNT, { ...terms, name, metadata: {} }));
    accept(setCash(world, portfolioId, cash));
    accept(this.setPositions(portfolioId, rows));
    accept(setTargets(world, portfolioId, this.weightsOf(targets, 1)));
    return portfolioId;
  }

  /** One row for each place; its lots sum to it. */
  #inputsOf(rows: readonly RandomRow[]): PositionInput[] {
    const { market, kernel } = this.test.world;
    const inputs = new Map<string, PositionInput>();
    for (const { of, at, micro, lots } of rows) {
      const isin = this.isinOf(of);
      const listings = market.instruments.get(isin)?.listings ?? [];
      const exchange = listings[at % listings.length] ?? '';
      const quantity = micro / 1e6;
      const stated = lots === null ? null : statedLots(micro, lots, kernel.nowMs);
      inputs.set(`${isin} ${exchange}`, { isin, exchange, quantity, ...(stated === null ? {} : { lots: stated }) });
    }
    return [...inputs.values()];
  }
}

function statedLots(micro: number, lots: NonNullable<RandomRow['lots']>, nowMs: number) {
  const parts = lots.reduce((sum, lot) => sum + lot.parts, 0);
  let left = micro;
  const rows = lots.map((lot, index) => {
    const own = index === lots.length - 1 ? left : Math.floor((micro / parts) * lot.parts);
    left -= own;
    const acquired = new Date(nowMs - lot.days * DAY_MS).toISOString();
    return { quantity: own / 1e6, unit_cost: lot.unitMinor / 100, acquired_at: acquired };
  });
  return rows.filter(({ quantity }) => quantity > 0);
}

function statedTrades({ isin, exchange, lots = [] }: PositionInput): { place: string; trade: Trade }[] {
  return lots.map((lot, index) => {
    const micro = BigInt(Math.round(lot.quantity * 1e6));
    const minor = shareOf(micro * BigInt(Math.round(lot.unit_cost * 100)), 1n, 1_000_000n);
    const id = givenId(isin, exchange, index);
    const trade: Trade = { side: 'buy', id, atMs: Date.parse(lot.acquired_at), micro, minor };
    return { place: `${isin} ${exchange}`, trade };
  });
}

/** Id of a lot that was given with its position: equal lots differ by their place and number. */
function givenId(isin: string, exchange: string, index: number): string {
  return `lt ${isin} ${exchange} ${index}`;
}
