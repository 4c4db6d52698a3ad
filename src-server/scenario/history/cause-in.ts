/** The step, request or timer that caused an event, for a run of which only the latest steps are stored. */
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { stepBefore } from '../compare/step-causes.ts';
import type { StepResult } from '../run/play-outcome.ts';

/** Returns `null` for an event before the first stored step, because its step is unknown. */
export function causeIn(steps: readonly StepResult[], event: LoggedEvent | null): string | null {
  const [first] = steps;
  if (event === null || (first !== undefined && first.index > 0 && event.seq <= first.eventsBefore)) return null;
  return stepBefore(event, steps);
}
