import { expect, test } from 'vitest';
import { findMinimum } from '../../../src-server/domain/budget/convex-minimum.ts';

test('a minimum between a gentle slope and steep ones is found within the tolerance', () => {
  // Falls by 1 per unit up to 0.6; from there it rises by 9 999 per unit, and from 0.8 on by a hundred times as much.
  const pointAt = (at: number) => ({
    at,
    value: 1 - at + 1e4 * Math.max(0, at - 0.6) + 1e6 * Math.max(0, at - 0.8),
    slope: -1 + (at >= 0.6 ? 1e4 : 0) + (at >= 0.8 ? 1e6 : 0),
  });
  const tolerance = 1e-9;
  const { under, over } = findMinimum(pointAt, { low: 0, high: 1, guess: 0, step: 1, tolerance });
  expect(under.at).toBeLessThanOrEqual(0.6);
  expect(over.at).toBeGreaterThanOrEqual(0.6);
  // At 0.6 it is 1 − 0.6.
  expect(Math.min(under.value, over.value) - 0.4).toBeLessThanOrEqual(tolerance);
});
