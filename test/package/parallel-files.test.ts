/**
 * Sixteen files of the Vitest example at once on one server, each with a clock and a reset of its own (decision N6):
 * none disturbs another. `BALLAST_PARALLEL_RUNS` sets the number of runs.
 * @module-tag deep
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { packedBallast } from '../support/package/packed-ballast.ts';
import { runAsStranger } from '../support/run-as-stranger.ts';

const FILES = 16;
const { base, project } = await packedBallast();

/**
 * Copies the example with one of its files sixteen times, and without the others; each advances its own clock further
 * than all others.
 */
function copyExample(): string {
  const folder = join(base, 'parallel-files');
  cpSync(join(packageRoot(), 'docs/examples/vitest'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(project, 'node_modules/ballast'), join(folder, 'node_modules/ballast'));
  symlinkSync(join(packageRoot(), 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
  const file = join(folder, 'test/rebalance-client.test.ts');
  const text = readFileSync(file, 'utf8');
  for (const one of globSync('test/*.test.ts', { cwd: folder })) rmSync(join(folder, one));
  for (let number = 1; number <= FILES; number += 1) {
    const own = `
test('has the clock of this file', async () => {
  await ballast.advance('${number}h');
  expect((await ballast.clock()).now).toBe(new Date(Date.UTC(2026, 2, 2, 9 + ${number}, 30)).toISOString());
  expect((await ballast.journal()).length).toBe(1);
});
`;
    writeFileSync(join(folder, `test/client-${number}.test.ts`), text + own);
  }
  return folder;
}

test('sixteen parallel files have the same results as sequential ones', proves('N6'), async () => {
  const folder = copyExample();
  for (let run = 0; run < Number(process.env.BALLAST_PARALLEL_RUNS ?? 1); run += 1) {
    const line = `node node_modules/vitest/vitest.mjs run --maxWorkers=${FILES} --testTimeout=900000`;
    const { exitCode, text } = await runAsStranger(line, folder);
    expect(exitCode, text).toBe(0);
    expect(text).toMatch(new RegExp(`Test Files\\s+${FILES} passed`));
  }
});
