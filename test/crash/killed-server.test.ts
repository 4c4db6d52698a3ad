/**
 * Runs a dozen kills of `npm run test:crash`, at moments drawn from their own seed.
 * @module-tag deep
 */
import { expect, test } from 'vitest';
import { testFolder } from '../support/test-folders.ts';
import { runKills } from './run-kills.ts';

const KILLS = 12;
const SEED = 20261128;

test(`${KILLS} kill -9 under a load of everything lose, double and leave nothing`, async () => {
  const { faults, kills } = await runKills({ kills: KILLS, seed: SEED, folder: testFolder('crash') });
  expect(faults, `npm run test:crash -- --kills ${kills + 1} --seed ${SEED}`).toEqual([]);
  expect(kills).toBe(KILLS);
});
