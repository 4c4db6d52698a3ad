/**
 * Finds the files that arguments of a command line mean: a file, every file of a folder, or the matches of a pattern.
 * Does not read them.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';

export interface FoundPath {
  readonly file: string;
  /** The argument names the file itself, not a folder or a pattern. */
  readonly isNamed: boolean;
}

const SUFFIXES = '**/*.{yaml,yml,json}';
const IGNORED = ['**/node_modules/**'];

/** Each is in the folder of results of a sweep, a lab run or an exploration, beside copies of the files it ran. */
const RESULT_MARKERS = ['sweep.db', 'exploration.json'];

/**
 * Returns files in the order of the arguments, sorted within one argument, each once. An argument without a match
 * counts as a file. Results of sweeps, lab runs and explorations are left out, unless the argument is inside
 * them.
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
  const isResult = resultFinder(arg);
  if (stats?.isDirectory()) {
    return sorted(globSync(SUFFIXES, { cwd: arg, ignore: IGNORED, caseSensitiveMatch: false }))
      .map((file) => join(arg, file))
      .filter((file) => !isResult(file))
      .map((file) => ({ file, isNamed: false }));
  }
  if (stats === undefined && isDynamicPattern(arg)) {
    const files = globSync(arg.replaceAll('\\', '/'), { ignore: IGNORED, absolute: isAbsolute(arg) });
    return sorted(files)
      .filter((file) => !isResult(file))
      .map((file) => ({ file, isNamed: false }));
  }
  return [{ file: arg, isNamed: true }];
}

/** Whether a file found by `arg` is in a folder of results that `arg` does not name. Remembers each folder. */
function resultFinder(arg: string): (file: string) => boolean {
  const named = `${resolve(arg)}${sep}`;
  const known = new Map<string, boolean>();
  const isInResults = (folder: string): boolean => {
    if (`${folder}${sep}` === named || named.startsWith(`${folder}${sep}`)) return false;
    const found = known.get(folder) ?? (hasMarker(folder) || isInResults(dirname(folder)));
    known.set(folder, found);
    return found;
  };
  return (file) => isInResults(dirname(resolve(file)));
}

function hasMarker(folder: string): boolean {
  return RESULT_MARKERS.some((name) => existsSync(join(folder, name)));
}

/** Sorts by code units, so that the order is the same on every machine. */
function sorted(files: readonly string[]): string[] {
  return [...files].sort((one, other) => (one < other ? -1 : 1));
}
