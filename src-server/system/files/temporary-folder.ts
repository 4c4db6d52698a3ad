/**
 * Folders of the system's own place for what is needed for a while. Each is named after the process that made it, so that
 * a later one removes what a killed one has left.
 */
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { listFolders } from './durable-folders.ts';

/** Containers that share the place each have processes, and a name, of their own. */
const HOST = hash('sha256', hostname(), 'hex').slice(0, 8);
const NAME = /^ballast-([0-9a-f]{8})-(\d{1,10})-\w{6}$/;

/** Whoever makes it removes it. */
export function makeTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), `ballast-${HOST}-${process.pid}-`));
}

/** The folder is gone afterwards, however the work ended. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeTemporaryFolder();
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const swept = new Set<string>();

/** Removes the folders of processes that are gone, once per process; what the machine does not let go of stays. */
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
    // One of another user may not be asked.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
