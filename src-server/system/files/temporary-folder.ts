/** Folders of the system's own place for what is needed for a while. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whoever makes it removes it. */
export function makeTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'ballast-'));
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
