/**
 * Runs one scenario as often as requested (once; once more; once more from a snapshot in its middle) and compares the
 * logs of the runs with each other and with the golden log. Does not know which thread runs it.
 */
import { findDivergence } from '../../scenario/compare/divergence.ts';
import { stepBefore } from '../../scenario/compare/step-causes.ts';
import type { LoadedScenario } from '../../scenario/load/load-scenario.ts';
import type { PlayJob, PlayObserver, PlayOutcome } from '../../scenario/run/play-outcome.ts';
import type { ForeignLog, ScenarioResult } from '../../scenario/run/scenario-result.ts';
import { hostClock } from '../../system/host-time.ts';
import { goldenRequired, hasGolden, validateGolden, whyUncompared } from './golden-file.ts';
import { replayCommandLine } from './replay-command-line.ts';

interface Passes {
  readonly update: boolean;
  readonly twice: boolean;
  readonly restoreMidway: boolean;
  readonly requireGolden: boolean;
  /** Flags of the command that repeats a result. */
  readonly flags: readonly string[];
}

/** The parts of its file that a run needs in addition to its job. */
type NamedScenario = Pick<LoadedScenario['scenario'], 'name' | 'seed' | 'start' | 'golden'>;

export type Play = (job: PlayJob, observer: PlayObserver) => Promise<PlayOutcome>;

export async function playPasses(
  { scenario }: { readonly scenario: NamedScenario },
  job: PlayJob,
  passes: Passes,
  play: Play,
  observer: PlayObserver,
): Promise<ScenarioResult> {
  const stopwatch = timeSteps(observer);
  const played = withName(await play(job, stopwatch.observer), scenario, job);
  // One stopwatch measures the run and its steps: the wait before the first step belongs to the run, too.
  const outcome = { ...played, durationMs: stopwatch.elapsedMs() };
  const command = (...more: string[]) => replayCommandLine(job, outcome.seed, [...passes.flags, ...more]);
  const again = command();
  const isComparable = outcome.status === 'passed' || hasGoneFarEnough(outcome, job, observer);
  const { divergences, faults } = isComparable
    ? await compareOthers(outcome, job, passes, play, observer, command)
    : { divergences: [], faults: [] };
  const hasPassed = isComparable && divergences.length === 0 && faults.length === 0;
  const changes = changesOf(outcome, scenario, job);
  const isDeclined = scenario.golden === 'none';
  const isWhole = (outcome.status === 'passed' || outcome.status === 'failed') && outcome.head !== '';
  const { golden, divergence } =
    changes.length === 0 && isWhole && !isDeclined
      ? validateGolden(outcome, { update: passes.update, hasPassed, again })
      : {
          golden: isDeclined && !hasGolden(job.file) ? ('none' as const) : ('not compared' as const),
          divergence: null,
        };
  // After a failure, a shorter log is not reported as another difference.
  const isNews = divergence !== null && (isComparable || divergence.sides?.[1].event !== null);
  if (isNews) divergences.push({ name: 'golden log', divergence, cause: causeIn(outcome, divergence.seq) });
  const verdict = divergence !== null && !isNews ? 'not compared' : golden;
  const uncompared = whyUncompared(job.file, verdict, { isDeclined, changes, update: passes.update });
  const unproven: string[] = [];
  if (outcome.status === 'passed' && !isCompared(verdict, passes) && outcome.proof === 'unchecked')
    unproven.push(UNCHECKED);
  if (hasPassed && passes.requireGolden && !isDeclined && uncompared !== null)
    unproven.push(goldenRequired(job.file, uncompared));
  return {
    outcome,
    passed: hasPassed && divergence === null && unproven.length === 0,
    golden: verdict,
    uncompared,
    divergences,
    stepDurationsMs: stopwatch.durationsMs,
    faults: [...faults, ...unproven],
    provesNothing: outcome.proof === 'unmet' || (hasPassed && unproven.length > 0),
    again,
  };
}

