/** What the kinds of faults of an exploration are, as the heads of columns say it. Pure. */

export type FaultGroup = 'operations' | 'webhooks' | 'exchanges';

const OPERATIONS: Readonly<Record<string, string>> = {
  rate_limit: '429',
  internal_error: '500',
  lasting_error: 'repeated 500',
  gateway_503: '503 from a gateway',
  gateway_502_processed: 'done, 502 from a gateway',
  quota_exceeded: 'quota used up',
  api_connection_reset: 'connection reset',
  api_connection_reset_processed: 'done, response lost',
  api_hang: 'no response',
  api_hang_processed: 'done, no response',
  api_latency: 'late response',
  api_slow_drip: 'slow response',
  api_empty_answer: 'empty response',
  api_malformed_body: 'response not JSON',
  api_truncated_body: 'response cut off',
  api_wrong_content_type: 'response as HTML',
  restart_server: 'then server restart',
  rotate_secret: 'then secret rotated',
};
const WEBHOOKS: Readonly<Record<string, string>> = {
  webhook_duplicate: 'duplicated',
  webhook_reorder: 'out of order',
  webhook_stale_timestamp: 'old timestamp',
  webhook_bad_signature: 'wrong signature',
  webhook_wrong_secret: 'wrong secret',
  webhook_lost_acknowledgement: 'response lost, resent',
  webhook_delay: 'late',
  webhook_drop: 'lost',
};
const EXCHANGES: Readonly<Record<string, string>> = {
  exchange_down: 'down',
  reject_orders: 'rejects an order',
  partial_fills: 'partial fill',
  late_fills: 'delayed fills',
  duplicate_fills: 'repeated fills',
  lost_acknowledgements: 'no acknowledgement',
};
const LABELS = { ...OPERATIONS, ...WEBHOOKS, ...EXCHANGES };

export function groupOfFault(fault: string): FaultGroup {
  if (fault in EXCHANGES) return 'exchanges';
  return fault.startsWith('webhook_') ? 'webhooks' : 'operations';
}

/** A kind that is not known is named as the service does. */
export function labelOfFault(fault: string): string {
  return LABELS[fault] ?? fault.replaceAll('_', ' ');
}

/** With the name that the service has for it: `no answer (api_hang)`. */
export function describeFault(fault: string): string {
  return fault in LABELS ? `${labelOfFault(fault)} (${fault})` : fault;
}
