/** The folders of worlds below the data folder of a server. */
import { readdirSync, rmSync } from 'node:fs';

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
