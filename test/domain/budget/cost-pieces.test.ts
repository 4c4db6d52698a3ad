/** The linear pieces that replace a cost with impact: their sums are the charges of the linear model. */
import { describe, expect, test } from 'vitest';
import { costPieces } from '../../../src-server/domain/budget/cost-pieces.ts';
import { type CostSegment, segmentCost } from '../../../src-server/domain/budget/cost-segment.ts';

/** 10 bps, 15 bps from 20 000, and an impact: a minimum commission that the rate reaches at 20 000. */
const SEGMENT: CostSegment = {
  low: 1000,
  high: 100_000,
  offset: 0,
  fixed: 200,
  slope: 0.001,
  kink: 20_000,
  extra: 0.0005,
  impact: 1e-5,
  pool: 0,
  before: null,
};
const LIKELY = 45_000;
const pieces = costPieces(SEGMENT, [LIKELY]);

/** Charges of the pieces from the low end up to a value. */
function charged(value: number): number {
  let left = value - SEGMENT.low;
  let sum = 0;
  for (const { width, cost } of pieces) {
    sum += cost * Math.min(1, Math.max(0, left) / width);
    left -= width;
  }
  return sum;
}

const added = (value: number) => segmentCost(SEGMENT, value) - segmentCost(SEGMENT, SEGMENT.low);

describe('the linear pieces of a cost', () => {
  test.each([
    ['at the kink', SEGMENT.kink],
    ['at a likely value', LIKELY],
    ['at the high end', SEGMENT.high],
  ])('charge exactly what the segment does %s', (_where, value) => {
    expect(charged(value)).toBeCloseTo(added(value), 6);
  });

  test('charge no more than the segment does anywhere', () => {
    for (let value = 2000; value <= SEGMENT.high; value += 500) {
      expect(charged(value)).toBeLessThanOrEqual(added(value) + 1e-6);
    }
  });
});
