/** The caches of the stores agree with the database, after a rollback and after everything that fills change. */
import { afterEach, describe, expect, it } from 'vitest';
import { createPortfolioB } from '../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { createPlan } from '../../src-server/engine/commands/rebalances/create-plan.ts';
import { executePlan } from '../../src-server/engine/commands/rebalances/execute-plan.ts';
import type { Outcome } from '../../src-server/engine/outcome.ts';
import type { OrderRecord, PortfolioRecord, RebalanceRecord } from '../../src-server/engine/records.ts';
import type { TradeSettlement } from '../../src-server/engine/settlement/settlement.ts';
import { DEFAULT_ACCOUNT } from '../../src-server/engine/world.ts';
import { createSqliteSettlementStore } from '../../src-server/store/portfolio-life/sqlite-settlement-store.ts';
import { createSqlitePortfolioStore } from '../../src-server/store/world/sqlite-portfolio-store.ts';
import { createSqliteRebalanceStore } from '../../src-server/store/world/sqlite-rebalance-store.ts';
import { TEST_START_MS } from '../support/ballast-defaults.ts';
import { makeWorld, type TestWorld } from '../support/make-world.ts';

const SAP = 'DE0007164600';
const NESTLE = 'CH0038863350';

let test: TestWorld | null = null;
afterEach(() => {
  test?.close();
  test = null;
});

