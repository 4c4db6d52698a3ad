/** Milder faults in place of one, the mildest first (decision Q4): each is earlier, shorter or does less. Pure. */
import { type CreateFault, createFault } from '../contract/control/market/faults.ts';
import type { ScheduledFault } from './schedule.ts';

/** Still beyond a second. */
const SHORTER_MS = 1500;

export function milderFaults(fault: ScheduledFault): ScheduledFault[] {
  if ('action' in fault) {
    const { action } = fault;
    return action.skip === 0 ? [] : [{ action: { ...action, skip: 0 } }];
  }
  const { body } = fault;
  const earlier = 'skip' in body && body.skip > 0 ? [{ ...body, skip: 0 }] : [];
  const fewer = 'count' in body && (body.count ?? 2) > 1 && isCounted(body) ? [{ ...body, count: 1 }] : [];
  return [...fewer, ...gentler(body), ...earlier].map((each) => ({ body: createFault.parse(each) }));
}

/** Of an exchange, a count is how long it lasts; of requests and webhooks, how often. */
function isCounted({ kind }: CreateFault): boolean {
  return kind.startsWith('api_') || kind.startsWith('webhook_') || kind === 'reject_orders';
}

/** `at`: where it hits. */
function gentler(body: CreateFault): object[] {
  switch (body.kind) {
    case 'api_connection_reset':
      return body.after_processing ? [{ ...body, after_processing: false }] : [serverError(body)];
    case 'api_hang':
      return [{ ...placeOf(body), kind: 'api_connection_reset', after_processing: body.after_processing }];
    case 'api_stub':
      return body.answer.status < 500 ? [] : [serverError(body)];
    case 'api_latency':
      return typeof body.latency_ms === 'object' && 'fixed' in body.latency_ms && body.latency_ms.fixed > SHORTER_MS
        ? [{ ...body, latency_ms: { fixed: SHORTER_MS } }]
        : [];
    case 'exchange_down':
      return body.for === '1h' ? [{ ...body, for: '10m' }] : [];
    case 'partial_fills':
      return body.fill_share < 0.5 ? [{ ...body, fill_share: 0.5 }] : [];
    case 'late_fills':
      return body.delay_ms > 60_000 ? [{ ...body, delay_ms: 60_000 }] : [];
    case 'webhook_delay':
      return body.delay === '1h' ? [{ ...body, delay: '5m' }] : [];
    default:
      return [];
  }
}

function serverError(body: CreateFault): object {
  return { ...placeOf(body), kind: 'api_error', code: 'internal_error' };
}

function placeOf(body: CreateFault): object {
  const { match, skip, count } = body as { match?: unknown; skip?: unknown; count?: unknown };
  return {
    ...(match === undefined ? {} : { match }),
    ...(skip === undefined ? {} : { skip }),
    ...(count === undefined ? {} : { count }),
  };
}
