/** Which world a scenario is played in: a new one made of its file, or one that was saved before. */
import type { ScenarioFile } from '../../contract/scenario/scenario-file.ts';
import { parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import type { LoadedScenario } from '../../scenario/load/load-scenario.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { needsJournal } from '../../scenario/run/needs-journal.ts';
import type { PlayJob } from '../../scenario/run/play-outcome.ts';
import { openStart } from '../../world/snapshots/start-from-snapshot.ts';
import { sourceFiles } from '../library/load-scenario.ts';
import type { ScenarioWorld } from './scenario-host.ts';

export type ChosenWorld =
  | {
      readonly ok: true;
      readonly world: ScenarioWorld;
      /** What names stand for before the first step, besides portfolios. */
      readonly known: ReadonlyMap<string, unknown>;
    }
  | { readonly ok: false; readonly faults: readonly string[] };

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
  const isInside = sourceFiles(job.root).resolve(file, scenario.start.snapshot) !== null;
  if (!isInside) return bad('lies outside of the project');
  const start = openStart(scenario.start, file);
  if (!start.ok) return bad(start.issue);
  return { ok: true, known: start.value.keys, world: { ...common, image: start.value.image } };
}

/** What a new world begins with. */
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

/** What holds for a world, whether it is new or not. */
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
