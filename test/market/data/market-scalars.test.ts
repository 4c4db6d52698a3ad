import { expect, test } from 'vitest';
import { ratePpm } from '../../../src-server/market/data/market-scalars.ts';

test('a rate is from 0 to 1, both included, in millionths', () => {
  expect([0, 0.000001, 1].map((rate) => ratePpm.parse(rate))).toEqual([0, 1, 1_000_000]);
  for (const rate of [-0.000001, 1.000001, 0.0000001]) expect(ratePpm.safeParse(rate).success).toBe(false);
});
