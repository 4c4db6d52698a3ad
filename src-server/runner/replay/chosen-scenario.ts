/**
 * The scenarios that the arguments of a command line select for a replay, and files that cannot be run, which are
 * reported as results of their own (decision K123).
 */
import type { LoadedScenario } from '../../scenario/load/load-scenario.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { projectRoot } from '../../system/files/read-source.ts';
import { environmentValues } from '../library/environment-values.ts';
import { findScenarios } from '../library/find-scenarios.ts';
import { loadScenario } from '../library/load-scenario.ts';
import type { ReplayOptions } from './replay-options.ts';

/** A file that cannot be run, with a line for each issue and its place. */
interface BadScenario {
  readonly file: string;
  readonly faults: readonly string[];
  /** The files with the issues: the scenario itself, or its includes. */
  readonly files: readonly string[];
  /** Everything that could be read of it. */
  readonly partial: { readonly name?: unknown; readonly tags?: unknown } | null;
}

export type ChosenScenario = LoadedScenario | BadScenario;

/**
 * Resolves every argument; one that matches nothing, and a file that cannot be run, becomes a bad scenario in the list.
 */
export function readScenarios(options: Pick<ReplayOptions, 'files' | 'root' | 'vary'>): ChosenScenario[] {
  const { files, empty } = findScenarios(options.files);
  const bad = empty.map(
    (file): BadScenario => ({ file, files: [], faults: [`${file}: contains no scenario`], partial: null }),
  );
  return [...files.map((file) => readScenario(file, options)), ...bad];
}

export function readScenario(file: string, { root, vary }: Pick<ReplayOptions, 'root' | 'vary'>): ChosenScenario {
  const read = loadScenario(file, root ?? projectRoot(file), { ...environmentValues(file), ...vary });
  if (read.ok) return read.loaded;
  const files = read.faults.map((fault) => fault.file);
  return { file, files, faults: read.faults.map(describeFault), partial: read.partial?.scenario ?? null };
}

/** A bad file of which nothing could be read always matches. */
export function choose(found: readonly ChosenScenario[], filter: string | null): readonly ChosenScenario[] {
  if (filter === null) return found;
  const wanted = filter.toLowerCase();
  return found.filter((each) => {
    const scenario = 'faults' in each ? each.partial : each.scenario;
    if (scenario === null) return true;
    const { name, tags } = scenario;
    const texts = [each.file, name, ...(Array.isArray(tags) ? tags : [])];
    return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(wanted));
  });
}
