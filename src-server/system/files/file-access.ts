/** Who besides their owner may read files, and which repository they belong to. */
import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const OTHERS = 0o077;

/** `null` for a file that its owner alone may use, or that is not there. */
export function exposureOf(file: string): { readonly isOwn: boolean } | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined || (stats.mode & OTHERS) === 0 ? null : { isOwn: isOwn(stats) };
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
