/**
 * Finds what burdens the service: early or too frequent retries, forbidden requests, clients that never exit
 * (decision Q3). Pure.
 */
import type { TrialRecord, TrialRequest } from '../trial-record.ts';
import type { RuleBreach } from '../verdict.ts';

/** Host timers fire slightly early, and Retry-After is rounded to seconds. */
const EARLY_SHARE = 0.9;
const WINDOW_MS = 1000;
/** Above this share of the client's time spent on waiting because of faults, a timeout proves nothing. */
const WAITED_SHARE = 0.25;

export interface MisbehavingLimits {
  /** Number of requests in one second of host time above which it is a storm. */
  readonly storm: number;
  /** Host ms after which the client is stopped. */
  readonly timeoutMs: number;
}

/** `sound`: the run without faults. */
export function misbehaviours(
  sound: TrialRecord,
  trial: TrialRecord,
  { storm, timeoutMs }: MisbehavingLimits,
): RuleBreach[] {
  return [
    ...earlyRetries(trial),
    ...stormOf(trial, Math.max(storm, 2 * busiest(sound.requests).count)),
    ...forbiddenRequests(sound, trial),
    ...neverEnds(trial, timeoutMs),
  ];
}

function earlyRetries({ requests }: TrialRecord): RuleBreach[] {
  return requests.flatMap((limited, index) => {
    if (limited.status !== 429 || limited.retryAfterS === null) return [];
    // A request that was sent before the response arrived is not a retry.
    const again = requests.findIndex(
      (later, at) => at > index && isSame(later, limited) && later.receivedMs >= limited.respondedMs,
    );
    const retry = requests[again];
    if (retry === undefined) return [];
    const waitedMs = Math.round(retry.receivedMs - limited.respondedMs);
    if (waitedMs >= limited.retryAfterS * 1000 * EARLY_SHARE) return [];
    const text = `The client repeated ${nameOf(limited)} ${waitedMs} ms after the response; Retry-After was ${limited.retryAfterS} s.`;
    return [{ rule: 'early_retry' as const, text, subject: nameOf(limited), request: again }];
  });
}

function stormOf({ requests }: TrialRecord, most: number): RuleBreach[] {
  const { count, from } = busiest(requests);
  if (count <= most) return [];
  const text = `The client sent ${count} requests within a second; at most ${most} are acceptable.`;
  return [{ rule: 'storm', text, subject: nameOf(requests[from]), request: from }];
}

/** The second of host time with the most requests; `from` is its first request. */
function busiest(requests: readonly TrialRequest[]): { readonly count: number; readonly from: number } {
  let [count, from, start] = [0, 0, 0];
  for (const [index, { receivedMs }] of requests.entries()) {
    while ((requests[start]?.receivedMs ?? 0) <= receivedMs - WINDOW_MS) start += 1;
    if (index - start + 1 > count) [count, from] = [index - start + 1, start];
  }
  return { count, from };
}

/** Requests that are refused because of their content, and never were without faults. */
function forbiddenRequests(sound: TrialRecord, trial: TrialRecord): RuleBreach[] {
  const known = new Set(sound.requests.filter(isForbidden).map(forbiddenName));
  const reported = new Set<string>();
  return trial.requests.flatMap((request, index) => {
    const name = forbiddenName(request);
    if (!isForbidden(request) || known.has(name) || reported.has(name)) return [];
    reported.add(name);
    const places = request.faultyPlaces.join(', ');
    const text = `The client sent ${nameOf(request)} with content that the interface forbids at ${places}.`;
    return [{ rule: 'forbidden_request' as const, text, subject: nameOf(request), request: index }];
  });
}

/** A plan that has ended is refused by 400, too, but without a place in the request, because its body is valid. */
function isForbidden({ status, code, fault, faultyPlaces }: TrialRequest): boolean {
  return status === 400 && code === 'invalid_request' && fault === null && faultyPlaces.length > 0;
}

function forbiddenName(request: TrialRequest): string {
  return `${nameOf(request)} ${request.faultyPlaces.join(' ')}`;
}

function neverEnds({ end, requests }: TrialRecord, timeoutMs: number): RuleBreach[] {
  if (end.how !== 'timed_out' || totalWaitMs(requests) > timeoutMs * WAITED_SHARE) return [];
  const last = requests.at(-1);
  const text =
    last === undefined
      ? 'The client did not exit and sent nothing.'
      : `The client did not exit; ${requests.length === 1 ? 'its only request' : `the last of its ${requests.length} requests`} was ${nameOf(last)}.`;
  return [
    { rule: 'never_ends', text, subject: nameOf(last), request: last === undefined ? null : requests.length - 1 },
  ];
}

/**
 * Host ms that a client that kept working spent on waiting: for responses that a fault delayed, and for `Retry-After`.
 */
function totalWaitMs(requests: readonly TrialRequest[]): number {
  const latestMs = requests.at(-1)?.receivedMs ?? 0;
  let [sumMs, untilMs] = [0, 0];
  for (const { receivedMs, respondedMs, status, retryAfterS, fault } of requests) {
    // A client that sends nothing more after a request without a response has no timeout for it.
    if (status === null && respondedMs > latestMs) continue;
    const fromMs = Math.max(untilMs, fault === null ? respondedMs : receivedMs);
    untilMs = Math.max(fromMs, respondedMs + (retryAfterS ?? 0) * 1000);
    sumMs += untilMs - fromMs;
  }
  return sumMs;
}

/** In Form B one path takes the requests for all portfolios. */
function isSame(one: TrialRequest, other: TrialRequest): boolean {
  return one.method === other.method && one.path === other.path && one.content === other.content;
}

function nameOf(request: TrialRequest | undefined): string {
  if (request === undefined) return 'nothing';
  return request.operation ?? `${request.method} ${request.path}`;
}
