/**
 * Makes folders in the system's temporary folder. Their names contain the process that made them, so that a later
 * process removes those of a killed one.
 */
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { listFolders } from './durable-folders.ts';

/** Containers that share the folder have different processes, and different host names. */
const HOST = hash('sha256', hostname(), 'hex').slice(0, 8);
const NAME = /^ballast-([0-9a-f]{8})-(\d{1,10})-\w{6}$/;

/** The caller removes it. */
export function makeTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), `ballast-${HOST}-${process.pid}-`));
}

/** Removes the folder afterwards, however the work ended. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeTemporaryFolder();
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const swept = new Set<string>();

/** Removes the folders of ended processes, once per process; ignores what cannot be removed. */
export function sweepTemporaryFolders(): void {
  const place = tmpdir();
  if (swept.has(place)) return;
  swept.add(place);
  try {
    for (const name of listFolders(place)) {
      const [, host, pid] = NAME.exec(name) ?? [];
      if (host === HOST && !isAlive(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
    }
  } catch (error) {
    if (storageFailureOf(error) === null) throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Asking about a process of another user is not permitted.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
