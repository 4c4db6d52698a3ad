/** A latency in requests and responses: fixed, uniform or lognormal, in whole milliseconds. */
import { z } from 'zod';
import { numberWithin } from './fields.ts';
import { BOUNDS } from './number-bounds.ts';

/** In requests: a plain number is a fixed latency. */
export function writtenLatencyUpTo(mostMs: number, most: string) {
  return z
    .union([latencyUpTo(mostMs, most), z.int().min(0).max(mostMs).describe('Fixed latency, ms.')])
    .transform((written) => (typeof written === 'number' ? { fixed: written } : written));
}

/** `most`: the bound as text. */
export function latencyUpTo(mostMs: number, most: string) {
  const latencyMs = z.int().min(0).max(mostMs);
  return z.union(
    [
      z.strictObject({ fixed: latencyMs.describe('Fixed latency, ms.') }),
      z
        .strictObject({
          min: latencyMs.describe('Minimum latency, ms.'),
          max: latencyMs.describe('Maximum latency, ms.'),
        })
        .refine(({ min, max }) => min <= max, { path: ['min'], error: 'is above max' }),
      z
        .strictObject({
          median: latencyMs.describe('Median of a lognormal distribution, ms.'),
          sigma: numberWithin(BOUNDS.latencySigma).describe('Standard deviation of the logarithm.'),
          max: latencyMs.describe('Maximum latency, ms.'),
        })
        .refine(({ median, max }) => median <= max, { path: ['median'], error: 'is above max' }),
    ],
    { error: `is not {fixed}, {min, max} or {median, sigma, max} in whole ms up to ${most}` },
  );
}
