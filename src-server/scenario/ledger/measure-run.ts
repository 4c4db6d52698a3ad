/** Evaluates the `measures:` of a scenario after its run. A measure that is not a number fails the run. */
import { fillIn } from '../references/fill-references.ts';
import { CannotFillIn } from '../references/fill-room.ts';
import { matchedNumber } from '../run/match-number.ts';
import type { RunEnd } from '../run/run-scenario.ts';

interface MeasuredRun {
  readonly measures: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

/** A run that was ended early has only the measures whose names have values. */
export function measureRun(
  wanted: Readonly<Record<string, string>>,
  { steps, isStopped, variables }: RunEnd,
): MeasuredRun {
  const isWhole = !isStopped && steps.every(({ failures }) => failures.length === 0);
  const measures: Record<string, number> = {};
  const faults: string[] = [];
  for (const [name, text] of Object.entries(wanted)) {
    const value = numberIn(text, variables);
    if (typeof value === 'number') measures[name] = value;
    else if (isWhole) faults.push(`measure ${name}: ${value}`);
  }
  return { measures, faults };
}

/** The number, or why there is none. */
function numberIn(text: string, variables: ReadonlyMap<string, unknown>): number | string {
  try {
    const value: unknown = fillIn<unknown>(text, variables);
    return matchedNumber(value) ?? `${text} is no number but ${JSON.stringify(value)}`;
  } catch (error) {
    if (error instanceof CannotFillIn) return error.message;
    throw error;
  }
}
