/** Finds circular imports, types included: to understand one file of a circle, one has to read them all. */

import type { Finding } from './finding.ts';
import { importedFiles } from './imported-files.ts';
import type { SourceFile } from './source-tree.ts';

/** The imports of one file: the line of the first import of each file of the tree. */
type Imports = ReadonlyMap<string, number>;

/** One finding for each group of files that reach each other, with the shortest circle through its first file. */
export function checkCircles(files: readonly SourceFile[]): Finding[] {
  const known = new Set(files.map(({ path }) => path));
  const imports = new Map(files.map((file) => [file.path, importsOf(file, known)]));
  const grouped = new Set<string>();
  return [...known].flatMap((path) => {
    if (grouped.has(path)) return [];
    const circle = shortestCircle(path, imports);
    const [, next] = circle;
    if (next === undefined) return [];
    for (const member of groupOf(path, imports)) grouped.add(member);
    const message = `a circle of imports: ${circle.join(' → ')}; move what they share into a file that imports neither`;
    return [{ check: 'circles', path, line: imports.get(path)?.get(next) ?? null, message }];
  });
}

function importsOf(file: SourceFile, known: ReadonlySet<string>): Imports {
  const lines = new Map<string, number>();
  for (const { path, line } of importedFiles(file)) if (known.has(path) && !lines.has(path)) lines.set(path, line);
  return lines;
}

/** The files from `start` back to `start` over the fewest imports; empty if it does not reach itself. */
function shortestCircle(start: string, imports: ReadonlyMap<string, Imports>): string[] {
  const before = new Map<string, string>();
  for (const path of reached(start, imports, (from, to) => before.set(to, before.get(to) ?? from))) {
    if (!imports.get(path)?.has(start)) continue;
    const circle = [path, start];
    while (circle[0] !== undefined && circle[0] !== start) circle.unshift(before.get(circle[0]) ?? start);
    return circle;
  }
  return [];
}

/** The files that `start` reaches and that reach it. */
function groupOf(start: string, imports: ReadonlyMap<string, Imports>): string[] {
  return [...reached(start, imports)].filter((path) => [...reached(path, imports)].includes(start));
}

/** `start` and everything it imports, directly or not, the nearest first. */
function reached(
  start: string,
  imports: ReadonlyMap<string, Imports>,
  onFirst: (from: string, to: string) => void = () => undefined,
): Set<string> {
  const seen = new Set([start]);
  for (const path of seen)
    for (const target of imports.get(path)?.keys() ?? []) {
      if (!seen.has(target)) onFirst(path, target);
      seen.add(target);
    }
  return seen;
}
