/** What a trial meets, each at a chosen occurrence (decision Q2), and how hard it is (decision Q3). Pure. */
import type { CreateFault, CreateHttpFault } from '../contract/control/market/faults.ts';
import type { TrialAction } from '../contract/scenario/explore-file.ts';

/** A fault, whose `skip` and `count` say at which occurrence it hits, or something that happens to the service. */
export type ScheduledFault = { readonly body: CreateFault } | { readonly action: TrialAction };

/** Answers that a client of a network service has to survive, once. */
const PASSING_CODES: ReadonlySet<string> = new Set(['internal_error', 'rate_limit']);
const PASSING_KINDS: ReadonlySet<string> = new Set([
  'api_latency',
  'api_slow_drip',
  'api_empty_answer',
  'api_truncated_body',
  'api_malformed_body',
  'api_wrong_content_type',
  'api_connection_reset',
  'api_hang',
  'webhook_delay',
  'webhook_duplicate',
  'webhook_reorder',
  'webhook_stale_timestamp',
  'webhook_bad_signature',
  'webhook_wrong_secret',
  'webhook_lost_acknowledgement',
]);

/**
 * Whether it passes by itself: one hit of a fault after which the same request may succeed. Clients that register their
 * receivers can read a rotated secret anew, and only theirs are rotated.
 */
export function isTransient(fault: ScheduledFault): boolean {
  if ('action' in fault) return fault.action.action === 'rotate_secret';
  const { body } = fault;
  if (!('count' in body) || body.count !== 1) return false;
  if (body.kind === 'api_error') return PASSING_CODES.has(body.code);
  if (body.kind === 'api_stub') return body.answer.status === 429 || body.answer.status >= 500;
  return PASSING_KINDS.has(body.kind);
}

/** Whether the service does what a request asks that meets the fault. */
export function isProcessed(body: CreateHttpFault): boolean {
  switch (body.kind) {
    case 'api_error':
      return false;
    case 'api_connection_reset':
    case 'api_hang':
      return body.after_processing;
    case 'api_stub':
      return !body.before;
    default:
      return true;
  }
}

/** Whether it acted on anything. A fault that is a state of an exchange counts no hits, and is there all the time. */
export function hasActed(fault: ScheduledFault, hits: number): boolean {
  return hits > 0 || ('body' in fault && !('share' in fault.body));
}

/** `api_error`, `webhook_duplicate`, `restart_server`, … */
export function kindOfFault(fault: ScheduledFault): string {
  return 'action' in fault ? fault.action.action : fault.body.kind;
}

/** The operation, type of event or exchange that it is about; `any` where it is about all of them. */
export function targetOf(fault: ScheduledFault): string {
  if ('action' in fault) return fault.action.after;
  const { body } = fault;
  if ('match' in body && body.match !== undefined) {
    if ('operation' in body.match && body.match.operation !== undefined) return body.match.operation;
    if ('types' in body.match && body.match.types !== undefined) return body.match.types.join(', ');
  }
  if ('exchange' in body && body.exchange !== undefined) return body.exchange;
  return 'any';
}

/** From 1: which of the occurrences of its target it hits first. */
export function occurrenceOf(fault: ScheduledFault): number {
  if ('action' in fault) return fault.action.skip + 1;
  return 'skip' in fault.body ? fault.body.skip + 1 : 1;
}

/** As people read it: `startRebalance is processed, but its response is lost`. */
export function describeScheduled(fault: ScheduledFault): string {
  const [target, at] = [targetOf(fault), occurrenceOf(fault)];
  const which = at === 1 ? '' : ` (number ${at})`;
  if ('action' in fault) {
    const happens = fault.action.action === 'restart_server' ? 'the server restarts' : 'the webhook secret is rotated';
    return `after ${target}${which} ${happens}`;
  }
  const happens = PREDICATES[wordOf(fault.body)] ?? `meets ${fault.body.kind}`;
  return `${target === 'any' ? 'anything' : target}${which} ${happens}`;
}

/** Which cause a fault is to a client: clients do not tell a reset from a hang. */
export function wordOf(body: CreateFault): string {
  switch (body.kind) {
    case 'api_error':
      return body.code === 'internal_error' && body.count === undefined ? 'lasting_error' : body.code;
    case 'api_stub':
      return `gateway_${body.answer.status}${body.before ? '' : '_processed'}`;
    case 'api_connection_reset':
    case 'api_hang':
      return `${body.kind}${body.after_processing ? '_processed' : ''}`;
    default:
      return body.kind;
  }
}

const PREDICATES: Readonly<Record<string, string>> = {
  internal_error: 'gets 500',
  lasting_error: 'gets 500 repeatedly',
  rate_limit: 'gets 429',
  quota_exceeded: 'is refused because the quota is used up',
  gateway_503: 'gets 503 from a gateway',
  gateway_502_processed: 'is processed, but a gateway returns 502',
  api_connection_reset: 'gets a connection reset',
  api_connection_reset_processed: 'is processed, but its response is lost',
  api_hang: 'gets no response',
  api_hang_processed: 'is processed, but gets no response',
  api_latency: 'gets a late response',
  api_empty_answer: 'is processed, but its response has no body',
  api_malformed_body: 'is processed, but its response is not JSON',
  api_truncated_body: 'is processed, but its response is cut off',
  api_wrong_content_type: 'is processed, but its response claims to be HTML',
  webhook_duplicate: 'comes twice',
  webhook_reorder: 'arrives after the next one',
  webhook_stale_timestamp: 'has an old timestamp',
  webhook_bad_signature: 'has a wrong signature',
  webhook_wrong_secret: 'is signed with another secret',
  webhook_lost_acknowledgement: 'is sent again, because its response is lost',
  webhook_delay: 'comes late',
  webhook_drop: 'never comes',
  exchange_down: 'is down',
  reject_orders: 'rejects an order',
  partial_fills: 'fills each order only in part and cancels the rest',
  late_fills: 'reports fills late',
  duplicate_fills: 'reports fills twice',
  lost_acknowledgements: 'never acknowledges an order',
};

/** The group of kinds that are one to a client: findings of one group have one cause. */
export function familyOf(fault: ScheduledFault): string {
  if ('action' in fault) return fault.action.action;
  const { body } = fault;
  switch (body.kind) {
    case 'api_error':
      return body.code === 'internal_error' ? 'server_error' : body.code;
    case 'api_stub':
      return body.before ? 'server_error' : 'lost_answer';
    case 'api_connection_reset':
    case 'api_hang':
      return body.after_processing ? 'lost_answer' : 'no_answer';
    case 'api_latency':
    case 'api_slow_drip':
      return 'late_answer';
    case 'api_empty_answer':
    case 'api_malformed_body':
    case 'api_truncated_body':
    case 'api_wrong_content_type':
      return 'unreadable_answer';
    case 'webhook_bad_signature':
    case 'webhook_wrong_secret':
      return 'forged_webhook';
    case 'webhook_duplicate':
    case 'webhook_lost_acknowledgement':
      return 'repeated_webhook';
    default:
      return body.kind;
  }
}
