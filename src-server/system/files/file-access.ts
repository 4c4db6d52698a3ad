/** Who besides their owner may read files, and which repository they belong to. */
import { existsSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

const OTHERS = 0o077;

/** Whether others than its owner may use a file that is there. */
export function isExposed(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & OTHERS) !== 0;
}

/** Their files are made by the system as they are read, from what anybody may know, and belong to whoever reads them. */
const MADE_BY_THE_SYSTEM = ['/proc', '/sys', '/dev'];

/** Whether nobody else can know what is in a file: a plain file on a disk, the user's own and closed to others. */
export function isPrivateFile(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return false;
  const path = realpathSync(file);
  if (MADE_BY_THE_SYSTEM.some((folder) => path.startsWith(`${folder}${sep}`))) return false;
  // Systems without user ids have no such permissions either.
  return process.getuid === undefined || (isOwn(stats) && (stats.mode & OTHERS) === 0);
}

/** Whether a folder holds something, and is not as Ballast makes folders: closed to others, without links. */
export function isForeignFolder(folder: string): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return false;
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.length === 0) return false;
  return (stats.mode & OTHERS) !== 0 || !isOwn(stats) || entries.some((entry) => entry.isSymbolicLink());
}

/** The nearest folder above, or this one, that a repository begins in. */
export function repositoryOf(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : repositoryOf(parent);
}

/** Systems without user ids do not say. */
function isOwn({ uid }: Stats): boolean {
  const user = process.getuid?.();
  return user === undefined || user === uid;
}
