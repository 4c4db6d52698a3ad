/** What the kinds of faults of an exploration are, as the heads of columns say it. Pure. */

export type FaultGroup = 'operations' | 'webhooks' | 'exchanges';

const OPERATIONS: Readonly<Record<string, string>> = {
  rate_limit: '429',
  internal_error: '500',
  lasting_error: '500, again and again',
  gateway_503: '503 of a gateway',
  gateway_502_processed: 'done, 502 of a gateway',
  quota_exceeded: 'quota used up',
  api_connection_reset: 'connection reset',
  api_connection_reset_processed: 'done, answer lost',
  api_hang: 'no answer',
  api_hang_processed: 'done, no answer',
  api_latency: 'late answer',
  api_slow_drip: 'slow answer',
  api_empty_answer: 'empty answer',
  api_malformed_body: 'answer is no JSON',
  api_truncated_body: 'answer cut off',
  api_wrong_content_type: 'answer as HTML',
  restart_server: 'server restarts after it',
  rotate_secret: 'secret rotated after it',
};
const WEBHOOKS: Readonly<Record<string, string>> = {
  webhook_duplicate: 'comes twice',
  webhook_reorder: 'after the next one',
  webhook_stale_timestamp: 'old timestamp',
  webhook_bad_signature: 'wrong signature',
  webhook_wrong_secret: 'other secret',
  webhook_lost_acknowledgement: 'answer lost, comes again',
  webhook_delay: 'comes late',
  webhook_drop: 'never comes',
};
const EXCHANGES: Readonly<Record<string, string>> = {
  exchange_down: 'down',
  reject_orders: 'rejects an order',
  partial_fills: 'fills a part',
  late_fills: 'fills come late',
  duplicate_fills: 'fills come twice',
  lost_acknowledgements: 'order not confirmed',
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
