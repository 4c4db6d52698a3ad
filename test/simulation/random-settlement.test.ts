/**
 * Random portfolios whose trades settle days later, with failing settlements, withdrawals, and restarts in between:
 * what has settled and what has not is everything, to the cent and the millionth, and only a failure makes cash fall
 * short (decision O4).
 */
import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { createPortfolioB } from '../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { createCashFlow } from '../../src-server/engine/commands/portfolios/manage-cash-flows.ts';
import { createPlan } from '../../src-server/engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../src-server/engine/commands/rebalances/execute-plan.ts';
import { DEFAULT_ACCOUNT } from '../../src-server/engine/world.ts';
import type { LoggedEvent } from '../../src-server/kernel/event-chain.ts';
import { proves } from '../conformance/proves.ts';
import {
  accept,
  breakMarket,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  type OpenTestWorld,
  openTestWorld,
} from '../engine/execution/exchange-world.ts';
import { draws, fc } from '../support/draws.ts';
import { newFolder } from '../support/start-ballast.ts';
import { HORIZON_MS, type RandomWorld, randomWorld } from './random-world.ts';

closeWorldsAfterEach();
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Drift is none of its subjects. */
const SIMULATED = { settlement: 'simulated', driftCheckMs: DAY_MS } as const;
/** Every trade has settled by then, the latest failure of the latest trade too. */
const SETTLED_MS = HORIZON_MS + 30 * DAY_MS;

const randomSettlement = fc.record({
  random: randomWorld,
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
  /** Of what is free, in percent, one at each cut. */
  withdrawals: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 4 }),
  fail: fc.option(fc.record({ share: fc.constantFrom(1, 0.5, 0.1), daysLate: fc.integer({ min: 1, max: 10 }) })),
});

test('settled and unsettled are the whole, after every restart and failure', {
  ...proves('O4'),
  tags: ['drawn'],
}, () => {
  fc.assert(
    fc.property(randomSettlement, ({ random, cuts, withdrawals, fail }) => {
      const dataDir = newFolder();
      folders.push(dataDir);
      const openAgain = () => openTestWorld(random.seed, random.startAt, dataDir, SIMULATED);
      let test = openAgain();
      const portfolioId = startRebalance(test, random);
      if (fail !== null) breakMarket(test, 'settlement_fail', { mic: null, share: fail.share, amount: fail.daysLate });
      [...cuts].sort().forEach((cut, index) => {
        test.advanceTo(random.startAt + cut * HORIZON_MS);
        withdraw(test, portfolioId, withdrawals[index] ?? 0);
        test.close();
        test = openAgain();
        expectWhole(test, portfolioId, random, fail !== null);
      });
      test.advanceTo(random.startAt + SETTLED_MS);
      expectWhole(test, portfolioId, random, fail !== null);
      expect(test.world.settlement.trades.page(portfolioId, false, null, 1)).toEqual([]);
      test.close();
    }),
    { numRuns: draws(100) },
  );
});

function startRebalance({ world }: OpenTestWorld, random: RandomWorld): string {
  const { portfolioId } = accept(createPortfolioB(world, DEFAULT_ACCOUNT, random.portfolio));
  const planned = createPlan(world, DEFAULT_ACCOUNT, {
    portfolio_id: portfolioId,
    drift_threshold: 0.01,
    band_type: 'absolute',
    rebalance_trigger: 'any_position',
    cost_budget: random.costBudget,
    simulation: false,
    fractional_precision: random.precision,
    fx_overlay: random.fxOverlay,
  });
  // Refused where it is inside its band already.
  if (planned.ok) accept(executePlan(world, DEFAULT_ACCOUNT, planned.value.rebalanceId));
  return portfolioId;
}

/** A share of the cash, which may be more than what may leave; it is refused then. */
function withdraw({ world }: OpenTestWorld, portfolioId: string, percent: number): void {
  const amountMinor = Math.floor(((world.portfolios.find(portfolioId)?.cashMinor ?? 0) * percent) / 100);
  if (amountMinor === 0) return;
  createCashFlow(world, portfolioId, { kind: 'withdrawal', amountMinor, firstMs: null, every: null, untilMs: null });
}

/** Against what the log alone says of cash that has come and gone. */
function expectWhole(test: OpenTestWorld, portfolioId: string, random: RandomWorld, mayFail: boolean): void {
  const { world, database } = test;
  const { trades } = world.settlement;
  const events = eventsOf(test);
  const settledMinor = sumOf(events, random);
  const pendingMinor = trades.pendingCash(portfolioId).reduce((sum, { cashMinor }) => sum + cashMinor, 0);
  expect(settledMinor + pendingMinor).toBe(world.portfolios.find(portfolioId)?.cashMinor);
  if (!mayFail) expect(settledMinor).toBeGreaterThanOrEqual(0);

  const settledShares = sharesOf(events, random);
  for (const { isin, mic, quantityMicro } of trades.pendingShares(portfolioId)) {
    const place = `${isin} ${mic}`;
    settledShares.set(place, (settledShares.get(place) ?? 0) + quantityMicro);
  }
  const held = world.portfolios
    .positions(portfolioId)
    .map((row) => [`${row.isin} ${row.mic}`, row.quantityMicro] as const);
  expect(new Map([...settledShares].filter(([, quantity]) => quantity !== 0))).toEqual(new Map(held));

  // One timer for each instant at which something is due, however many fills there are.
  const count = (sql: string) => database.sqlite.prepare(sql).pluck().get() as number;
  const due = count('select count(distinct due_ms) from trade_settlements where settled_ms is null');
  expect(count("select count(*) from timers where kind = 'settlement.due'")).toBe(due);
}

function sumOf(events: readonly LoggedEvent[], { portfolio }: RandomWorld): number {
  return events.reduce(
    (sum, { type, data }) => {
      if (type === 'trade.settled') return sum + Math.round(Number(data.cash) * 100);
      return type === 'cash_flow.booked' ? sum - Math.round(Number(data.amount) * 100) : sum;
    },
    Math.round(portfolio.cash * 100),
  );
}

function sharesOf(events: readonly LoggedEvent[], { portfolio }: RandomWorld): Map<string, number> {
  const shares = new Map(
    portfolio.holdings.map(({ isin, exchange, quantity }) => [`${isin} ${exchange}`, Math.round(quantity * 1e6)]),
  );
  for (const { type, data } of events) {
    if (type !== 'trade.settled') continue;
    const place = `${data.isin} ${data.exchange}`;
    const micro = Math.round(Number(data.quantity) * 1e6);
    shares.set(place, (shares.get(place) ?? 0) + (data.side === 'buy' ? micro : -micro));
  }
  return shares;
}
