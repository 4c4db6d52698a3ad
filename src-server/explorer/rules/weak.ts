/** Finds clients that fail under transient faults, or use one key for two requests (decision Q3). Pure. */
import { ALL_IS_WELL, GAVE_UP, type TrialRecord, type TrialRequest } from '../trial-record.ts';
import type { RuleBreach } from '../verdict.ts';

/** `sound`: the run without faults. */
export function weaknesses(sound: TrialRecord, trial: TrialRecord): RuleBreach[] {
  return [...failures(trial), ...reusedKeys(sound, trial)];
}

/** A breach that occurs without faults, too, is a finding of the run without faults. */
function reusedKeys(sound: TrialRecord, trial: TrialRecord): RuleBreach[] {
  const known = new Set(trial.faults.length === 0 ? [] : misuses(sound).map(({ subject }) => subject));
  return misuses(trial).filter(({ subject }) => !known.has(subject));
}

/** The first misuse of each operation. */
export function misuses({ requests }: TrialRecord): RuleBreach[] {
  const reported = new Set<string>();
  return requests.flatMap(({ keyMisuse, operation, method }, request) => {
    const subject = operation ?? method;
    if (keyMisuse === null || reported.has(subject)) return [];
    reported.add(subject);
    const text = `The client sent ${subject} with the idempotency key of another request and got that request’s response: ${keyMisuse}.`;
    return [{ rule: 'reused_key' as const, text, subject, request }];
  });
}

/** Only under a single transient fault: after more, no client might have succeeded. */
function failures(trial: TrialRecord): RuleBreach[] {
  const [fault, ...more] = trial.faults;
  if (fault === undefined || more.length > 0 || !fault.isTransient || fault.hits === 0) return [];
  const { end } = trial;
  if (end.how === 'timed_out' || (end.how === 'exited' && end.code === ALL_IS_WELL)) return [];
  const hit = trial.requests.findIndex((request) => request.fault?.faultId === fault.faultId);
  const met = trial.requests[hit];
  const subject = met?.operation ?? fault.kind;
  const cause = `a single fault: ${fault.text}`;
  const request = hit < 0 ? null : hit;
  const hasGivenUp = end.how === 'exited' && end.code === GAVE_UP;
  const how = hasGivenUp
    ? 'gave up'
    : end.how === 'killed'
      ? `was killed by ${end.signal}`
      : `ended with code ${end.code}`;
  if (met !== undefined && isRetriedWithNewKey(met, trial.requests.slice(hit + 1))) {
    const text = `The client retried ${subject} with another idempotency key after ${cause}, was refused with already_executing, and ${how}.`;
    return [{ rule: 'new_key_on_retry', text, subject, request }];
  }
  if (hasGivenUp) {
    if (met !== undefined && isUnknowable(met)) return [];
    return [{ rule: 'gave_up', text: `The client gave up after ${cause}.`, subject, request }];
  }
  return [{ rule: 'crashed', text: `The client ${how} after ${cause}.`, subject, request }];
}

/** The service refused the retry, because the first request is being executed under its own key. */
function isRetriedWithNewKey(
  { operation, path, idempotencyKey }: TrialRequest,
  later: readonly TrialRequest[],
): boolean {
  return later.some(
    (request) =>
      request.operation === operation &&
      request.path === path &&
      request.code === 'already_executing' &&
      idempotencyKey !== null &&
      request.idempotencyKey !== null &&
      request.idempotencyKey !== idempotencyKey,
  );
}

/**
 * After a lost response a client cannot know whether a change was made. If the interface has no key that makes a retry
 * safe, giving up is correct.
 */
function isUnknowable({ operation, method, fault, status }: TrialRequest): boolean {
  const changes = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
  const isLost = fault !== null && (status === null || fault.kind !== 'api_error');
  return changes && isLost && operation !== 'startRebalance';
}
