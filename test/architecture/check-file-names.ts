/** Finds files of the same name in several folders, which are easily mistaken for each other. */

import { posix } from 'node:path';
import type { Finding } from './finding.ts';
import type { SourceFile } from './source-tree.ts';

export function checkFileNames(files: readonly SourceFile[]): Finding[] {
  const byName = Map.groupBy(files, ({ path }) => posix.basename(path).replace(/\.tsx?$/, ''));
  return [...byName.values()].flatMap(([first, ...others]) =>
    others.map(({ path }) => ({
      check: 'file-names' as const,
      path,
      line: null,
      message: `has the name of ${first?.path}: name it by what only it has`,
    })),
  );
}
