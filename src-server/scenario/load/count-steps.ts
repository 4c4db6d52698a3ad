/** The number of steps of a run as far as the file says; a list that only the run knows counts once. */

import { kindOf, type RepeatStep, type ScenarioStep } from '../../contract/scenario/scenario-step.ts';

export function countSteps(steps: readonly ScenarioStep[]): number {
  return steps.reduce((sum, step) => sum + (kindOf(step) === 'repeat' ? timesOf(step as RepeatStep) : 1), 0);
}

function timesOf({ repeat: { times, each, over, steps } }: RepeatStep): number {
  const list = [each, over].find((values) => Array.isArray(values));
  const often = list?.length ?? (typeof times === 'number' ? times : 1);
  return often * countSteps(steps);
}
