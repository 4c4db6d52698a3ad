/** Which rows cannot reach their targets. */
import { expect, test } from 'vitest';
import { MIN_ORDER_MINOR } from '../../../src-server/domain/costs/economic-order.ts';
import type { RebalanceRow } from '../../../src-server/domain/plan/rebalance-row.ts';
import { isBlocked } from '../../../src-server/domain/plan/solve-trade-values.ts';
import { makeInstrument, makeListing } from '../make-view.ts';

const NAV_MINOR = 1_000_000;

/** Held and target value in minor units; nothing can be bought. */
function rowOf(heldMinor: number, wantedMinor: number, reachableMinor: number): RebalanceRow {
  const weight = wantedMinor / NAV_MINOR;
  return {
    drift: { isin: 'A', currentWeight: heldMinor / NAV_MINOR, targetWeight: weight, drift: 0, relativeDrift: null },
    instrument: makeInstrument('A', [makeListing('XETR', 1)]),
    inTargets: true,
    scaledTargetWeight: weight,
    heldMinor,
    sellable: [],
    tooSmall: [],
    reachableMinor,
    buyVenues: [],
    buyVenue: null,
  };
}

test('a row that must sell is blocked if the part that cannot be sold is worth an order', () => {
  expect(isBlocked(rowOf(500_000, 0, 500_000), NAV_MINOR)).toBe(false);
  expect(isBlocked(rowOf(500_000, 0, 500_000 - MIN_ORDER_MINOR), NAV_MINOR)).toBe(true);
  expect(isBlocked(rowOf(500_000, 0, 500_001 - MIN_ORDER_MINOR), NAV_MINOR)).toBe(false);
});

test('a row that must buy and has no exchange to buy at is blocked if the gap is worth an order', () => {
  expect(isBlocked(rowOf(0, MIN_ORDER_MINOR, 0), NAV_MINOR)).toBe(true);
  expect(isBlocked(rowOf(0, MIN_ORDER_MINOR - 1, 0), NAV_MINOR)).toBe(false);
});
