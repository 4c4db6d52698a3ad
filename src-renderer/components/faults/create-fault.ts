/** The requests that set a fault, each kind with the fields that it knows of all that a form or an ended fault has. Pure. */
import type { Schemas } from '../../api/api-client.ts';

type CreateFault = Schemas['CreateFault'];

interface Extent {
  readonly when: { readonly from?: string; readonly until?: string; readonly for?: string };
  /** Only kinds that hit one thing after the other have these. */
  readonly hits: { readonly share?: number; readonly count?: number };
}

/** Of faults on the wire, which may spare the first so many. */
interface WireExtent extends Pick<Extent, 'when'> {
  readonly hits: Extent['hits'] & { readonly skip?: number };
}

interface MarketParts extends Extent {
  readonly where: { readonly exchange?: string; readonly isin?: string };
  /** In the unit of the service; of kinds that have a number. */
  readonly amount: number;
  readonly cancelled: { readonly cancel_orders?: boolean };
}

export function createMarketFault(kind: Schemas['MarketFault']['kind'], parts: MarketParts): CreateFault {
  const { where, when, hits, amount, cancelled } = parts;
  switch (kind) {
    case 'exchange_down':
      return { kind, exchange: where.exchange ?? '', ...cancelled, ...when };
    case 'exchange_slow':
      return { kind, added_ms: amount, ...where, ...when, ...hits };
    case 'partial_fills':
      return { kind, fill_share: amount, ...where, ...when, ...hits };
    case 'late_fills':
      return { kind, delay_ms: amount, ...where, ...when, ...hits };
    case 'settlement_fail':
      return { kind, days_late: amount, ...where, ...when, ...hits };
    case 'wide_spread':
      return { kind, factor: amount, ...where, ...when };
    case 'crossed_quotes':
      return { kind, bps: amount, ...where, ...when };
    case 'halt_instrument':
      return { kind, ...where, isin: where.isin ?? '', ...when };
    case 'stale_prices':
      return { kind, ...where, ...when };
    case 'reject_orders':
    case 'lost_acknowledgements':
    case 'duplicate_fills':
    case 'reordered_fills':
      return { kind, ...where, ...when, ...hits };
  }
}

type OfInterface = Schemas['InterfaceFault'];

interface InterfaceParts extends WireExtent {
  readonly match: { readonly match?: Schemas['RequestMatch'] };
  readonly error: Required<Pick<OfInterface, 'code'>> & Pick<OfInterface, 'message' | 'retry_after_s'>;
  readonly latency: Required<OfInterface>['latency_ms'];
  readonly overMs: number;
  readonly truncation: Pick<OfInterface, 'keep'>;
  readonly processed: Pick<OfInterface, 'after_processing'>;
  readonly contentType: string;
  readonly stub: Required<Pick<OfInterface, 'answer'>> & Pick<OfInterface, 'before' | 'delay_ms' | 'priority'>;
}

export function createInterfaceFault(kind: OfInterface['kind'], parts: InterfaceParts): CreateFault {
  const extent = { ...parts.match, ...parts.when, ...parts.hits };
  switch (kind) {
    case 'api_error':
      return { kind, ...parts.error, ...extent };
    case 'api_latency':
      return { kind, latency_ms: parts.latency, ...extent };
    case 'api_slow_drip':
      return { kind, over_ms: parts.overMs, ...extent };
    case 'api_truncated_body':
      return { kind, ...parts.truncation, ...extent };
    case 'api_connection_reset':
    case 'api_hang':
      return { kind, ...parts.processed, ...extent };
    case 'api_wrong_content_type':
      return { kind, content_type: parts.contentType, ...extent };
    case 'api_stub':
      return { kind, ...parts.stub, ...extent };
    case 'api_empty_answer':
    case 'api_malformed_body':
      return { kind, ...extent };
  }
}

interface WebhookParts extends WireExtent {
  readonly match: { readonly match?: Schemas['WebhookMatch'] };
  readonly delay: string;
  readonly stale: { readonly age?: string };
}

export function createWebhookFault(kind: Schemas['WebhookFault']['kind'], parts: WebhookParts): CreateFault {
  const extent = { ...parts.match, ...parts.when, ...parts.hits };
  switch (kind) {
    case 'webhook_delay':
      return { kind, delay: parts.delay, ...extent };
    case 'webhook_stale_timestamp':
      return { kind, ...parts.stale, ...extent };
    default:
      return { kind, ...extent };
  }
}
