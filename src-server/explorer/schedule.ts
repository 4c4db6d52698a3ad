/** Faults that a trial meets, each at a chosen occurrence (decision Q2), and how hard they are (decision Q3). Pure. */
import type { CreateFault, CreateHttpFault } from '../contract/control/market/faults.ts';

/** One fault; `skip` and `count` of its body say at which occurrence it hits. */
export interface ScheduledFault {
  readonly body: CreateFault;
}

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

/** Whether it passes by itself: one hit of a fault after which the same request may succeed. */
export function isTransient({ body }: ScheduledFault): boolean {
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
