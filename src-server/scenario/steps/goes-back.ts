/** Recognises the steps after which the world is as it was before. */
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';

/** Whether the world returns to an earlier state, and so to its time. */
export function goesBack(step: ScenarioStep): boolean {
  // A step may be invalid.
  if ('snapshot' in step)
    return typeof step.snapshot === 'object' && step.snapshot !== null && 'restore' in step.snapshot;
  return 'control' in step && /\/(?:reset|restore)(?:$|\?)/.test(String(step.control?.path));
}
