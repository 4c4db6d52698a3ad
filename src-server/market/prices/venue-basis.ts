/**
 * The small, mean-reverting difference between one venue's mid and the fair price: value noise of three octaves
 * over trading time (about 5, 20 and 80 minutes), scaled so that its variance is the same at every instant.
 */
import type { StreamKey } from '../../kernel/streams.ts';
import { hashedNormal, normalKey } from './hashed-normal.ts';

export interface VenueBasis {
  /** Log difference from the fair price at a trading time, with mean 0 and standard deviation `deviation`. */
  at(tau: number): number;
}

/** `deviation` is a fraction: one basis point is 0.0001. */
export function createVenueBasis(key: StreamKey, deviation: number): VenueBasis {
  const octaves = PERIODS_TAU.map((period, part) => ({ period, ...normalKey(key.high, key.low, part) }));
  const scale = deviation / Math.sqrt(octaves.length);
  return {
    at(tau) {
      let sum = 0;
      for (const octave of octaves) {
        const position = tau / octave.period;
        const index = Math.floor(position);
        const fraction = position - index;
        const weight = fraction * fraction * (3 - 2 * fraction);
        const before = hashedNormal(octave.first, octave.second, index);
        const after = hashedNormal(octave.first, octave.second, index + 1);
        // Divided by the root of the squared weights: an interpolated value would vary less than its ends.
        const spread = Math.sqrt((1 - weight) * (1 - weight) + weight * weight);
        sum += (before * (1 - weight) + after * weight) / spread;
      }
      return scale * sum;
    },
  };
}

const PERIODS_TAU = [2 ** 19, 2 ** 21, 2 ** 23];
