/**
 * From words of a command line to files: a file, every file of a folder, or what a pattern matches. Refuses to look
 * inside.
 */
import { statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';

export interface FoundPath {
  readonly file: string;
  /** It was named itself, and not found in a folder or by a pattern. */
  readonly isNamed: boolean;
}

const SUFFIXES = '**/*.{yaml,yml,json}';
const IGNORED = ['**/node_modules/**'];

/**
 * In the order of the words, those of one word sorted, each file once. A word that leads nowhere is taken for a file.
 */
export function findPaths(args: readonly string[]): FoundPath[] {
  const found = new Map<string, FoundPath>();
  for (const arg of args) {
    for (const path of pathsOf(arg)) if (!found.has(resolve(path.file))) found.set(resolve(path.file), path);
  }
  return [...found.values()];
}

function pathsOf(arg: string): FoundPath[] {
  const stats = statSync(arg, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    return sorted(globSync(SUFFIXES, { cwd: arg, ignore: IGNORED, caseSensitiveMatch: false })).map((file) => ({
      file: join(arg, file),
      isNamed: false,
    }));
  }
  if (stats === undefined && isDynamicPattern(arg)) {
    const files = globSync(arg.replaceAll('\\', '/'), { ignore: IGNORED, absolute: isAbsolute(arg) });
    return sorted(files).map((file) => ({ file, isNamed: false }));
  }
  return [{ file: arg, isNamed: true }];
}

/** By code units, so that every machine has one order. */
function sorted(files: readonly string[]): string[] {
  return [...files].sort((one, other) => (one < other ? -1 : 1));
}
