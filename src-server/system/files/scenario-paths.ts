/**
 * Finds the files that arguments of a command line mean: a file, every file of a folder, or the matches of a pattern.
 * Does not read them.
 */
import { statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';

export interface FoundPath {
  readonly file: string;
  /** The argument names the file itself, not a folder or a pattern. */
  readonly isNamed: boolean;
}

const SUFFIXES = '**/*.{yaml,yml,json}';
const IGNORED = ['**/node_modules/**'];

/**
 * Returns files in the order of the arguments, sorted within one argument, each once. An argument without a match
 * counts as a file.
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

/** Sorts by code units, so that the order is the same on every machine. */
function sorted(files: readonly string[]): string[] {
  return [...files].sort((one, other) => (one < other ? -1 : 1));
}
