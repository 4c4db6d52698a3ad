/** How long something takes, as requests and answers write it: fixed, uniform or lognormal, in whole milliseconds. */
import { z } from 'zod';

/** As requests write it: a plain number is a fixed one. */
export function writtenLatencyUpTo(mostMs: number, most: string) {
  return z
    .union([latencyUpTo(mostMs, most), z.int().min(0).max(mostMs).describe('Always.')])
    .transform((written) => (typeof written === 'number' ? { fixed: written } : written));
}

/** `most`: the bound in words. */
export function latencyUpTo(mostMs: number, most: string) {
  const latencyMs = z.int().min(0).max(mostMs);
  return z.union(
    [
      z.strictObject({ fixed: latencyMs.describe('Always.') }),
      z
        .strictObject({ min: latencyMs.describe('At least.'), max: latencyMs.describe('At most.') })
        .refine(({ min, max }) => min <= max, { path: ['min'], error: 'is above max' }),
      z
        .strictObject({
          median: latencyMs.describe('Of a lognormal.'),
          sigma: z.number().min(0).max(3).describe('Its spread, in logarithms.'),
          max: latencyMs.describe('At most.'),
        })
        .refine(({ median, max }) => median <= max, { path: ['median'], error: 'is above max' }),
    ],
    { error: `is not {fixed}, {min, max} or {median, sigma, max} in whole ms up to ${most}` },
  );
}
