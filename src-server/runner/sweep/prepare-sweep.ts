/** Reads a scenario for a sweep and judges it with every varied value, before anything is started or written. */
import { dirname, relative, resolve } from 'node:path';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import type { ScenarioBundle } from '../../sweep/scenario-bundle.ts';
import type { SweepPlan, Variation, Vary } from '../../sweep/sweep-plan.ts';
import { isWithin, projectRoot } from '../../system/files/read-source.ts';
import { pathBelow } from '../../system/files/text-folder.ts';
import { readTextFile } from '../../system/files/world-files.ts';
import { seriesFilesOf } from '../../world/contents/series-files.ts';
import { loadScenario } from '../library/load-scenario.ts';

export interface PreparedScenario {
  readonly name: string;
  /** The one that the file names. */
  readonly seed: number;
  readonly bundle: ScenarioBundle;
}

/** More would be more columns than a table has. */
const MOST_MEASURES = 500;

/** One line a fault, each with its place. `root`: the folder that what it includes must not leave. */
export function prepareScenario(
  file: string,
  variations: SweepPlan['variations'],
  root = projectRoot(file),
): { ok: true; prepared: PreparedScenario } | { ok: false; faults: string[] } {
  const faults = new Set<string>();
  const sources = new Set<string>();
  let [name, seed] = ['', 0];
  for (const vary of eachValueOnce(variations)) {
    const read = loadScenario(file, root, vary);
    if (!read.ok) for (const fault of read.faults) faults.add(describeFault(fault));
    else {
      const { scenario } = read.loaded;
      ({ name, seed } = scenario);
      for (const source of read.loaded.sources) sources.add(resolve(source));
      for (const series of seriesFilesOf(scenario.world.series, read.loaded.file)) {
        // What is copied, and perhaps sent to workers, is what a replay would read, and nothing else.
        if (isWithin(root, series)) sources.add(series);
        else faults.add(`${file}: /world/series: ${series} is outside of the project (${root})`);
      }
      if (Object.keys(scenario.measures).length > MOST_MEASURES)
        faults.add(`${file}: a sweep takes at most ${MOST_MEASURES} measures`);
    }
  }
  if (faults.size > 0) return { ok: false, faults: [...faults] };
  const base = commonFolder([...sources]);
  const files: Record<string, string> = {};
  for (const source of [...sources].sort()) {
    const text = readTextFile(source);
    if (!text.ok) return { ok: false, faults: [`${source}: ${text.issue}`] };
    files[pathBelow(base, source)] = text.text;
  }
  return { ok: true, prepared: { name, seed, bundle: { entry: pathBelow(base, resolve(file)), files } } };
}

/** The deepest folder that holds all files: what lies above it says nothing about the scenario. */
function commonFolder(files: readonly string[]): string {
  const [first = '.'] = files;
  let folder = dirname(first);
  while (files.some((file) => relative(folder, file).startsWith('..'))) folder = dirname(folder);
  return folder;
}

/** Every value beside the first of all others: not the product, which can be a million, but every value is seen. */
function* eachValueOnce(variations: readonly Variation[]): Generator<Vary> {
  const first: Vary = Object.fromEntries(variations.map(({ key, values }) => [key, values[0] ?? null]));
  yield first;
  for (const { key, values } of variations) for (const value of values.slice(1)) yield { ...first, [key]: value };
}
