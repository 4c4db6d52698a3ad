/**
 * Creates folders for tests, which are removed at the end of each file by the set-up of every file. A hook of this
 * module would do that for one file alone, because the files of a process share its modules.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();
// Where every test of a file is skipped, its hooks are, too.
process.on('exit', removeTestFolders);

/** A new folder; `purpose` is a part of its name. */
export function testFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `ballast-${purpose}-`));
  folders.add(folder);
  return folder;
}

export function removeTestFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}
