/** Compares two logs in the shape of the contract: their first divergence, its cause, and the differing results. */
import type { RunComparison } from '../../contract/control/scenarios/run-comparison.ts';
import { firstFault } from '../../domain/events/read-event.ts';
import { compareRuns, type RunSide } from '../compare/compare-runs.ts';
import { type Divergence, type DivergentSide, findDivergence } from '../compare/divergence.ts';
import { formatDivergence } from '../compare/format-divergence.ts';
import { compareWithGolden, readGolden } from '../compare/golden-log.ts';
import type { StepResult } from '../run/play-outcome.ts';
import { causeIn } from './cause-in.ts';
import { viewPastEvent, viewWholeEvent } from './view-past-event.ts';

export interface ComparedRun extends RunSide {
  readonly runId: string;
  readonly seed: number;
  readonly steps: readonly StepResult[];
  /** The command that repeats the run. */
  readonly again: string;
}

/** Compares `second` with another run. */
export function compareTwoRuns(first: ComparedRun, second: ComparedRun): RunComparison {
  const [one, other] = [
    { ...first, name: 'first run' },
    { ...second, name: 'second run' },
  ];
  const divergence = findDivergence(one, other, second.again);
  return viewComparison(one, other, divergence);
}

/** Compares `run` with the text of its golden log. */
export function compareRunWithGolden(text: string, run: ComparedRun): RunComparison {
  const { events, fingerprint } = readGolden(text);
  const golden = { runId: null, name: 'golden log', events, steps: null, deliveries: null };
  const divergence = compareWithGolden(text, run, run.again);
  const seed = fingerprint?.fingerprint.seed ?? null;
  return viewComparison({ ...golden, seed }, { ...run, name: 'run' }, divergence);
}

interface Side extends RunSide {
  readonly runId: string | null;
  readonly name: string;
  readonly seed: number | null;
  readonly steps: readonly StepResult[] | null;
}

function viewComparison(first: Side, second: Side, divergence: Divergence | null): RunComparison {
  const unreadable = divergence === null ? [] : [first, second].flatMap(unreadableEntry);
  return {
    same: divergence === null,
    first: viewSide(first),
    second: viewSide(second),
    divergence: divergence && viewDivergence(divergence, first, second, unreadable),
    differences: unreadable.length === 0 ? compareRuns(first, second) : [],
  };
}

/** The results of a log with an invalid entry are unknown. */
function unreadableEntry({ name, events }: Side): string[] {
  const fault = firstFault(events);
  return fault === null ? [] : [`the results are not compared, because the ${name} cannot be read: ${fault}`];
}

function viewSide({ runId, name, seed, events }: Side): RunComparison['first'] {
  return { scenario_run_id: runId, name, seed, events: events.length, head: events.at(-1)?.hash ?? null };
}

function viewDivergence(
  divergence: Divergence,
  first: Side,
  second: Side,
  unreadable: readonly string[],
): NonNullable<RunComparison['divergence']> {
  const { seq, heading, shift, notes, sides, common, ledThere } = divergence;
  const [left, right] = sides ?? [null, null];
  return {
    event: seq,
    heading,
    remarks: [...(shift === null ? [] : [shift]), ...notes, ...unreadable],
    first: left && viewPartedSide(left, first),
    second: right && viewPartedSide(right, second),
    common: common.map(viewPastEvent),
    led_there: ledThere.map(viewPastEvent),
    text: formatDivergence(divergence, right && causeIn(second.steps ?? [], right.event)),
  };
}

function viewPartedSide({ event, next }: DivergentSide, { steps }: Side) {
  return {
    event: event && viewWholeEvent(event),
    entry: event && viewPastEvent(event),
    next: next.map(viewPastEvent),
    cause: steps && causeIn(steps, event),
  };
}
