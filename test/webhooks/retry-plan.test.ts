/** When a failed delivery is tried again (decision I). */

import { describe, expect, test } from 'vitest';
import { retryDelayMs } from '../../src-server/webhooks/retry-plan.ts';

const HOUR_MS = 3_600_000;
/** 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const PLANNED_MS = [5000, 300_000, 1_800_000, 2, 5, 10, 14, 20, 24].map((each) => (each < 100 ? each * HOUR_MS : each));

describe('the delay after a failure', () => {
  test.each(PLANNED_MS.map((plannedMs, index) => [index + 1, plannedMs]))(
    'number %i is %i ms, give or take a tenth, and really spread',
    (failures, plannedMs) => {
      const shares = Array.from({ length: 200 }, (_, index) => {
        return (retryDelayMs(1, `dl_${index}`, failures, null) ?? 0) / plannedMs;
      });
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.9);
      expect(Math.max(...shares)).toBeLessThanOrEqual(1.1);
      expect(Math.min(...shares)).toBeLessThan(0.92);
      expect(Math.max(...shares)).toBeGreaterThan(1.08);
    },
  );

  test('number 10 is none: that was the last attempt', () => {
    expect(retryDelayMs(1, 'dl_1', 10, null)).toBeNull();
    expect(retryDelayMs(1, 'dl_1', 10, '5')).toBeNull();
  });

  test('is the same for the same seed and delivery', () => {
    expect(retryDelayMs(1, 'dl_1', 1, null)).toBe(retryDelayMs(1, 'dl_1', 1, null));
    expect(retryDelayMs(2, 'dl_1', 1, null)).not.toBe(retryDelayMs(1, 'dl_1', 1, null));
  });

  test('is not shorter than Retry-After asks, nor longer than a day because of it', () => {
    expect(retryDelayMs(1, 'dl_1', 1, '3600')).toBe(HOUR_MS);
    expect(retryDelayMs(1, 'dl_1', 1, '1')).toBe(retryDelayMs(1, 'dl_1', 1, null));
    expect(retryDelayMs(1, 'dl_1', 1, '999999999')).toBe(24 * HOUR_MS);
    expect(retryDelayMs(1, 'dl_1', 1, '-5')).toBe(retryDelayMs(1, 'dl_1', 1, null));
  });
});
