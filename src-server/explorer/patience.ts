/** Measures how long a client waits for a response, from faults that delay responses (decision Q3). Pure. */
import { findApiFaultKind } from '../contract/control/http-faults/api-fault-kinds.ts';
import type { ScheduledFault } from './schedule.ts';
import type { TrialRecord } from './trial-record.ts';

/**
 * Share of the client's deadline. A delay that differs from the deadline by less may be shorter on one machine and
 * longer on another.
 */
const NEAR_SHARE = 0.25;
/** Replaces a delay that is near to a deadline. */
const SHORT_MS = 1000;

/** Host ms after which the client abandoned requests whose responses a fault delayed. */
export function patienceOf({ requests, end }: TrialRecord): number[] {
  const latestMs = requests.at(-1)?.receivedMs ?? 0;
  return requests.flatMap(({ fault, status, receivedMs, respondedMs }) => {
    if (fault === null || status !== null || findApiFaultKind(fault.kind)?.keepsBack !== true) return [];
    // The client was still waiting when its trial ended.
    if (end.how === 'timed_out' && respondedMs > latestMs) return [];
    return [respondedMs - receivedMs];
  });
}

/** Whether chance decides which comes first: a delayed response, or the client's deadline for it. */
export function isNearDeadline(schedule: readonly ScheduledFault[], patienceMs: readonly number[]): boolean {
  return schedule.some((fault) => {
    const delayMs = delayOf(fault);
    return delayMs !== null && patienceMs.some((each) => Math.abs(delayMs - each) <= each * NEAR_SHARE);
  });
}

export function withShortDelays(schedule: readonly ScheduledFault[]): ScheduledFault[] {
  return schedule.map((fault) => {
    if (delayOf(fault) === null || !('body' in fault) || fault.body.kind !== 'api_latency') return fault;
    return { body: { ...fault.body, latency_ms: { fixed: SHORT_MS } } };
  });
}

/** Host ms by which the fault delays a response; `null`: no delay, or a random one. */
function delayOf(fault: ScheduledFault): number | null {
  if (!('body' in fault) || fault.body.kind !== 'api_latency') return null;
  const { latency_ms: latency } = fault.body;
  return typeof latency === 'object' && 'fixed' in latency ? latency.fixed : null;
}
