/**
 * Payloads of webhooks and of the event log, and the response that an idempotency key repeats: the engine formats these
 * itself, with the API's field names. All other responses are formatted in `api/views`.
 */

import type { CostParts } from '../domain/costs/cost-parts.ts';
import { coverageOf } from '../domain/identifiers/instrument-coverage.ts';
import type { SpanStatus } from '../domain/market-choices.ts';
import { fromMicro, fromMinor } from '../domain/numbers/exact.ts';
import { formatInstant } from '../domain/numbers/instant.ts';
import { type Overlay, overlayEndMs } from '../market/prices/overlay-registry.ts';
import type { FillRecord, RebalanceRecord } from './records.ts';

const BPS = 10_000;

/** Costs in base currency; `total_bps` of `navMinor`, four decimals. */
export function viewCosts(costs: CostParts, navMinor: number, budgetBps: number | null) {
  return {
    commission: fromMinor(costs.commissionMinor),
    spread: fromMinor(costs.spreadMinor),
    impact: fromMinor(costs.impactMinor),
    fx: fromMinor(costs.fxMinor),
    transaction_tax: fromMinor(costs.transactionTaxMinor),
    total: fromMinor(costs.totalMinor),
    total_bps: navMinor > 0 ? Math.round((costs.totalMinor / navMinor) * BPS * 1e4) / 1e4 : 0,
    budget_bps: budgetBps,
  };
}

export function viewFill(fill: FillRecord, navMinor: number) {
  return {
    fill_id: fill.fillId,
    order_id: fill.orderId,
    exchange: fill.mic,
    quantity: fromMicro(fill.quantityMicro),
    price: fromMicro(fill.priceMicro),
    value: fromMinor(fill.valueMinor),
    costs: viewCosts(fill.costs, navMinor, null),
    filled_at: formatInstant(fill.filledMs),
    mifid_record_id: fill.mifidRecordId,
  };
}

/**
 * Returns the rebalance as it was started, whatever its status is now, so that the same key can get the same response.
 */
export function viewStartedA({
  rebalanceId,
  portfolioId,
  createdMs,
}: Pick<RebalanceRecord, 'rebalanceId' | 'portfolioId' | 'createdMs'>) {
  return {
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    status: 'executing' as const,
    created: toSeconds(createdMs),
  };
}

/** Whole Unix seconds, like all times of a Form A rebalance (decision F8). */
export function viewTimesA({ createdMs, updatedMs, completedMs }: RebalanceRecord) {
  return {
    created: toSeconds(createdMs),
    updated: toSeconds(updatedMs ?? createdMs),
    completed: completedMs === null ? null : toSeconds(completedMs),
  };
}

function toSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000);
}

/** Formats the requested event, with its default instants. */
export function describeMarketEvent(overlay: Overlay) {
  const { marketEventId, subject, kind, amount, byBeta, fromMs, untilMs } = overlay;
  const ofInstrument = { market_event_id: marketEventId, ...instrumentsOf(subject) };
  const ofCurrency = { market_event_id: marketEventId, currency: subject };
  const scaled = byBeta ? { by_beta: true as const } : {};
  const from = formatInstant(fromMs);
  const once = { at: from, ...(untilMs === null ? {} : { until: formatInstant(untilMs) }) };
  const span = { from, until: formatInstant(untilMs ?? fromMs) };
  switch (kind) {
    case 'jump':
      return { ...ofInstrument, kind, size: amount, ...scaled, ...once };
    case 'trend':
      return { ...ofInstrument, kind, rate_per_day: amount, ...scaled, ...span };
    case 'volatility':
      return { ...ofInstrument, kind, factor: amount, ...span };
    case 'volume':
      return { ...ofInstrument, kind, factor: amount, ...span };
    case 'fx_jump':
      return { ...ofCurrency, kind, size: amount, ...once };
    case 'fx_trend':
      return { ...ofCurrency, kind, rate_per_day: amount, ...span };
    case 'fx_volatility':
      return { ...ofCurrency, kind, factor: amount, ...span };
  }
}

export function marketEventStatus(overlay: Overlay, nowMs: number): SpanStatus {
  const { fromMs, endedMs } = overlay;
  if (endedMs !== null && endedMs < fromMs) return 'cancelled';
  if (nowMs < fromMs) return 'scheduled';
  return nowMs < overlayEndMs(overlay) ? 'active' : 'over';
}

/** Returns the subject of an event, under its field name in the event log. */
export function marketEventSubject({ kind, subject }: Pick<Overlay, 'kind' | 'subject'>) {
  return kind.startsWith('fx_') ? { currency: subject } : instrumentsOf(subject);
}

/** Returns the instrument, or the covered ones. */
function instrumentsOf(subject: string) {
  const coverage = coverageOf(subject);
  return coverage === null ? { isin: subject } : { instruments: coverage };
}
