/** Temporary folders: removed after the work, or at the next start where their process was killed (decision K101). */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../src-server/system/files/temporary-folder.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, startBallast, stopAll } from '../support/start-ballast.ts';

beforeEach(() => {
  vi.stubEnv('TMPDIR', newFolder());
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await stopAll();
});

/** A folder of a process that has ended. */
function leftover(own: string): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = join(process.env.TMPDIR ?? '', basename(own).replace(`-${process.pid}-`, `-${pid}-`));
  mkdirSync(left);
  writeFileSync(join(left, 'world.db'), 'half of it');
  return left;
}

test('a start removes what killed processes have left, and nothing else', proves('K101.2'), async () => {
  const own = makeTemporaryFolder();
  const left = leftover(own);
  const retained = ['ballast-abc123', 'ballast-mine', basename(left).replace(/^ballast-\w{8}/, 'ballast-00000000')];
  for (const name of retained) mkdirSync(join(process.env.TMPDIR ?? '', name));
  await startBallast();
  expect([existsSync(left), existsSync(own)]).toEqual([false, true]);
  expect(retained.filter((name) => existsSync(join(process.env.TMPDIR ?? '', name)))).toEqual(retained);
});

test('a folder that does not exist has none', proves('K101.2'), () => {
  vi.stubEnv('TMPDIR', join(process.env.TMPDIR ?? '', 'gone'));
  expect(sweepTemporaryFolders).not.toThrow();
});
