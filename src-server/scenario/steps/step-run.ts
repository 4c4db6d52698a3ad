/** The context of a step: its world, the known names, and a clock that no step moves beyond the end of the run. */
import { checkCondition, fillIn } from '../references/fill-references.ts';
import type { ScenarioHost } from '../run/scenario-host.ts';
import type { UntilMark } from '../run/until-mark.ts';

/** The subject of a step. */
export interface StepSubject {
  readonly requestId?: string | undefined;
  readonly rebalanceId?: string | undefined;
  /** The fault that it sets. */
  readonly faultId?: string | undefined;
}

export interface StepRun {
  readonly host: ScenarioHost;
  /** Start of the search of an `until`. */
  readonly since: UntilMark;
  /** Fills in every `${name}` of a value; throws `CannotFillIn` for a name without a value. */
  fill<T>(value: T): T;
  /** `null` if a condition holds, else the reason; throws `CannotFillIn` if it has no value. */
  check(condition: string): string | null;
  save(name: string, value: unknown): void;
  /** Records what the step prints. */
  print(text: string): void;
  /** Moves virtual time; throws `RunStopped` if the run ends before that, or was stopped. */
  advanceTo(targetMs: number): Promise<void>;
  /** Records the subject of a failure of this step, or of one that its fault causes. */
  concerns(subject: StepSubject): void;
}

/** Not a failure: the run ends here on request. */
export class RunStopped extends Error {}

interface RunBounds {
  readonly untilMs: number | null;
  readonly signal: AbortSignal | null;
}

/** Stopping a run takes no longer than simulating this span. */
const LONGEST_STRIDE_MS = 7 * 86_400_000;

export async function advanceWithin(
  host: ScenarioHost,
  { untilMs, signal }: RunBounds,
  targetMs: number,
): Promise<void> {
  const lastMs = Math.min(targetMs, untilMs ?? targetMs);
  do {
    if (signal?.aborted) throw new RunStopped('stopped');
    await host.advanceTo(Math.max(host.nowMs(), Math.min(lastMs, host.nowMs() + LONGEST_STRIDE_MS)));
  } while (host.nowMs() < lastMs);
  if (targetMs > lastMs) throw new RunStopped('the run stops here');
}

/** `now` is computed on demand, all other values were saved. */
export function expressionNames(variables: ReadonlyMap<string, unknown>, now: () => string) {
  const get = (name: string) => (name === 'now' ? now() : variables.get(name));
  return {
    get,
    fill: <T>(value: T): T => fillIn(value, { get }),
    check: (condition: string) => checkCondition(condition, { get }),
  };
}
