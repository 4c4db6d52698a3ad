/** How long a client waits for an answer, as faults that keep answers back show it (decision Q3). Pure. */
import { findApiFaultKind } from '../contract/control/http-faults/api-fault-kinds.ts';
import type { ScheduledFault } from './schedule.ts';
import type { TrialRecord } from './trial-record.ts';

/** Of the client's deadline: a delay that differs from it by less is before it on one machine, and after it on another. */
const NEAR_SHARE = 0.25;
/** In place of a delay that is near to a deadline. */
const SHORT_MS = 1000;

/** Host ms after which the client gave up requests whose answers a fault kept back. */
export function patienceOf({ requests, end }: TrialRecord): number[] {
  const latestMs = requests.at(-1)?.receivedMs ?? 0;
  return requests.flatMap(({ fault, status, receivedMs, answeredMs }) => {
    if (fault === null || status !== null || findApiFaultKind(fault.kind)?.keepsBack !== true) return [];
    // It still waited when its trial was over.
    if (end.how === 'timed_out' && answeredMs > latestMs) return [];
    return [answeredMs - receivedMs];
  });
}

/** Whether chance decides what comes first: an answer that is delayed, or the client's deadline for it. */
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

/** Host ms by which it delays an answer; `null`: by none, or a drawn one. */
function delayOf(fault: ScheduledFault): number | null {
  if (!('body' in fault) || fault.body.kind !== 'api_latency') return null;
  const { latency_ms: latency } = fault.body;
  return typeof latency === 'object' && 'fixed' in latency ? latency.fixed : null;
}
