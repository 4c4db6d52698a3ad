/** Tests the arguments of `.ci/run`, which are checked before anything is done. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from '../support/run-process.ts';

test.each([['--share', '0'], ['--share', '9'], ['--share'], ['--everything']])('%s %s is refused', async (...args) => {
  const run = runProcess(join(packageRoot(), '.ci/run'), args);
  expect((await run.ended).exitCode).toBe(64);
  expect(run.stderr()).toBe('usage: .ci/run [--share 1..8 | --all]\n');
});
