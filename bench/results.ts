/**
 * Results of earlier runs of this machine, as `bench/results/<instant>.json`, and what has become worse since. A figure
 * with a reference is compared by its ratio, because the reference was as slow on a busy machine.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Figure, median } from './figure.ts';

/** Number of the latest results from which the spread of a figure is taken. */
const MAX_COMPARED = 5;
/** No machine measures more precisely than this share. */
const MIN_SPREAD = 0.1;

const results = z.object({
  machine: z.string(),
  figures: z.array(z.object({ name: z.string(), unit: z.string(), value: z.number(), ratio: z.number().nullable() })),
});
export type Results = z.infer<typeof results>;

export interface Worse {
  readonly name: string;
  /** The ratio to the reference, or the value without one. */
  readonly now: number;
  readonly before: number;
  /** Difference of the earlier results as a share of the median. */
  readonly spread: number;
}

/** Describes this machine: results of another one are not compared. */
export function machineName(): string {
  return `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} threads, Node ${process.versions.node}`;
}

export function resultsOf(figures: readonly Figure[], machine: string): Results {
  const rows = figures.map(({ name, unit, value, reference }) => ({
    name,
    unit,
    value,
    ratio: reference === null ? null : value / reference.value,
  }));
  return { machine, figures: rows };
}

/** Returns the results of a machine in a folder, oldest first. */
export function readResults(folder: string, machine: string): Results[] {
  const files = globSync('*.json', { cwd: folder }).sort();
  return files
    .map((file) => results.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    .filter((result) => result.machine === machine);
}

/** Writes them under the present instant; returns the file. */
export function saveResults(folder: string, saved: Results): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify(saved, null, 2)}\n`);
  return file;
}

/** Figures that are worse than the last time by more than their spread. `earlier`: oldest first. */
export function worseThan(earlier: readonly Results[], { figures }: Results): Worse[] {
  return figures.flatMap(({ name, unit, value, ratio }) => {
    const sign = betterSign(unit);
    const known = earlier.flatMap((each) => each.figures.filter((figure) => figure.name === name)).slice(-MAX_COMPARED);
    const compared = known
      .map((figure) => (ratio === null ? figure.value : figure.ratio))
      .filter((each) => each !== null);
    const before = compared.at(-1);
    if (sign === 0 || before === undefined) return [];
    const now = ratio ?? value;
    const spread = Math.max(MIN_SPREAD, (Math.max(...compared) - Math.min(...compared)) / median(compared));
    return (sign * (before - now)) / before > spread ? [{ name, now, before, spread }] : [];
  });
}

/** 1 where more is better, −1 where less is, 0 for what is only counted. */
function betterSign(unit: string): -1 | 0 | 1 {
  if (unit.endsWith('/s')) return 1;
  return ['ms', 's', 'µs', 'MB', 'kB'].includes(unit) ? -1 : 0;
}
