/** Checks who other than its owner may read a file, and which repository a file belongs to. */
import { existsSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

const OTHERS = 0o077;

/** Whether an existing file can be used by anyone other than its owner. */
export function isExposed(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & OTHERS) !== 0;
}

/** The system creates their files when they are read, from what anybody may know, and they belong to their reader. */
const MADE_BY_THE_SYSTEM = ['/proc', '/sys', '/dev'];

/**
 * Whether nobody else can know the content of a file: a plain file on a disk, owned by the user and closed to others.
 */
export function isPrivateFile(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return false;
  const path = realpathSync(file);
  if (MADE_BY_THE_SYSTEM.some((folder) => path.startsWith(`${folder}${sep}`))) return false;
  // Systems without user ids do not have such permissions either.
  return process.getuid === undefined || (isOwn(stats) && (stats.mode & OTHERS) === 0);
}

/** Whether a folder is not empty and not as Ballast makes folders: closed to others, without links. */
export function isForeignFolder(folder: string): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return false;
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.length === 0) return false;
  return (stats.mode & OTHERS) !== 0 || !isOwn(stats) || entries.some((entry) => entry.isSymbolicLink());
}

/** Returns this folder, or the nearest one above it, that is the root of a repository; `null` without one. */
export function repositoryOf(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : repositoryOf(parent);
}

/** Systems without user ids do not report an owner. */
function isOwn({ uid }: Stats): boolean {
  const user = process.getuid?.();
  return user === undefined || user === uid;
}
