/** When a failed delivery is tried again (decision I). */

import { describe, expect, test } from 'vitest';
import { retryDelayMs } from '../../src-server/webhooks/retry-plan.ts';
import { proves } from '../conformance/proves.ts';

/** The requested delay at the first second of 2026. */
const STAMP_MS = Date.UTC(2026, 0, 1);
const busy = (text: string) => ({ text, stampMs: STAMP_MS });
const HOUR_MS = 3_600_000;
/** 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const PLANNED_MS = [5000, 300_000, 1_800_000, 2, 5, 10, 14, 20, 24].map((each) => (each < 100 ? each * HOUR_MS : each));

describe('the delay after a failure', () => {
  test.each(PLANNED_MS.map((plannedMs, index) => [index + 1, plannedMs]))(
    'number %i is %i ms, plus or minus a tenth, and really spread',
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

  test('number 10 does not exist: that was the last attempt', () => {
    expect(retryDelayMs(1, 'dl_1', 10, null)).toBeNull();
    expect(retryDelayMs(1, 'dl_1', 10, busy('5'))).toBeNull();
  });

  test('is the same for the same seed and delivery', () => {
    expect(retryDelayMs(1, 'dl_1', 1, null)).toBe(retryDelayMs(1, 'dl_1', 1, null));
    expect(retryDelayMs(2, 'dl_1', 1, null)).not.toBe(retryDelayMs(1, 'dl_1', 1, null));
  });

  test('is not shorter than Retry-After, nor longer than a day because of it', () => {
    expect(retryDelayMs(1, 'dl_1', 1, busy('3600'))).toBe(HOUR_MS);
    expect(retryDelayMs(1, 'dl_1', 1, busy('1'))).toBe(retryDelayMs(1, 'dl_1', 1, null));
    expect(retryDelayMs(1, 'dl_1', 1, busy('999999999'))).toBe(24 * HOUR_MS);
    expect(retryDelayMs(1, 'dl_1', 1, busy('-5'))).toBe(retryDelayMs(1, 'dl_1', 1, null));
  });

  test.each([
    ['as every server writes it', 'Thu, 01 Jan 2026 02:00:00 GMT', 2 * HOUR_MS],
    ['as servers of long ago did', 'Thursday, 01-Jan-26 02:00:00 GMT', 2 * HOUR_MS],
    ['as C writes it', 'Thu Jan  1 02:00:00 2026', 2 * HOUR_MS],
    ['far ahead', 'Fri, 01 Jan 2027 00:00:00 GMT', 24 * HOUR_MS],
    ['that is past', 'Wed, 31 Dec 2025 23:00:00 GMT', null],
    ['of a day that does not exist', 'Mon, 30 Feb 2026 02:00:00 GMT', null],
    ['in a form that is none', '2026-01-01T02:00:00Z', null],
  ])('is until a date %s, by the clock that stamps webhooks', proves('I4'), (_what, text, delayMs) => {
    expect(retryDelayMs(1, 'dl_1', 1, busy(text))).toBe(delayMs ?? retryDelayMs(1, 'dl_1', 1, null));
  });
});
