/** Reads a scenario for a sweep and validates it with every varied value, before anything is started or written. */
import { dirname, relative, resolve } from 'node:path';
import { checksSomething } from '../../scenario/check/checks-something.ts';
import type { LoadedScenario } from '../../scenario/load/load-scenario.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import type { JobBundle } from '../../sweep/job-bundle.ts';
import type { SweepPlan, Variation, Vary } from '../../sweep/sweep-plan.ts';
import { isWithin, projectRoot, readSourceBytes } from '../../system/files/read-source.ts';
import { pathBelow } from '../../system/files/text-folder.ts';
import { readTextFile } from '../../system/files/world-files.ts';
import { seriesFilesOf } from '../../world/contents/series-files.ts';
import { decidedFaults } from '../library/decided-faults.ts';
import { loadScenario } from '../library/load-scenario.ts';
import { SEED_POINTER, savedWorld } from '../replay/scenario-world.ts';

export interface PreparedScenario {
  readonly name: string;
  /** The seed in the file, or that of the saved world that it starts from. */
  readonly seed: number;
  /** A saved world only runs with its own seed. */
  readonly isSaved: boolean;
  readonly bundle: JobBundle<'scenario'>;
  /** Conditions of the whole sweep. */
  readonly asserts: readonly string[];
  /** Names of the figures that it reports. */
  readonly measures: readonly string[];
  /** Whether a step or a property can fail because of the behaviour of the service (decision K118). */
  readonly hasChecks: boolean;
}

/** A table cannot have more columns. */
const MAX_MEASURES = 500;

/** The files to copy for a scenario with every varied value, and its issues. */
interface Found {
  readonly faults: Set<string>;
  /** Text files. */
  readonly sources: Set<string>;
  /** The saved worlds that it starts from, by `start` as JSON: each is opened once. */
  readonly starts: Map<string, { readonly file: string; readonly seed: number } | null>;
}

/** Returns one line for each issue, with its place. `root`: the folder that its includes must not leave. */
export function prepareScenario(
  file: string,
  variations: SweepPlan['variations'],
  root = projectRoot(file),
): { ok: true; prepared: PreparedScenario } | { ok: false; faults: string[] } {
  const found: Found = { faults: new Set(), sources: new Set(), starts: new Map() };
  const written = new Set<number>();
  let [name, seed]: [string, number] = ['', 0];
  let [asserts, measures]: [readonly string[], readonly string[]] = [[], []];
  let hasChecks = false;
  for (const vary of eachValueOnce(variations)) {
    const read = loadScenario(file, root, vary);
    const faults = read.ok ? decidedFaults(read.loaded) : read.faults;
    for (const fault of faults) found.faults.add(describeFault(fault));
    if (read.ok) {
      ({ name, seed } = read.loaded.scenario);
      asserts = read.loaded.scenario.sweep?.assert ?? [];
      measures = Object.keys(read.loaded.scenario.measures);
      hasChecks ||= checksSomething(read.loaded.scenario);
      written.add(seed);
      collect(found, read.loaded, root);
    }
  }
  // Every job has a seed of the sweep, whatever is varied.
  if (written.size > 1 || variations.some(({ key }) => key === SEED_POINTER))
    found.faults.add(`${file}: the varied value is the seed; a sweep sets the seeds itself, so vary other values`);
  const saved = [...found.starts.values()].flatMap((start) => start ?? []);
  const seeds = new Set(saved.map((start) => start.seed));
  if (seeds.size > 1) found.faults.add(`${file}: begins from saved worlds of seeds ${[...seeds].join(', ')}: ${EACH}`);
  if (found.faults.size > 0) return { ok: false, faults: [...found.faults] };
  const read = readBundle(file, [...found.sources].sort(), [...new Set(saved.map((start) => start.file))].sort());
  if ('fault' in read) return { ok: false, faults: [read.fault] };
  const [own = seed] = seeds;
  return {
    ok: true,
    prepared: { name, seed: own, isSaved: saved.length > 0, bundle: read, asserts, measures, hasChecks },
  };
}

const EACH = 'run a separate sweep for the worlds of each seed';

/** Adds the files that one version of the scenario reads. */
function collect(
  { faults, sources, starts }: Found,
  { file, scenario, ...loaded }: LoadedScenario,
  root: string,
): void {
  for (const source of loaded.sources) sources.add(resolve(source));
  for (const series of seriesFilesOf(scenario.world.series, file)) {
    // Copies, which may be sent to workers, contain only files that a replay would read.
    if (isWithin(root, series)) sources.add(series);
    else faults.add(`${file}: /world/series: ${series} is outside of the project (${root})`);
  }
  if (Object.keys(scenario.measures).length > MAX_MEASURES)
    faults.add(`${file}: a sweep takes at most ${MAX_MEASURES} measures`);
  const { start } = scenario;
  if (start === undefined || starts.has(JSON.stringify(start))) return;
  const opened = savedWorld(start, file, root);
  const place = resolve(dirname(file), start.snapshot);
  starts.set(JSON.stringify(start), opened.ok ? { file: place, seed: opened.value.seed } : null);
  if (opened.ok) return;
  const pointer = '/start/snapshot';
  faults.add(describeFault({ file, ...loaded.placeOf(pointer), pointer, issue: opened.issue }));
}

/** A copy of it is sent with every job. */
const MAX_SAVED_BYTES = 32 * 1024 * 1024;

function readBundle(
  file: string,
  sources: readonly string[],
  saved: readonly string[],
): JobBundle<'scenario'> | { readonly fault: string } {
  const base = commonFolder([...sources, ...saved]);
  const files: Record<string, string> = {};
  for (const source of sources) {
    const text = readTextFile(source);
    if (!text.ok) return { fault: `${source}: ${text.issue}` };
    files[pathBelow(base, source)] = text.text;
  }
  const binaries: Record<string, string> = {};
  for (const world of saved) {
    const read = readSourceBytes(world, MAX_SAVED_BYTES);
    if (!read.ok) return { fault: `${world}: ${read.issue}` };
    binaries[pathBelow(base, world)] = Buffer.from(read.bytes).toString('base64');
  }
  const entry = pathBelow(base, resolve(file));
  return { kind: 'scenario', entry, files, ...(saved.length === 0 ? {} : { binaries }) };
}

/** The deepest folder that contains all files; its parents are irrelevant to the scenario. */
function commonFolder(files: readonly string[]): string {
  const [first = '.'] = files;
  let folder = dirname(first);
  while (files.some((file) => relative(folder, file).startsWith('..'))) folder = dirname(folder);
  return folder;
}

/**
 * Combines every value with the first of all others: not the product, which can be a million, but every value occurs.
 */
function* eachValueOnce(variations: readonly Variation[]): Generator<Vary> {
  const first: Vary = Object.fromEntries(variations.map(({ key, values }) => [key, values[0] ?? null]));
  yield first;
  for (const { key, values } of variations) for (const value of values.slice(1)) yield { ...first, [key]: value };
}