/** The flags that make the run differ from that of its golden log. A saved world only runs with its own seed. */
function changesOf({ seed }: PlayOutcome, scenario: NamedScenario, job: PlayJob): string[] {
  return [
    ...(job.seed !== null && seed !== scenario.seed && scenario.start === undefined ? ['--seed'] : []),
    ...(Object.keys(job.vary).length > 0 ? ['--vary'] : []),
    ...(job.untilMs !== null ? ['--until'] : []),
  ];
}

const UNCHECKED =
  'no step checks anything and no golden log was compared; add an expectation, or write a golden log with --update';

function isCompared(golden: ScenarioResult['golden'], { twice, restoreMidway }: Passes): boolean {
  return twice || restoreMidway || golden === 'same' || golden === 'differs' || golden === 'written';
}

/** A run that failed before it could report its name gets the one of the file. */
function withName(outcome: PlayOutcome, { name, seed }: NamedScenario, job: PlayJob): PlayOutcome {
  return outcome.head === '' ? { ...outcome, name, seed: job.seed ?? seed } : outcome;
}

/** The further runs that were requested, after the first. */
async function compareOthers(
  first: PlayOutcome,
  job: PlayJob,
  { twice, restoreMidway }: Passes,
  play: Play,
  { signal }: PlayObserver,
  command: (flag: string) => string,
): Promise<{ divergences: ForeignLog[]; faults: string[] }> {
  const middle = Math.floor((first.steps.length - 1) / 2);
  const others: { name: ForeignLog['name']; job: PlayJob; flag: string }[] = [];
  if (twice) others.push({ name: 'second run', job, flag: '--twice' });
  const restored = { ...job, restoreAfterStep: middle };
  if (restoreMidway) others.push({ name: 'restored run', job: restored, flag: '--restore-midway' });
  const divergences: ForeignLog[] = [];
  const faults: string[] = [];
  for (const other of others) {
    const outcome = await play(other.job, signal === undefined ? {} : { signal });
    if (signal?.aborted) break;
    faults.push(...whyOther(other.name, outcome));
    const divergence = findDivergence(logOf('first run', first), logOf(other.name, outcome), command(other.flag));
    if (divergence !== null) {
      divergences.push({ name: other.name, divergence, cause: causeIn(outcome, divergence.seq) });
    }
  }
  return { divergences, faults };
}

/** Whether a run with an end time reached it. */
function hasGoneFarEnough({ status }: PlayOutcome, { untilMs }: PlayJob, { signal }: PlayObserver): boolean {
  return status === 'stopped' && untilMs !== null && !signal?.aborted;
}

function logOf(name: string, { seed, events }: PlayOutcome) {
  return { name, seed, events };
}

function causeIn({ events, steps }: PlayOutcome, seq: number | null): string | null {
  return seq === null ? null : stepBefore(events[seq - 1] ?? null, steps);
}

/** The issues of another run of a scenario that passed. */
function whyOther(name: string, { status, steps, faults }: PlayOutcome): string[] {
  if (status === 'passed' || status === 'stopped') return [];
  const failed = steps.flatMap(({ index, title, failures }) =>
    failures.map((failure) => `the ${name} failed at step ${index + 1}, ${title}: ${failure}`),
  );
  return [...faults.map((fault) => `the ${name}: ${fault}`), ...failed];
}

/** Measures from the end of one step to the end of the next; the creation of the world belongs to the first. */
function timeSteps(observer: PlayObserver) {
  const durationsMs: number[] = [];
  const startedMs = hostClock.monotonicMs();
  let lastMs = startedMs;
  const onStep: PlayObserver['onStep'] = (done, total, step) => {
    const nowMs = hostClock.monotonicMs();
    durationsMs.push(nowMs - lastMs);
    lastMs = nowMs;
    observer.onStep?.(done, total, step);
  };
  const timed: PlayObserver = { ...observer, onStep };
  return { observer: timed, durationsMs, elapsedMs: () => hostClock.monotonicMs() - startedMs };
}
