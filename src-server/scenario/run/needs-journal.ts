/**
 * Whether any step reads the journal of requests, or sets a fault whose near misses may have to be reported. Without
 * such a step no journal is stored, because it costs a thread.
 */
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { listsIn } from '../load/every-step.ts';

/** Paths of the control plane, below `/sim`, that read requests, or set faults and stubs for them. */
const JOURNAL_PATHS = /^\/(?:journal|trace|faults|stubs)(?:[/.?]|$)/;

export function needsJournal(steps: readonly ScenarioStep[]): boolean {
  return steps.some((step) => {
    if ('expect_journal' in step || 'expect_all_met' in step) return true;
    if ('fault' in step) return String(step.fault.kind).startsWith('api_');
    if ('control' in step) return JOURNAL_PATHS.test(step.control.path);
    if ('until' in step) return JOURNAL_PATHS.test(step.until.state?.path ?? '');
    return listsIn(step).some(needsJournal);
  });
}
