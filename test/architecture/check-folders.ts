/** Finds folders with more source files of their own than a reader can survey. */

import { posix } from 'node:path';
import type { Finding } from './finding.ts';
import type { SourceFile } from './source-tree.ts';

export const MAX_FILES = 25;

export function checkFolders(files: readonly SourceFile[]): Finding[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([path, count]) => ({
      check: 'folders',
      path,
      line: null,
      message: `${count} source files, at most ${MAX_FILES}: group them into folders by what they serve`,
    }));
}
