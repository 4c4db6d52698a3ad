/** Every step of a list, with nested steps after the step that contains them. */
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';

export function* everyStep(steps: readonly ScenarioStep[]): Generator<ScenarioStep> {
  for (const step of steps) {
    yield step;
    if ('repeat' in step) yield* everyStep(step.repeat.steps);
    if ('parallel' in step) yield* everyStep(step.parallel);
  }
}
