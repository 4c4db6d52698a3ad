/** Whether a scenario has anything that can fail because of the behaviour of the service (decision K118). */
import type { ScenarioFile } from '../../contract/scenario/scenario-file.ts';
import { kindOf, type ScenarioStep, type StepKind } from '../../contract/scenario/scenario-step.ts';
import { everyStep } from '../load/every-step.ts';

/** The others are preparations: they fail if they cannot be carried out, and prove nothing about the service. */
const CHECKS: ReadonlySet<StepKind | null> = new Set<StepKind>([
  'request',
  'until',
  'expect_webhook',
  'expect_state',
  'expect_journal',
  'expect_event',
  'expect_events',
  'assert',
]);

export function checksSomething({ steps, always = [], eventually = [] }: Checked): boolean {
  return always.length + eventually.length > 0 || [...everyStep(steps)].some(isCheck);
}

type Checked = { readonly steps: readonly ScenarioStep[] } & Partial<Pick<ScenarioFile, 'always' | 'eventually'>>;

export function isCheck(step: ScenarioStep): boolean {
  return CHECKS.has(kindOf(step)) || ('control' in step && step.expect !== undefined) || 'parallel' in step;
}
