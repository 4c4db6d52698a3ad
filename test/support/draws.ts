/**
 * fast-check, as every test has it. A run draws other worlds, requests and texts than the one before, and so finds what
 * nobody thought of; the check of a change (`BALLAST_CI`) draws the same each time, so that it tests the change and not
 * its luck. `BALLAST_FC_SEED` draws those of a seed again, `BALLAST_FC_RUNS` as many as it says.
 */
import fc from 'fast-check';
import { TestRunner } from 'vitest';

const SEED_OF_THE_CHECK = 20_260_302;

const { BALLAST_FC_SEED: seed, BALLAST_FC_RUNS: runs, BALLAST_CI: isCheck } = process.env;
if (seed !== undefined && /^-?\d+$/.test(seed)) fc.configureGlobal({ seed: Number(seed) });
else if (isCheck !== undefined) fc.configureGlobal({ seed: SEED_OF_THE_CHECK });

export { fc };

/**
 * So many draws where deep tests run, a twentieth in `npm test`: of a test with the tag `drawn`. `BALLAST_FC_RUNS` stands
 * in place of both.
 */
export function draws(full: number): number {
  if (runs !== undefined && /^[1-9]\d*$/.test(runs)) return Number(runs);
  return TestRunner.matchesTags(['deep']) ? full : Math.max(3, Math.ceil(full / 20));
}
