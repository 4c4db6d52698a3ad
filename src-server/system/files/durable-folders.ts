/**
 * Writes folders that are whole or absent: filled beside their path, renamed in one step, and removed in one step.
 * Rejects a name that would lead out of its parent folder.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, type ReadyFile, syncFolder } from './durable-files.ts';

/** Endings of a folder that is being filled, and of one that is being removed. */
const [NEW, GONE] = ['.new', '.gone'];

/** Names that are a step in a path, or contain a separator or a control character of any system. */
const NO_NAME = /^\.{0,2}$|[/\\:\p{Cc}]/u;

/** Returns the path of `name` directly in `folder`; throws where the name would lead elsewhere. */
export function pathIn(folder: string, name: string): string {
  if (NO_NAME.test(name)) throw new Error(`${JSON.stringify(name)} is not the name of anything in ${folder}`);
  return join(folder, name);
}

/**
 * Makes an empty folder beside its path, to be filled and then renamed. Its files have to be on the disk before that.
 */
export function readyFolder(folder: string): ReadyFile {
  const draft = `${folder}${NEW}`;
  rmSync(draft, { recursive: true, force: true });
  makeFolder(draft);
  return {
    draft,
    moveIn() {
      syncFolder(draft);
      const gone = moveAway(folder);
      renameSync(draft, folder);
      syncFolder(dirname(folder));
      rmSync(gone, { recursive: true, force: true });
    },
    discard: () => rmSync(draft, { recursive: true, force: true }),
  };
}

/** Removes a folder with its content, which nobody sees half removed; does nothing where it does not exist. */
export function removeFolder(folder: string): void {
  const gone = moveAway(folder);
  if (!existsSync(gone)) return;
  syncFolder(dirname(folder));
  rmSync(gone, { recursive: true, force: true });
}

/** Moves a folder that is to be removed, and returns its new path. */
function moveAway(folder: string): string {
  const gone = `${folder}${GONE}`;
  rmSync(gone, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, gone);
  return gone;
}

/** Whether a folder of this name was being filled or removed when its process was killed. */
export function isHalfFolder(name: string): boolean {
  return name.endsWith(NEW) || name.endsWith(GONE);
}

export function removeHalfFolders(parent: string): void {
  for (const name of listFolders(parent).filter(isHalfFolder)) {
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** Returns the names of the folders in a folder; none where it does not exist. */
export function listFolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
