/** Whether a scenario has a step that can fail because of how the service behaves (decision K118). */
import { kindOf, type ScenarioStep, type StepKind } from '../../contract/scenario/scenario-step.ts';
import { everyStep } from '../load/every-step.ts';

/** The others prepare: they fail where they cannot be carried out, and say nothing of the service. */
const CHECKS: ReadonlySet<StepKind | null> = new Set<StepKind>([
  'request',
  'until',
  'expect_webhook',
  'expect_state',
  'expect_journal',
  'expect_event',
]);

export function checksSomething(steps: readonly ScenarioStep[]): boolean {
  return [...everyStep(steps)].some(
    (step) => CHECKS.has(kindOf(step)) || ('control' in step && step.expect !== undefined),
  );
}
