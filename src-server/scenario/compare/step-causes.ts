/** Finds the step of a run during which an event happened, and whether the step's request or a timer caused it. */
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { printable } from '../load/printable.ts';
import type { StepResult } from '../run/play-outcome.ts';

/** One sentence; `null` if the run has no such event. */
export function stepBefore(event: LoggedEvent | null, steps: readonly StepResult[]): string | null {
  if (event === null) return null;
  const step = steps.findLast(({ eventsBefore }) => eventsBefore < event.seq);
  if (step === undefined) return 'the initial world, before step 1';
  const where = `step ${step.index + 1} (${step.file}:${step.line})`;
  const { title, requestId } = step;
  if (requestId !== null) return `the request of ${where}, ${printable(title)}, ${requestId}`;
  return `a timer due at ${formatInstant(event.atMs)}, while ${where} did: ${printable(title)}`;
}
