/** Runs the steps of a scenario in order, and stops at the first step that fails. */

import type { ScenarioFile } from '../../contract/scenario/scenario-file.ts';
import { MAX_STEPS } from '../../contract/scenario/scenario-flow-steps.ts';
import { INDEX_NAME } from '../../contract/scenario/scenario-names.ts';
import type { ForkStep, RepeatStep, ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { checksSomething, isCheck } from '../check/checks-something.ts';
import { countSteps } from '../load/count-steps.ts';
import { titleOfParts, withLateParts } from '../load/late-parts.ts';
import type { StepPlace } from '../load/scenario-sources.ts';
import { type BrokenProperty, type PropertiesAtEnd, RunProperties } from '../properties/run-properties.ts';
import { asText } from '../references/fill-references.ts';
import { CannotFillIn, createFillRoom, MAX_FILLED } from '../references/fill-room.ts';
import { goesBack } from '../steps/goes-back.ts';
import { describeStep, doStep } from '../steps/step-registry.ts';
import { advanceWithin, expressionNames, RunStopped, type StepRun, type StepSubject } from '../steps/step-run.ts';
import { runSnapshotStep } from '../steps/world-steps.ts';
import type { PlayObserver, StepResult } from './play-outcome.ts';
import type { ScenarioHost } from './scenario-host.ts';
import { RunFaults } from './unmet-faults.ts';
import { UntilMarks } from './until-mark.ts';

interface RunOptions {
  readonly observer?: PlayObserver;
  readonly stepPlace?: (step: ScenarioStep) => StepPlace;
  /** `my.yaml:12:3`: the place of a pointer in the file. */
  readonly placeText?: (pointer: string) => string;
  /** Virtual time, ms, at which the run ends; `null`: no limit. */
  readonly untilMs?: number | null;
  /** Values of names before the first step, in addition to those of portfolios. */
  readonly known?: ReadonlyMap<string, unknown>;
  /** Awaited after each step that passed. */
  readonly afterStep?: (index: number) => Promise<void>;
}

export interface RunEnd {
  readonly steps: readonly StepResult[];
  readonly isStopped: boolean;
  /** Every name with its value at the end. */
  readonly variables: ReadonlyMap<string, unknown>;
  /** The subject of the last step. */
  readonly subject: StepSubject;
  /** Of a run whose steps all passed; otherwise `null`. */
  readonly properties: PropertiesAtEnd | null;
  /** Whether a step was run that can fail because of the behaviour of the service. */
  readonly hasChecked: boolean;
  readonly faults: RunFaults;
}

type Played = { readonly steps: readonly ScenarioStep[] } & Partial<
  Pick<ScenarioFile, 'always' | 'eventually' | 'start'>
>;

export async function runScenario(scenario: Played, host: ScenarioHost, options: RunOptions = {}): Promise<RunEnd> {
  const variables = new Map<string, unknown>([['seed', host.seed], ...(options.known ?? []), ...host.aliases]);
  const { always = [], eventually = [], start } = scenario;
  const from = start === undefined ? 0 : host.context().world.kernel.eventCount;
  const walk: Walk = {
    host,
    properties: new RunProperties({ always, eventually }, host, from),
    hasChecked: false,
    options,
    variables,
    marks: new UntilMarks(host, scenario.steps),
    save: savedInto(variables),
    saved: new Set(),
    results: [],
    faults: new RunFaults(host),
    total: countSteps(scenario.steps),
    subject: {},
    printed: null,
    skipped: null,
    hasFailed: false,
    rounds: [],
  };
  let isStopped = false;
  await walk.marks.begin();
  try {
    await walkSteps(walk, scenario.steps);
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error;
    isStopped = true;
  }
  await host.settled();
  const { results, variables: saved, subject, hasChecked, faults } = walk;
  const properties = isStopped || walk.hasFailed ? null : walk.properties.atEnd(runOf(walk));
  return { steps: results, isStopped, variables: saved, subject, properties, hasChecked, faults };
}

interface Walk {
  readonly host: ScenarioHost;
  readonly options: RunOptions;
  readonly variables: Map<string, unknown>;
  readonly marks: UntilMarks;
  readonly save: (name: string, value: unknown) => void;
  /** Names that steps of the current branch saved. */
  saved: Set<string>;
  readonly results: StepResult[];
  readonly faults: RunFaults;
  readonly properties: RunProperties;
  total: number;
  hasChecked: boolean;
  subject: StepSubject;
  printed: string | null;
  skipped: string | null;
  hasFailed: boolean;
  /** For each repetition around the step, the outermost first: its current round. */
  rounds: readonly string[];
}

async function walkSteps(walk: Walk, steps: readonly ScenarioStep[]): Promise<void> {
  for (const step of steps) {
    if (walk.hasFailed) return;
    const left = whyLeftOut(walk, step);
    if (left !== null) await leaveOut(walk, step, left);
    else if ('repeat' in step) await repeat(walk, step);
    else if ('fork' in step) await fork(walk, step);
    else await takeStep(walk, step, () => doWhole(walk, step), titleOfParts(step));
  }
}

/** Runs the step with the values of its referenced parts (decision K142). */
async function doWhole(walk: Walk, step: ScenarioStep): Promise<string[]> {
  const run = runOf(walk);
  const whole = withLateParts(step, (text) => run.fill(text));
  if (!('step' in whole)) return whole.failures;
  const work = () => doStep(run, whole.step);
  return goesBack(whole.step) ? walk.faults.whileReturning(work) : work();
}

/** Why a step is skipped, or why its condition has no value; `null` if it is run. */
function whyLeftOut(
  walk: Walk,
  { if: condition, skip }: ScenarioStep,
): { reason: string } | { failure: string } | null {
  if (skip !== undefined) return { reason: skip };
  if (condition === undefined) return null;
  try {
    const why = runOf(walk).check(condition);
    return why === null ? null : { reason: `if: ${why}` };
  } catch (error) {
    if (error instanceof CannotFillIn) return { failure: `if: ${error.message}` };
    throw error;
  }
}

async function leaveOut(walk: Walk, step: ScenarioStep, why: { reason: string } | { failure: string }): Promise<void> {
  await takeStep(
    walk,
    step,
    async () => {
      if ('failure' in why) return [why.failure];
      walk.skipped = why.reason;
      return [];
    },
    { isLeftOut: true },
  );
}

async function takeStep(
  walk: Walk,
  step: ScenarioStep,
  work: () => Promise<string[]>,
  { title = titleOf(walk, step), isLeftOut = false }: { title?: string; isLeftOut?: boolean } = {},
): Promise<void> {
  const { host, marks, results, options } = walk;
  const { observer, stepPlace, afterStep } = options;
  if (observer?.signal?.aborted) throw new RunStopped('stopped');
  const index = results.length;
  const place = stepPlace?.(step) ?? NOWHERE;
  if (observer?.beforeStep !== undefined) {
    const events = host.events().slice(results.at(-1)?.eventsBefore ?? 0);
    const { file, line } = place;
    await observer.beforeStep(index, step, { title, file, line, nowMs: host.nowMs(), events });
  }
  if (observer?.signal?.aborted) throw new RunStopped('stopped');
  const at = formatInstant(host.nowMs());
  const eventsBefore = host.context().world.kernel.eventCount;
  walk.subject = {};
  walk.printed = null;
  walk.skipped = null;
  if (!isLeftOut) await marks.beforeStep(step);
  const found = index < MAX_STEPS ? await failuresOf(walk, work) : [`a run has at most ${MAX_STEPS} steps`];
  // Webhooks that are due are sent before the next step changes their receivers, whatever it checks.
  await host.settled();
  const failures = found.length === 0 ? found : [...found, ...walk.rounds];
  walk.hasChecked ||= walk.skipped === null && isCheck(step);
  if (!isLeftOut) await marks.afterStep(step);
  const requestId = walk.subject.requestId ?? null;
  if (walk.subject.faultId !== undefined) walk.faults.setAt(walk.subject.faultId, place);
  const { printed, skipped } = walk;
  const result = { index, title, at, failures, printed, skipped, ...place, requestId, eventsBefore };
  results.push(result);
  walk.hasFailed = failures.length > 0;
  walk.total = Math.max(walk.total, results.length);
  observer?.onStep?.(results.length, walk.total, result);
  if (!walk.hasFailed) await afterStep?.(index);
}

/** The author's own title, or else the description of the step; unfilled if a name has no value yet. */
function titleOf(walk: Walk, step: ScenarioStep): string {
  const title = describeStep(step);
  try {
    return asText(runOf(walk).fill(title));
  } catch (error) {
    if (error instanceof CannotFillIn) return title;
    throw error;
  }
}

const NOWHERE: StepPlace = { file: '', line: 1, column: 1, pointer: '' };

/** The step that uses a name without a value fails. */
async function failuresOf(walk: Walk, work: () => Promise<string[]>): Promise<string[]> {
  try {
    const failures = await work();
    return failures.length === 0 ? failureOf(walk, walk.properties.look(runOf(walk))) : failures;
  } catch (error) {
    if (error instanceof CannotFillIn) return [error.message];
    throw error;
  }
}

function failureOf(walk: Walk, broken: BrokenProperty | null): string[] {
  if (broken === null) return [];
  const { rebalance_id: rebalanceId } = broken.event?.data ?? {};
  if (typeof rebalanceId === 'string') walk.subject = { rebalanceId };
  const place = walk.options.placeText?.(broken.pointer);
  return [`${broken.title}: ${broken.issue}${place === undefined ? '' : ` (${place})`}`];
}

/** The names of a repetition exist only within it; names that its steps save remain. */
async function repeat(walk: Walk, step: RepeatStep): Promise<void> {
  const { as, steps } = step.repeat;
  const values = repeatValues(runOf(walk), step);
  if (typeof values === 'string') return takeStep(walk, step, async () => [values]);
  walk.total += values.length * countSteps(steps) - countSteps([step]);
  const names = as === undefined ? [INDEX_NAME] : [INDEX_NAME, as];
  const before = names.map((name) => [name, walk.variables.get(name)] as const);
  const { rounds } = walk;
  for (const [index, value] of values.entries()) {
    if (walk.hasFailed) break;
    walk.variables.set(INDEX_NAME, index);
    if (as !== undefined) walk.variables.set(as, value);
    walk.rounds = [...rounds, roundText(index, values.length, as === undefined ? null : { name: as, value })];
    await walkSteps(walk, steps);
  }
  walk.rounds = rounds;
  for (const [name, value] of before) {
    if (value === undefined) walk.variables.delete(name);
    else walk.variables.set(name, value);
  }
}

const LONGEST_VALUE = 200;

function roundText(index: number, count: number, named: { name: string; value: unknown } | null): string {
  const round = `in round ${index + 1} of ${count} (index ${index})`;
  if (named === null) return round;
  const text = asText(named.value);
  return `${round}, with ${named.name} = ${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`;
}

/** Every branch starts from the same world, and only knows names that were saved before the fork. */
async function fork(walk: Walk, step: ForkStep): Promise<void> {
  const { variables, saved: outside } = walk;
  const name = `fork-${walk.results.length}`;
  const before = new Map(variables);
  const mark = walk.marks.latest;
  let begin = () => runSnapshotStep(runOf(walk), { snapshot: { save: name } });
  for (const [branch, steps] of Object.entries(step.fork)) {
    await takeStep(walk, step, begin, { title: `${describeStep(step)}: ${branch}` });
    walk.properties.beginBranch();
    walk.saved = new Set();
    await walkSteps(walk, steps);
    if (walk.hasFailed) return;
    const broken = walk.properties.endBranch(runOf(walk));
    // A value that equals the one before the fork was saved, too.
    const saved = [...walk.saved].map((each) => [each, variables.get(each)] as const);
    walk.saved = outside;
    for (const [each] of saved) variables.delete(each);
    for (const [each, value] of before) variables.set(each, value);
    save(walk, branch, Object.fromEntries(saved));
    before.set(branch, variables.get(branch));
    begin = async () => {
      const failures = failureOf(walk, broken).map((failure) => `at the end of ${branch}: ${failure}`);
      const goBack = () => runSnapshotStep(runOf(walk), { snapshot: { restore: name } });
      return failures.length > 0 ? failures : walk.faults.whileReturning(goBack);
    };
  }
  await takeStep(walk, step, begin, { title: `${describeStep(step)}: as before` });
  walk.properties.rejoin();
  walk.marks.goBackTo(mark);
}

function save(walk: Walk, name: string, value: unknown): void {
  walk.save(name, value);
  walk.saved.add(name);
}

function runOf(walk: Walk) {
  const { host, variables, options } = walk;
  const bounds = { untilMs: options.untilMs ?? null, signal: options.observer?.signal ?? null };
  return {
    host,
    ...expressionNames(variables, () => formatInstant(host.nowMs())),
    save: (name: string, value: unknown) => save(walk, name, value),
    since: walk.marks.latest,
    print(text: string) {
      walk.printed = text;
    },
    advanceTo: (targetMs: number) => advanceWithin(host, bounds, targetMs),
    concerns(subject: StepSubject) {
      walk.subject = {
        requestId: subject.requestId ?? walk.subject.requestId,
        rebalanceId: subject.rebalanceId ?? walk.subject.rebalanceId,
        faultId: subject.faultId ?? walk.subject.faultId,
      };
    },
  };
}

/** The values, or why they cannot be determined. */
function repeatValues({ fill }: Pick<StepRun, 'fill'>, { repeat }: RepeatStep): readonly unknown[] | string {
  const { times, each, over } = repeat;
  try {
    const written: unknown = each ?? over;
    if (written !== undefined) {
      const list: unknown = fill(written);
      const name = typeof written === 'string' ? written : each === undefined ? 'of over' : 'of each';
      if (!Array.isArray(list)) return `${name} is not a list but ${JSON.stringify(list)}`;
      const isVain = list.length === 0 && checksSomething(repeat);
      return isVain ? `the list ${name} is empty, so none of the checks within the repetition was made` : list;
    }
    const count = Number(fill(times));
    if (!Number.isInteger(count) || count < 0) return `${times} is not a valid number of repetitions`;
    if (count === 0 && checksSomething(repeat))
      return `${times} repetitions mean none, so no check within the repetition was made`;
    // One more than a run may take is enough for a refusal.
    return Array.from({ length: Math.min(count, MAX_STEPS + 1) }, (_, index) => index);
  } catch (error) {
    if (error instanceof CannotFillIn) return error.message;
    throw error;
  }
}

/**
 * Returns a function that saves a value in `variables`, replacing an old one. Throws `CannotFillIn` if all values
 * together would be too large.
 */
export function savedInto(variables: Map<string, unknown>): (name: string, value: unknown) => void {
  const chars = new Map<string, number>();
  let total = 0;
  return (name, value) => {
    const others = total - (chars.get(name) ?? 0);
    const room = createFillRoom(MAX_FILLED, others);
    room.take(value, 0);
    total = MAX_FILLED - room.left();
    chars.set(name, total - others);
    variables.set(name, value);
  };
}
