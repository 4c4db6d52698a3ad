/** fast-check, as every test has it, and how often a property with the tag `drawn` is drawn. */
import { TestRunner } from 'vitest';

export * as fc from './fast-check.ts';

/** So many draws where deep tests run, a twentieth or another part of them in `npm test`: of a test with the tag `drawn`. */
export function draws(full: number, part = 1 / 20): number {
  return TestRunner.matchesTags(['deep']) ? full : Math.max(3, Math.ceil(full * part));
}
