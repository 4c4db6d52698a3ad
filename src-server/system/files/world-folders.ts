/** The folders below the data folder of a server: of worlds, and of runs. */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './durable-files.ts';

/** Names of the folders in a folder; none where it is not there. */
export function listFolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** With everything in it; does nothing where there is none. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** To a place where nothing is. */
export function moveFolder(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}