describe('cached rows', () => {
  it('are dropped where a rollback undoes what was written', () => {
    const { world, portfolioId, rebalanceId } = underWay();
    const { portfolios, rebalances } = world;
    const before = { portfolio: portfolios.find(portfolioId), orders: rebalances.orders(rebalanceId) };
    const [order] = before.orders as [OrderRecord];
    const attempt = () =>
      world.kernel.execute(() => {
        portfolios.update({ ...(before.portfolio as PortfolioRecord), cashMinor: 1 });
        rebalances.update({ ...(rebalances.find(rebalanceId) as RebalanceRecord), status: 'failed' });
        rebalances.updateOrder({ ...order, workingMicro: 7 });
        portfolios.setPosition(portfolioId, { isin: SAP, mic: 'XETR', quantityMicro: 7 });
        expect(portfolios.heldMicro(portfolioId, SAP, 'XETR')).toBe(7);
        expect(portfolios.find(portfolioId)?.cashMinor).toBe(1);
        expect(rebalances.find(rebalanceId)?.status).toBe('failed');
        expect(rebalances.findOrder(order.orderId)?.workingMicro).toBe(7);
        throw new Error('taken back');
      });
    expect(attempt).toThrow('taken back');
    expect(portfolios.find(portfolioId)).toEqual(before.portfolio);
    expect(rebalances.find(rebalanceId)?.status).toBe('executing');
    expect(rebalances.orders(rebalanceId)).toEqual(before.orders);
    expect(portfolios.heldMicro(portfolioId, SAP, 'XETR')).toBe(100_000_000);
  });

  it('have positions in the order of the database, and none of zero shares', () => {
    const { world, database, portfolioId } = underWay();
    const changes = [
      [NESTLE, 'XSWX', 5],
      [SAP, 'XAMS', 2],
      [SAP, 'XETR', 0],
      [NESTLE, 'XSWX', 6],
      ['AA0000000000', 'XETR', 1],
      [NESTLE, 'XSWX', 0],
      ['ZZ0000000000', 'XETR', 0],
    ] as const;
    for (const [isin, mic, quantityMicro] of changes) {
      world.kernel.execute(() => world.portfolios.setPosition(portfolioId, { isin, mic, quantityMicro }));
      const read = createSqlitePortfolioStore({ onRollback: () => {} }, database).positions(portfolioId);
      expect(world.portfolios.positions(portfolioId)).toEqual(read);
      expect(world.portfolios.heldMicro(portfolioId, isin, mic)).toBe(quantityMicro);
    }
  });

  it('agree with the database at every step of a rebalance', () => {
    const { world, database, portfolioId, rebalanceId, advanceTo } = underWay();
    for (let step = 1; step <= 40; step += 1) {
      advanceTo(TEST_START_MS + step * 15_000);
      const fresh = { onRollback: () => {} };
      const read = createSqliteRebalanceStore(fresh, database);
      expect(world.rebalances.find(rebalanceId)).toEqual(read.find(rebalanceId));
      expect(world.rebalances.orders(rebalanceId)).toEqual(read.orders(rebalanceId));
      const portfolios = createSqlitePortfolioStore(fresh, database);
      expect(world.portfolios.find(portfolioId)).toEqual(portfolios.find(portfolioId));
      expect(world.portfolios.positions(portfolioId)).toEqual(portfolios.positions(portfolioId));
    }
    expect(world.rebalances.find(rebalanceId)?.status).toBe('complete');
  });

  it('have the pending cash after each trade, and after a rollback', () => {
    const { world, database, portfolioId } = underWay();
    const { trades } = world.settlement;
    const fresh = () => createSqliteSettlementStore({ onRollback: () => {} }, database).pendingCash(portfolioId);
    const trade = (fillId: string, dueMs: number, cashMinor: number): TradeSettlement => ({
      fillId,
      portfolioId,
      dueMs,
      cashMinor,
      orderId: 'or',
      rebalanceId: 'rb',
      isin: SAP,
      mic: 'XETR',
      rest: null,
      side: 'sell',
      quantityMicro: 1,
      tradeDate: '2026-03-02',
      intendedMs: dueMs,
      failedMs: null,
      settledMs: null,
    });
    const changes = [
      () => trades.insert(trade('fl_1', 20, 100)),
      () => trades.insert(trade('fl_2', 30, 7)),
      () => trades.insert(trade('fl_3', 10, 5)),
      () => trades.insert(trade('fl_4', 20, -40)),
      () => trades.update({ ...trade('fl_3', 25, 5), failedMs: 10 }),
      () => trades.update({ ...trade('fl_1', 20, 100), settledMs: 20 }),
    ];
    for (const change of changes) {
      world.kernel.execute(change);
      expect(trades.pendingCash(portfolioId)).toEqual(fresh());
    }
    const left = [
      { dueMs: 20, cashMinor: -40 },
      { dueMs: 25, cashMinor: 5 },
      { dueMs: 30, cashMinor: 7 },
    ];
    expect(trades.pendingCash(portfolioId)).toEqual(left);
    const attempt = () =>
      world.kernel.execute(() => {
        trades.insert(trade('fl_5', 30, 1));
        throw new Error('taken back');
      });
    expect(attempt).toThrow('taken back');
    expect(trades.pendingCash(portfolioId)).toEqual(left);
  });
});

/** A rebalance that was just started: sells and buys over two currencies. */
function underWay() {
  test = makeWorld({ seed: 3 });
  const { world } = test;
  const { portfolioId } = acceptedBy(
    createPortfolioB(world, DEFAULT_ACCOUNT, {
      external_id: 'at hand',
      currency: 'EUR',
      tax_wrapper: 'Depot',
      cash: 100,
      holdings: [{ isin: SAP, exchange: 'XETR', quantity: 100 }],
      targets: [
        { isin: SAP, weight: 0.4 },
        { isin: NESTLE, weight: 0.5 },
      ],
    }),
  );
  const { rebalanceId } = acceptedBy(createPlan(world, DEFAULT_ACCOUNT, { ...PLAN, portfolio_id: portfolioId }));
  acceptedBy(executePlan(world, DEFAULT_ACCOUNT, rebalanceId));
  return { ...test, portfolioId, rebalanceId };
}

const PLAN = {
  drift_threshold: 0.01,
  band_type: 'absolute',
  rebalance_trigger: 'any_position',
  simulation: false,
  fractional_precision: 4,
  fx_overlay: false,
} as const;

function acceptedBy<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}
