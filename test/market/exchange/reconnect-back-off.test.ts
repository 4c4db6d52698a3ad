import { describe, expect, it } from 'vitest';
import { streamKey } from '../../../src-server/kernel/streams.ts';
import { attemptAfterMs, firstAttemptFrom } from '../../../src-server/market/exchange/exchange-connections.ts';
import { fc } from '../../support/draws.ts';

const keyOf = (name: string) => streamKey(7, 'market.reconnect', name);
const KEYS = Array.from({ length: 50 }, (_, outage) => keyOf(`XETR:${outage}`));
const YEAR_MS = 365 * 86_400_000;

/** The instants of attempts without jitter, and the distance from the one before, in seconds. */
function planned(attempt: number): { readonly atS: number; readonly stepS: number } {
  let [atS, stepS] = [0, 0];
  for (let each = 1; each <= attempt; each += 1) {
    stepS = each <= 6 ? 2 ** (each - 1) : 60;
    atS += stepS;
  }
  return { atS, stepS };
}

describe('the attempts of a lost connection', () => {
  it('come after 1, 2, 4, 8, 16, 32 s and then every 60 s, each at most a tenth of its step earlier or later', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => planned(attempt).atS)).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
    const seen = { early: 0, late: 0 };
    for (const key of KEYS) {
      for (let attempt = 1; attempt <= 40; attempt += 1) {
        const { atS, stepS } = planned(attempt);
        const offMs = attemptAfterMs(key, attempt) - atS * 1000;
        expect(Math.abs(offMs)).toBeLessThanOrEqual(stepS * 100);
        if (offMs < 0) seen.early += 1;
        if (offMs > 0) seen.late += 1;
      }
    }
    // 2 000 attempts, early or late like the toss of a coin: 1 000 each, 3 x sqrt(2 000) / 2 = 67 more or less.
    expect(Math.abs(seen.early - 1000)).toBeLessThan(67);
    expect(Math.abs(seen.late - 1000)).toBeLessThan(67);
  });

  it('ascend for ten thousand attempts, in whole ms', () => {
    for (const key of KEYS) {
      let previousMs = 0;
      for (let attempt = 1; attempt <= 10_000; attempt += 1) {
        const afterMs = attemptAfterMs(key, attempt);
        if (!Number.isSafeInteger(afterMs) || afterMs <= previousMs) expect.fail(`attempt ${attempt}: ${afterMs}`);
        previousMs = afterMs;
      }
      // 63 s and 9 994 steps of a minute, plus or minus six seconds.
      expect(Math.abs(previousMs - 599_703_000)).toBeLessThanOrEqual(6000);
    }
  });

  it('differ for each outage, and are the same for every call', () => {
    const firsts = KEYS.map((key) => attemptAfterMs(key, 7));
    expect(new Set(firsts).size).toBeGreaterThan(45);
    expect(Array.from({ length: 50 }, (_, outage) => attemptAfterMs(keyOf(`XETR:${outage}`), 7))).toEqual(firsts);
  });
});

describe('the first attempt that is not before an instant', () => {
  it('equals the one found by counting', () => {
    const elapsed = fc.oneof(fc.nat(70_000), fc.nat(6_000_000));
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), elapsed, (key, elapsedMs) => {
        let attempt = 1;
        while (attemptAfterMs(key, attempt) < elapsedMs) attempt += 1;
        expect(firstAttemptFrom(key, elapsedMs)).toBe(attempt);
      }),
      { numRuns: 2000 },
    );
  });

  it('is an attempt itself at its own instant, and the next one a ms later', () => {
    for (const key of KEYS) {
      for (let attempt = 1; attempt <= 30; attempt += 1) {
        const afterMs = attemptAfterMs(key, attempt);
        expect(firstAttemptFrom(key, afterMs)).toBe(attempt);
        expect(firstAttemptFrom(key, afterMs + 1)).toBe(attempt + 1);
      }
    }
  });

  it('is found at once after a year: nothing is counted from the beginning', () => {
    // Counting would take 525 600 attempts for each of these; a hundred thousand calls would never end.
    for (let question = 0; question < 100_000; question += 1) {
      const attempt = firstAttemptFrom(KEYS[question % KEYS.length] ?? keyOf(''), YEAR_MS + question);
      if (Math.abs(attempt - 525_604) > 3) expect.fail(`attempt ${attempt}`);
    }
  });
});
