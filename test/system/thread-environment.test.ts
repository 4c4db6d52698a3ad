/** Threads load their modules from the compile cache of the process that starts them. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { testFolder } from '../support/test-folders.ts';

const PROGRAM = fileURLToPath(new URL('start-every-thread.ts', import.meta.url));
const folder = testFolder('threads');

/** Node's messages about its compile cache while a thread is started. */
function startThread(thread: string): string[] {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, folder, thread], {
    env: { ...process.env, NODE_COMPILE_CACHE: '', NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  expect(status, stderr.slice(-2000)).toBe(0);
  return stderr.split('\n');
}

describe('a thread', () => {
  for (const { thread, worker, tags } of [
    { thread: 'journal', worker: 'store/journal/journal-worker.ts', tags: [] },
    { thread: 'image', worker: 'world/snapshots/image-worker.ts', tags: ['deep'] },
    { thread: 'import', worker: 'runner/imports/import-worker.ts', tags: ['deep'] },
    { thread: 'scenario', worker: 'app/scenario-worker.ts', tags: ['deep'] },
  ])
    test(`of the kind ${thread} loads what an earlier process has compiled`, { ...proves('L128'), tags }, () => {
      startThread(thread);
      const accepted = startThread(thread).filter((line) => line.includes(worker) && line.includes('was accepted'));
      expect(accepted).not.toEqual([]);
    });
});
