/** fast-check, as every test has it, and how often a property with the tag `drawn` is drawn. */
import { TestRunner } from 'vitest';

export * as fc from './fast-check.ts';

/** So many draws where deep tests run, a twentieth in `npm test`: of a test with the tag `drawn`. */
export function draws(full: number): number {
  return TestRunner.matchesTags(['deep']) ? full : Math.max(3, Math.ceil(full / 20));
}
