/**
 * Standard normal numbers that depend only on their name: (key, index) gives the same bits on every JavaScript engine.
 * Integer arithmetic only, because Math.log and Math.sin differ between engines.
 */
import { mix32 } from '../../kernel/streams.ts';

/** Two 32-bit integers that name a sequence of numbers. */
interface NormalKey {
  readonly first: number;
  readonly second: number;
}

/**
 * Returns number `index` (an unsigned 32-bit integer): the standardised sum of four 16-bit uniforms. Its mean is 0 and
 * its variance exactly 1; its tails end at about 3.5.
 */
export function hashedNormal(first: number, second: number, index: number): number {
  const a = mix32(first ^ Math.imul(index, 0x9e3779b1));
  const b = mix32(second ^ a);
  return ((a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16) - SUM_MEAN) * SUM_SCALE;
}

/** Returns the key of a numbered part (a level of a tree, an octave of noise) of a 64-bit stream key. */
export function normalKey(high: number, low: number, part: number): NormalKey {
  const first = mix32(high ^ Math.imul(part + 1, 0x85ebca6b));
  return { first, second: mix32(first ^ low ^ Math.imul(part + 1, 0xc2b2ae35)) };
}

const SUM_MEAN = 4 * 32_767.5;

// The variance of one 16-bit uniform is (65536^2 - 1) / 12; square roots are correctly rounded on every engine.
const SUM_SCALE = 1 / Math.sqrt((65_536 * 65_536 - 1) / 3);
