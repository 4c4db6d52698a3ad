/** The values of a repetition: numbers from 0, values of the file, or entries of a saved list. */

import { MOST_STEPS } from '../../contract/scenario/scenario-flow-steps.ts';
import type { RepeatStep } from '../../contract/scenario/scenario-step.ts';
import { checksSomething } from '../check/checks-something.ts';
import { CannotFillIn } from '../references/fill-room.ts';
import type { StepRun } from './step-run.ts';

/** The values, or why they cannot be determined. */
export function repeatValues({ fill }: Pick<StepRun, 'fill'>, { repeat }: RepeatStep): readonly unknown[] | string {
  const { times, each, over } = repeat;
  try {
    const written: unknown = each ?? over;
    if (written !== undefined) {
      const list: unknown = fill(written);
      const name = typeof written === 'string' ? written : each === undefined ? 'of over' : 'of each';
      if (!Array.isArray(list)) return `${name} is no list but ${JSON.stringify(list)}`;
      const isVain = list.length === 0 && checksSomething(repeat);
      return isVain ? `the list ${name} is empty, so none of the checks within the repetition was made` : list;
    }
    const count = Number(fill(times));
    if (!Number.isInteger(count) || count < 0) return `${times} is not how often something can be done`;
    if (count === 0 && checksSomething(repeat))
      return `${times} times is never, so none of the checks within the repetition was made`;
    // One more than a run may take is enough to be refused.
    return Array.from({ length: Math.min(count, MOST_STEPS + 1) }, (_, index) => index);
  } catch (error) {
    if (error instanceof CannotFillIn) return error.message;
    throw error;
  }
}
