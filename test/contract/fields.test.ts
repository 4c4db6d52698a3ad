/**
 * Tests the small parts of messages at their limits (decisions C4, D3, J): what is accepted, what is not, and one issue
 * for each.
 */

import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { duration, instant, isin, mic, money, quantity, weight } from '../../src-server/contract/fields/fields.ts';
import { proves } from '../conformance/proves.ts';

describe('numbers', () => {
  test.each([
    ['quantity', quantity, [0, 0.000001, 123_456.654321, 1_000_000_000]],
    ['money', money, [0, 0.01, 0.07, 1.1, 999_999_999.99, 1_000_000_000]],
    ['weight', weight, [0, 1, 1 / 3, 1e-300]],
  ] as [string, z.ZodType, number[]][])('%s within bounds and decimals are accepted', (_name, schema, values) => {
    for (const value of values) expect(faultsOf(schema, value)).toBe(0);
  });

  test.each([
    [
      'quantity',
      quantity,
      [-0.000001, 0.0000001, 1_000_000_000.1, 1e300, Number.NaN, Number.POSITIVE_INFINITY, '1', null],
    ],
    ['money', money, [-1, 0.001, 0.1 + 0.2, 1_000_000_001, 1e300, Number.NaN, Number.NEGATIVE_INFINITY, '1', null]],
    ['weight', weight, [-0.1, 1.0000001, Number.NaN, Number.POSITIVE_INFINITY, '0.5', null]],
  ] as [string, z.ZodType, unknown[]][])(
    '%s outside of them is one issue each',
    proves('D3', 'D7'),
    (_name, schema, values) => {
      for (const value of values) expect(`${value}: ${faultsOf(schema, value)}`).toBe(`${value}: 1`);
    },
  );
});

describe('texts', () => {
  test.each([
    ['isin', isin, ['DE0007164600', 'IE00B4L5Y983']],
    ['mic', mic, ['XETR', 'X1YZ']],
    ['duration', duration, ['0s', '90m', '1.5h', '250ms', '2d', 'PT90M', 'P1DT2H', 'P2W', 'PT0.5S']],
    ['instant', instant, ['2026-03-02T09:30:00Z', '2026-03-02T09:30:00.123+01:00', '2026-03-02T09:30Z']],
  ] as [string, z.ZodType, string[]][])('%s of the right shape is accepted', (_name, schema, values) => {
    for (const value of values) expect(`${value}: ${faultsOf(schema, value)}`).toBe(`${value}: 0`);
  });

  test.each([
    ['isin', isin, ['', 'DE0007164601', 'de0007164600', ' DE0007164600', 'DE000716460', 5]],
    ['mic', mic, ['', 'xetr', 'XETRA', 'XET', null]],
    ['duration', duration, ['', '90', 'm', '-1m', '1 h', 'P', 'PT', '1e3s', 60]],
    [
      'instant',
      instant,
      ['', 'now', '2026-03-02', '2026-03-02T09:30:00', '2026-13-02T09:30:00Z', '2026-03-02T25:00:00Z', 0],
    ],
  ] as [string, z.ZodType, unknown[]][])('%s of another shape is one issue', (_name, schema, values) => {
    for (const value of values) expect(`${value}: ${faultsOf(schema, value)}`).toBe(`${value}: 1`);
  });
});

function faultsOf(schema: z.ZodType, value: unknown): number {
  return schema.safeParse(value).error?.issues.length ?? 0;
}
