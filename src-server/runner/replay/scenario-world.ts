/** Determines the world of a scenario: a new one from its file, or one that was saved before. */
import type { ScenarioFile } from '../../contract/scenario/scenario-file.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { listsIn } from '../../scenario/load/every-step.ts';
import type { LoadedScenario } from '../../scenario/load/load-scenario.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import type { PlayJob } from '../../scenario/run/play-outcome.ts';
import { openStart, type StartResult } from '../../world/snapshots/start-from-snapshot.ts';
import { sourceFiles } from '../library/load-scenario.ts';
import type { ScenarioWorld } from './scenario-host.ts';

type ChosenWorld =
  | {
      readonly ok: true;
      readonly world: ScenarioWorld;
      /** Values of names before the first step, other than portfolios. */
      readonly known: ReadonlyMap<string, unknown>;
    }
  | { readonly ok: false; readonly faults: readonly string[] };

/** The pointer to the seed in a file. */
export const SEED_POINTER = '/seed';

export function scenarioWorld(job: PlayJob, { scenario, placeOf, file }: LoadedScenario): ChosenWorld {
  const common: ScenarioWorld = {
    ...settingsOf(scenario),
    seed: null,
    startAt: null,
    dataDir: job.dataDir,
    withJournal: needsJournal(scenario.steps),
    standInReceivers: scenario.receivers === 'stand_in',
  };
  const describe = (pointer: string, issue: string) => describeFault({ file, ...placeOf(pointer), pointer, issue });
  const varied = job.vary[SEED_POINTER];
  if (job.seed !== null && varied !== undefined && varied !== job.seed)
    return {
      ok: false,
      faults: [`${file} is given two seeds, ${job.seed} and ${varied} (${SEED_POINTER}): leave one out`],
    };
  if (scenario.start === undefined) {
    const contents = {
      world: scenario.world,
      describe: ({ path, issue }: ValidationIssue) => describe(`/world${path}`, issue),
      place: { file, root: job.root },
    };
    const seed = job.seed ?? scenario.seed;
    return { ok: true, known: new Map(), world: { ...common, ...beginningOf({ ...scenario, seed }), contents } };
  }
  const bad = (issue: string): ChosenWorld => ({ ok: false, faults: [describe('/start/snapshot', issue)] });
  const start = savedWorld(scenario.start, file, job.root);
  if (!start.ok) return bad(start.issue);
  const { image, keys, seed } = start.value;
  if (job.seed !== null && job.seed !== seed)
    return { ok: false, faults: [`${file} ${otherSeed(seed, String(job.seed))}`] };
  return { ok: true, known: keys, world: { ...common, image } };
}

/** The saved world that a scenario starts from; `root`: the folder that it must not leave. */
export function savedWorld(start: NonNullable<ScenarioFile['start']>, file: string, root: string): StartResult {
  // The form of an invalid file was already reported.
  const snapshot: unknown = Object(start).snapshot;
  if (typeof snapshot !== 'string') return { ok: false, issue: 'is not the name of a snapshot' };
  if (sourceFiles(root).resolve(file, snapshot) === null) return { ok: false, issue: 'is outside the project' };
  return openStart(start, file);
}

/** Why a scenario that starts from a saved world can only have that world's seed (decision K122). */
export function otherSeed(seed: number, wanted: string): string {
  return `starts from a saved world with seed ${seed} and cannot be run with seed ${wanted}: leave out the seed and vary other values`;
}

/** The initial contents of a new world. */
export function beginningOf({
  seed,
  clock,
  tier,
  dividends,
  settlement,
}: Pick<ScenarioFile, 'seed' | 'clock' | 'tier' | 'dividends' | 'settlement'>) {
  return {
    seed,
    startAt: parseInstant(clock),
    tier: tier ?? null,
    dividends: dividends ?? null,
    settlement: settlement ?? null,
  };
}

/** The settings of a world, new or not. */
export function settingsOf({
  drift_check: driftCheck,
  rules,
  rate_limit: rateLimit,
}: Pick<ScenarioFile, 'drift_check' | 'rules' | 'rate_limit'>) {
  return {
    driftCheckMs: driftCheck === undefined ? null : parseDuration(driftCheck),
    rules,
    rateLimitPerMinute: typeof rateLimit === 'number' ? rateLimit : null,
    ignoreRateLimits: rateLimit === 'ignored',
  };
}

/** Paths of the control plane, below `/sim`, that read requests, or set faults and stubs for them. */
const JOURNAL_PATHS = /^\/(?:journal|trace|faults|stubs)(?:[/.?]|$)/;

/**
 * Whether any step reads the journal of requests, or sets a fault whose near misses may have to be reported. Without
 * such a step no journal is stored, because it costs a thread.
 */
function needsJournal(steps: readonly ScenarioStep[]): boolean {
  return steps.some((step) => {
    if ('expect_journal' in step || 'expect_all_met' in step) return true;
    if ('fault' in step) return String(step.fault.kind).startsWith('api_');
    if ('control' in step) return JOURNAL_PATHS.test(step.control.path);
    if ('until' in step) return JOURNAL_PATHS.test(step.until.state?.path ?? '');
    return listsIn(step).some(needsJournal);
  });
}
