/** What a step gets to work with: its world, the names that are known, and time that no step moves beyond the run's bound. */
import { fillIn } from '../load/fill-references.ts';
import type { ScenarioHost } from '../run/scenario-host.ts';

export interface StepRun {
  readonly host: ScenarioHost;
  /** A value with every `${name}` filled in; throws `MissingVariable` for a name without a value. */
  fill<T>(value: T): T;
  save(name: string, value: unknown): void;
  /** Moves virtual time; throws `RunStopped` where the run ends before that, or was stopped. */
  advanceTo(targetMs: number): Promise<void>;
  /** Notes what a failure of this step would be about. */
  concerns(subject: { readonly requestId?: string | undefined; readonly rebalanceId?: string | undefined }): void;
}

/** Not a failure: the run was to go no further. */
export class RunStopped extends Error {}

export interface RunBounds {
  readonly untilMs: number | null;
  readonly signal: AbortSignal | null;
}

/** Nobody who wants a run stopped waits for longer than it takes to simulate this. */
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
  if (targetMs > lastMs) throw new RunStopped('the run goes no further');
}

/** `now` is asked for when it is needed, everything else is what was saved. */
export function fillFrom(variables: ReadonlyMap<string, unknown>, now: () => string) {
  const lookUp = { get: (name: string) => (name === 'now' ? now() : variables.get(name)) };
  return <T>(value: T): T => fillIn(value, lookUp);
}
