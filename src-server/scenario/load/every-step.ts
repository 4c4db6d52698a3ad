/** Every step of a list, with nested steps after the step that contains them. */
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';

/** The lists of steps that a step contains. */
export function listsIn(step: ScenarioStep): readonly (readonly ScenarioStep[])[] {
  if ('repeat' in step) return [step.repeat.steps];
  if ('parallel' in step) return [step.parallel];
  return 'fork' in step ? Object.values(step.fork) : [];
}

export function* everyStep(steps: readonly ScenarioStep[]): Generator<ScenarioStep> {
  for (const step of steps) {
    yield step;
    for (const list of listsIn(step)) yield* everyStep(list);
  }
}
