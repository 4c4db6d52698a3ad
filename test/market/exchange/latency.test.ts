import { describe, expect, it } from 'vitest';
import { streamKey } from '../../../src-server/kernel/streams.ts';
import type { Latency } from '../../../src-server/market/data/market-data.ts';
import { drawLatencyMs } from '../../../src-server/market/exchange/latency.ts';
import { fc } from '../../support/draws.ts';

const DRAWS = 20_000;

/** One draw for each message of one stream, ascending. */
function draws(latency: Latency, seed = 42): number[] {
  const key = streamKey(seed, 'market.submit-latency', 'or_1');
  const all = Array.from({ length: DRAWS }, (_, index) => drawLatencyMs(latency, key, index));
  return all.sort((one, other) => one - other);
}

describe('the latency of a message', () => {
  it('is constant for a fixed distribution', () => {
    expect(new Set(draws({ kind: 'fixed', ms: 17 }))).toEqual(new Set([17]));
  });

  it('takes every whole ms from min to max of a uniform one, each about as often', () => {
    const all = draws({ kind: 'uniform', minMs: 18, maxMs: 42 });
    const counts = new Map<number, number>();
    for (const ms of all) counts.set(ms, (counts.get(ms) ?? 0) + 1);
    expect([...counts.keys()]).toEqual(Array.from({ length: 25 }, (_, index) => 18 + index));
    // 25 lengths: 20 000 / 25 = 800 each, standard error sqrt(20 000 x 1/25 x 24/25) = 27.7. Of 25 counts the worst may
    // be further out than one count would: 4 standard errors.
    const standardError = Math.sqrt(DRAWS * (1 / 25) * (24 / 25));
    for (const count of counts.values()) expect(Math.abs(count - 800)).toBeLessThan(4 * standardError);
  });

  it('has the median of a lognormal one within three standard errors, and half the draws on either side', () => {
    const [medianMs, sigma] = [1000, 0.4];
    const all = draws({ kind: 'lognormal', medianMs, sigma, maxMs: 60_000 });
    const median = all[DRAWS / 2] ?? Number.NaN;
    // The standard error of a median is 1 / (2 x density x sqrt(n)). The log of a draw is approximately normal: its
    // density at the median is 1 / (sigma x sqrt(2 pi)), so the error is 0.4 x sqrt(pi / 2) / sqrt(20 000) = 0.35 % of
    // the median.
    const standardError = medianMs * ((sigma * Math.sqrt(Math.PI / 2)) / Math.sqrt(DRAWS));
    expect(Math.abs(median - medianMs)).toBeLessThan(3 * standardError);
    // sigma: the standard deviation of the logs, whose standard error is sigma / sqrt(2n).
    const logs = all.map((ms) => Math.log(ms / medianMs));
    const deviation = Math.sqrt(logs.reduce((sum, log) => sum + log * log, 0) / DRAWS);
    expect(Math.abs(deviation - sigma)).toBeLessThan((3 * sigma) / Math.sqrt(2 * DRAWS));
  });

  it('is cut off at the maximum of a lognormal one, which some draws reach', () => {
    const all = draws({ kind: 'lognormal', medianMs: 15, sigma: 1, maxMs: 40 });
    expect(all.at(-1)).toBe(40);
    // ln(40 / 15) = 0.98 standard deviations: about a sixth of the draws is beyond.
    const cutOff = all.filter((ms) => ms === 40).length / DRAWS;
    expect(cutOff).toBeGreaterThan(0.1);
    expect(cutOff).toBeLessThan(0.25);
  });

  it('equals its median every time without a sigma', () => {
    expect(new Set(draws({ kind: 'lognormal', medianMs: 15, sigma: 0, maxMs: 40 }))).toEqual(new Set([15]));
  });

  it('is a whole number of ms within its bounds, the same for the same name', () => {
    const bounded = fc
      .record({ least: fc.nat(1000), more: fc.nat(1000), sigma: fc.double({ min: 0, max: 3, noNaN: true }) })
      .chain(({ least, more, sigma }) =>
        fc.constantFrom<Latency>(
          { kind: 'fixed', ms: least },
          { kind: 'uniform', minMs: least, maxMs: least + more },
          { kind: 'lognormal', medianMs: least, sigma, maxMs: least + more },
        ),
      );
    fc.assert(
      fc.property(bounded, fc.nat(), fc.string(), fc.nat(100_000), (latency, seed, name, index) => {
        const ms = drawLatencyMs(latency, streamKey(seed, 'market.report-latency', name), index);
        expect(Number.isSafeInteger(ms)).toBe(true);
        expect(ms).toBeGreaterThanOrEqual(leastMs(latency));
        expect(ms).toBeLessThanOrEqual(mostMs(latency));
        expect(drawLatencyMs(latency, streamKey(seed, 'market.report-latency', name), index)).toBe(ms);
      }),
    );
  });

  it('differs between messages, orders and seeds', () => {
    const latency: Latency = { kind: 'uniform', minMs: 0, maxMs: 1_000_000 };
    const of = (seed: number, order: string, index: number) =>
      drawLatencyMs(latency, streamKey(seed, 'market.submit-latency', order), index);
    expect(new Set([of(1, 'or_1', 0), of(1, 'or_1', 1), of(1, 'or_2', 0), of(2, 'or_1', 0)]).size).toBe(4);
  });
});

function leastMs(latency: Latency): number {
  if (latency.kind === 'fixed') return latency.ms;
  return latency.kind === 'uniform' ? latency.minMs : 0;
}

function mostMs(latency: Latency): number {
  return latency.kind === 'fixed' ? latency.ms : latency.maxMs;
}
