/** Sends what is held, reserves for a tax that rises, and says why an order was given up, at the edges of a rebalance. */
import { expect, test } from 'vitest';
import { UNCONSTRAINED } from '../../../src-server/domain/plan/constraints.ts';
import { pinPrice } from '../../../src-server/engine/commands/market/pin-price.ts';
import { setCash } from '../../../src-server/engine/commands/portfolios/set-cash.ts';
import { setConstraints } from '../../../src-server/engine/commands/portfolios/set-constraints.ts';
import { setPositions } from '../../../src-server/engine/commands/portfolios/set-positions.ts';
import { findPlanChanges } from '../../../src-server/engine/planning/find-plan-changes.ts';
import { proves } from '../../conformance/proves.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import {
  ALLIANZ,
  accept,
  change,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  plan,
  SAP,
  type StartedWorld,
  start,
  tryExecute,
} from './exchange-world.ts';

closeWorldsAfterEach();
const TOTAL_ENERGIES = 'FR0000120271';
function executedWith(started: StartedWorld, rebalanceId: string) {
  accept(tryExecute(started, rebalanceId));
  started.advanceTo(started.world.kernel.nowMs + 2 * DAY_MS);
  const { world } = started;
  return { rebalance: world.rebalances.find(rebalanceId), orders: world.rebalances.orders(rebalanceId) };
}

test.each([
  ['a lot of one share', (started: StartedWorld) => change(started, { settings: { lotMicro: 1_000_000 } })],
  [
    'whole shares',
    ({ world, portfolioId }: StartedWorld) => {
      accept(setConstraints(world, portfolioId, { ...UNCONSTRAINED, wholeShares: true }));
    },
  ],
])('a sell of more than is held is reduced to %s', proves('G28'), (_, limit) => {
  const started = start({ holdings: [{ isin: SAP, exchange: 'XETR', quantity: 300 }] });
  limit(started);
  const rebalanceId = plan(started);
  const positions = [{ isin: SAP, exchange: 'XETR', quantity: 100.5 }];
  accept(setPositions(started.world, started.portfolioId, positions));
  const { rebalance, orders } = executedWith(started, rebalanceId);
  expect(orders[0]).toMatchObject({ side: 'sell', quantityMicro: 100_000_000, status: 'filled' });
  expect(rebalance?.status).toBe('complete');
  // Compared with another plan, it is the plan as it was made.
  const { before } = accept(findPlanChanges(started.world, rebalanceId, rebalanceId));
  expect(before.orders[0]?.quantityMicro).toBe(orders[0]?.lastSubmission?.plannedMicro);
});

test('a buy for all cash can be filled at its limit although a transaction tax rises overnight', proves('G29'), () => {
  // The tax of France rises from 0.3 to 0.4 % on 1 April 2025.
  const startAt = Date.UTC(2025, 2, 31, 18);
  const targets = [{ isin: TOTAL_ENERGIES, weight: 1 }];
  const started = start({ holdings: [], cash: 1_000_000, targets }, { startAt });
  const { world, portfolioId } = started;
  const rebalanceId = plan(started);
  accept(tryExecute(started, rebalanceId));
  const [order] = world.rebalances.orders(rebalanceId);
  const { askMicro, midMicro } = world.prices.quote(TOTAL_ENERGIES, order?.mic ?? '', startAt);
  const limitMicro = order?.lastSubmission?.limitPriceMicro ?? 0;
  const mid = Math.floor((limitMicro * (midMicro / askMicro) * 0.99985) / 1e4) / 100;
  accept(pinPrice(world, { isin: TOTAL_ENERGIES, mid, currency: 'EUR' }));
  started.advanceTo(startAt + 2 * DAY_MS);
  expect(world.rebalances.orders(rebalanceId)[0]?.status).toBe('filled');
  expect(world.portfolios.find(portfolioId)?.cashMinor).toBeGreaterThanOrEqual(0);
});

test.each([
  [0.5, 'less than a lot is held'],
  [0, 'no longer held'],
])('a sell of which %d of a lot of one share is held is cancelled: %s', proves('G28'), (quantity, reason) => {
  const started = start({ holdings: [{ isin: SAP, exchange: 'XETR', quantity: 300 }] });
  change(started, { settings: { lotMicro: 1_000_000 } });
  const rebalanceId = plan(started);
  const positions = quantity === 0 ? [] : [{ isin: SAP, exchange: 'XETR', quantity }];
  accept(setPositions(started.world, started.portfolioId, positions));
  const { rebalance } = executedWith(started, rebalanceId);
  expect(rebalance?.failure?.message).toContain(`(sell ${SAP}) cancelled: Less than one lot of it is held.`);
  expect(eventsOf(started, 'order.amended')[0]?.data).toMatchObject({ status: 'cancelled', reason });
});

test('a rebalance says why an order was given up', proves('G6'), () => {
  const targets = [
    { isin: ALLIANZ, weight: 0.5 },
    { isin: SAP, weight: 0.3 },
  ];
  const started = start({ holdings: [], cash: 100_000, targets }, { startAt: TEST_START_MS });
  const rebalanceId = plan(started);
  accept(setCash(started.world, started.portfolioId, 50_000));
  const { rebalance } = executedWith(started, rebalanceId);
  expect(rebalance?.failure?.message).toBe(`1 of 2 orders were not filled: 2 (buy ${SAP}) cancelled: Cash ran short.`);
});
