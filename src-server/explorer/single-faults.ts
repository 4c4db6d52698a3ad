/**
 * Every single fault at every occurrence that a run without faults has shown (decision Q2): those first that break clients
 * most, the first occurrences before later ones. Pure.
 */
import { type CreateFault, createFault } from '../contract/control/market/faults.ts';
import { TRIAL_ACTIONS } from '../contract/scenario/explore-file.ts';
import type { OperationName } from '../contract/service/operation-names.ts';
import type { ScheduledFault } from './schedule.ts';
import type { TrialRecord } from './trial-record.ts';

/** What a kind of fault says besides where it hits. */
type Sort = Readonly<Record<string, unknown>> & { readonly kind: CreateFault['kind'] };

/** Longer than most clients wait, and shorter than a trial. */
const LONG_MS = 3000;
const GATEWAY = { status: 503, headers: { 'Content-Type': 'text/html' }, text: '<html>Service Unavailable</html>' };

/** Of requests and webhooks, the worst first. */
const BY_HARM: readonly Sort[] = [
  { kind: 'api_connection_reset', after_processing: true },
  { kind: 'webhook_duplicate' },
  { kind: 'api_error', code: 'rate_limit', retry_after_s: 1 },
  { kind: 'api_error', code: 'internal_error' },
  { kind: 'api_stub', answer: GATEWAY },
  { kind: 'api_stub', answer: { ...GATEWAY, status: 502 }, before: false },
  { kind: 'api_connection_reset' },
  // Shows the client's deadline, near to which no delay is tried.
  { kind: 'api_hang' },
  { kind: 'api_latency', latency_ms: { fixed: LONG_MS } },
  { kind: 'webhook_reorder' },
  { kind: 'webhook_stale_timestamp', age: '1h' },
  { kind: 'webhook_bad_signature' },
  { kind: 'webhook_wrong_secret' },
  { kind: 'webhook_lost_acknowledgement' },
  { kind: 'api_hang', after_processing: true },
  { kind: 'api_empty_answer' },
  { kind: 'api_malformed_body' },
  { kind: 'api_truncated_body', keep: 0.5 },
  { kind: 'api_wrong_content_type', content_type: 'text/html' },
  { kind: 'webhook_delay', delay: '1h' },
  { kind: 'webhook_drop' },
];

/** Of an exchange, for the whole of a trial. */
const OF_EXCHANGES: readonly Sort[] = [
  { kind: 'exchange_down', for: '1h' },
  { kind: 'reject_orders', count: 1 },
  { kind: 'partial_fills', fill_share: 0.1 },
  { kind: 'late_fills', delay_ms: 600_000 },
  { kind: 'duplicate_fills' },
  { kind: 'lost_acknowledgements', count: 1 },
];

/** Of requests alone: where the service has no such answer for an operation, there is none. */
const QUOTA: Sort = { kind: 'api_error', code: 'quota_exceeded' };
const WITH_QUOTA: readonly OperationName[] = ['startRebalance', 'executePlan'];

/** Shows who never stops trying: it lasts to the end of the trial. */
const LASTING: Sort = { kind: 'api_error', code: 'internal_error' };

export function singleFaults(sound: TrialRecord): ScheduledFault[] {
  const operations = counted(sound.requests.flatMap(({ operation }) => (operation === null ? [] : [operation])));
  const types = counted(sound.attempts.map(({ type }) => type));
  const most = Math.max(0, ...operations.values(), ...types.values());
  const market = OF_EXCHANGES.flatMap((sort) => sound.exchanges.map((exchange) => scheduled({ ...sort, exchange })));
  const ofOccurrence = (skip: number) => [
    ...BY_HARM.flatMap((sort) => hitsAt(sort, skip, operations, types)),
    ...actionsAfter(sound, skip, operations),
  ];
  const [first = [], ...later] = Array.from({ length: most }, (_, skip) => ofOccurrence(skip));
  const quota = WITH_QUOTA.filter((operation) => operations.has(operation)).map((operation) =>
    scheduled({ ...QUOTA, match: { operation } }),
  );
  const lasting = [...operations.keys()].map((operation) => scheduled({ ...LASTING, match: { operation } }));
  return [...first, ...market, ...quota, ...lasting, ...later.flat()];
}

/** A secret is rotated only where the client knows where to read it anew. */
function actionsAfter(
  { hasOwnReceiver }: TrialRecord,
  skip: number,
  operations: ReadonlyMap<OperationName, number>,
): ScheduledFault[] {
  const actions = TRIAL_ACTIONS.filter((action) => action !== 'rotate_secret' || hasOwnReceiver);
  const after = [...operations].filter(([, count]) => count > skip).map(([operation]) => operation);
  return actions.flatMap((action) => after.map((operation) => ({ action: { action, after: operation, skip } })));
}

/** One for each operation, or type of event, that has so many occurrences. */
function hitsAt(
  sort: Sort,
  skip: number,
  operations: ReadonlyMap<OperationName, number>,
  types: ReadonlyMap<string, number>,
): ScheduledFault[] {
  const isWebhook = sort.kind.startsWith('webhook_');
  const matches = isWebhook
    ? [...types].filter(([, count]) => count > skip).map(([type]) => ({ types: [type] }))
    : [...operations].filter(([, count]) => count > skip).map(([operation]) => ({ operation }));
  return matches.map((match) => scheduled({ ...sort, match, skip, count: 1 }));
}

function scheduled(body: object): ScheduledFault {
  return { body: createFault.parse(body) };
}

function counted<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
