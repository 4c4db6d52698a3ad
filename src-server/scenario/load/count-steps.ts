/** Counts the steps of a run as far as the file defines them; a list that is only known in the run counts once. */

import type { RepeatStep, ScenarioStep } from '../../contract/scenario/scenario-step.ts';

export function countSteps(steps: readonly ScenarioStep[]): number {
  return steps.reduce((sum, step) => sum + sizeOf(step), 0);
}

function sizeOf(step: ScenarioStep): number {
  if ('repeat' in step) return timesOf(step);
  // The world is saved before the first branch, and restored after each.
  if ('fork' in step) return Object.values(step.fork).reduce((sum, branch) => sum + 1 + countSteps(branch), 1);
  return 1;
}

function timesOf({ repeat: { times, each, over, steps } }: RepeatStep): number {
  const list = [each, over].find((values) => Array.isArray(values));
  const often = list?.length ?? (typeof times === 'number' ? times : 1);
  return often * countSteps(steps);
}
