/**
 * Brownian motion at any trading time in any order: Lévy's midpoint construction on a dyadic tree whose root spans the
 * whole variance clock. Each node's normal is hashed from (key, level, index), so no value depends on earlier queries;
 * the last descent is cached only to skip the levels that two queries share.
 */
import type { StreamKey } from '../../kernel/streams.ts';
import { TAU_END, TAU_PER_DAY } from '../calendar/variance-clock.ts';
import { hashedNormal, normalKey } from './hashed-normal.ts';

interface LevyPath {
  /** Returns W(tau) with W(0) = 0 and a variance of 1 per day of trading time; `tau` from 0 to below `TAU_END`. */
  at(tau: number): number;
}

/** Creates the path of one stream. */
export function createLevyPath(key: StreamKey): LevyPath {
  const parts = Array.from({ length: LEVELS }, (_, level) => normalKey(key.high, key.low, level));
  const first = Int32Array.from(parts, (part) => part.first);
  const second = Int32Array.from(parts, (part) => part.second);
  const lefts = new Float64Array(LEVELS + 1);
  const rights = new Float64Array(LEVELS + 1);
  const rootKey = normalKey(key.high, key.low, LEVELS);
  rights[0] = ROOT_DEVIATION * hashedNormal(rootKey.first, rootKey.second, 0);
  // Values at depth d belong to the interval that contains the last leaf; only `knownDepth` of them are filled in.
  let lastLeaf = 0;
  let knownDepth = 0;

  return {
    at(tau) {
      const position = tau * LEAVES_PER_TAU;
      const leaf = Math.floor(position);
      const shared = Math.clz32(leaf ^ lastLeaf);
      let depth = shared < knownDepth ? shared : knownDepth;
      let left = lefts[depth] as number;
      let right = rights[depth] as number;
      for (; depth < LEVELS; depth += 1) {
        // Two shifts, because a shift by 32 would be taken modulo 32.
        const index = (leaf >>> 1) >>> (LEVELS - 1 - depth);
        const normal = hashedNormal(first[depth] as number, second[depth] as number, index);
        const middle = (left + right) * 0.5 + (DEVIATIONS[depth] as number) * normal;
        if (((leaf >>> (LEVELS - 1 - depth)) & 1) === 0) right = middle;
        else left = middle;
        lefts[depth + 1] = left;
        rights[depth + 1] = right;
      }
      lastLeaf = leaf;
      knownDepth = LEVELS;
      return left + (right - left) * (position - leaf);
    },
  };
}

/** Halvings from the root to a leaf of 2^8 units, about a sixth of a second of session time. */
const LEVELS = 32;
const LEAVES_PER_TAU = 2 ** LEVELS / TAU_END;
const ROOT_DEVIATION = Math.sqrt(TAU_END / TAU_PER_DAY);

/** The midpoint of an interval of L days is displaced with variance L / 4. */
const DEVIATIONS = new Float64Array(LEVELS).map((_, depth) => Math.sqrt(TAU_END / TAU_PER_DAY / 2 ** depth / 4));
