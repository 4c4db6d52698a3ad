/** fast-check, as every test imports it, and the number of draws of a property with the tag `drawn`. */
import { TestRunner } from 'vitest';

export * as fc from './fast-check.ts';

/**
 * Number of draws of a test with the tag `drawn`: all of them in deep tests, a twentieth or another part in `npm test`.
 */
export function draws(full: number, part = 1 / 20): number {
  return TestRunner.matchesTags(['deep']) ? full : Math.max(3, Math.ceil(full * part));
}
