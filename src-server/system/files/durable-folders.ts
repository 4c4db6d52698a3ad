/**
 * Folders that are whole or absent: filled beside their place, then moved there in one step, and taken from it in one
 * step. Refuses a name that would lead out of the folder that it is meant for.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, type ReadyFile, syncFolder } from './durable-files.ts';

/** A folder that is being filled, and one that is being removed. */
const [NEW, GONE] = ['.new', '.gone'];

/** What is a step in a path, or has a separator or a control character of any system in it. */
const NO_NAME = /^\.{0,2}$|[/\\:\p{Cc}]/u;

/** The path of `name` directly in `folder`; throws where the name would lead elsewhere. */
export function pathIn(folder: string, name: string): string {
  if (NO_NAME.test(name)) throw new Error(`${JSON.stringify(name)} is not the name of anything in ${folder}`);
  return join(folder, name);
}

/** An empty folder beside its place, to be filled and moved there. Its files have to be on the disk before that. */
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

/** With all that is in it, which nobody meets by half; one that is not there is no fault. */
export function removeFolder(folder: string): void {
  const gone = moveAway(folder);
  if (!existsSync(gone)) return;
  syncFolder(dirname(folder));
  rmSync(gone, { recursive: true, force: true });
}

/** Where a folder lies then that is to be removed. */
function moveAway(folder: string): string {
  const gone = `${folder}${GONE}`;
  rmSync(gone, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, gone);
  return gone;
}

/** Whether a folder of this name was being filled or removed when a process was killed. */
export function isHalfFolder(name: string): boolean {
  return name.endsWith(NEW) || name.endsWith(GONE);
}

export function removeHalfFolders(parent: string): void {
  for (const name of listFolders(parent).filter(isHalfFolder)) {
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

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
