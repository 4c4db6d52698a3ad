/** The price series that a world file names: found beside it, read, and loaded into a new world. */
import { dirname, resolve } from 'node:path';
import { loadSeries } from '../engine/commands/load-series.ts';
import type { Fault } from '../engine/outcome.ts';
import type { World } from '../engine/world.ts';
import { readTextFile } from '../system/world-files.ts';

export interface SeriesFile {
  readonly file: string;
  readonly text: string;
}

export interface ReadSeriesFiles {
  readonly files: readonly SeriesFile[];
  /** What could not be read, with pointers into the world file. */
  readonly faults: readonly Fault[];
}

/** `names` are relative to `worldFile`. */
export function readSeriesFiles(worldFile: string, names: readonly string[]): ReadSeriesFiles {
  const files: SeriesFile[] = [];
  const faults: Fault[] = [];
  names.forEach((name, index) => {
    const file = resolve(dirname(worldFile), name);
    const source = readTextFile(file);
    if (source.ok) files.push({ file, text: source.text });
    else faults.push({ path: `/series/${index}`, issue: source.issue });
  });
  return { files, faults };
}

/** A line for every bad row, with its file, its line in it and the reason; empty once all are loaded. */
export function loadSeriesFiles(world: World, files: readonly SeriesFile[]): string[] {
  return files.flatMap(({ file, text }) => {
    const outcome = loadSeries(world, text, true);
    if (outcome.ok) return [];
    return outcome.details.map(({ path, issue }) => `${file}${path.replace('/lines/', ':')}: ${issue}`);
  });
}
