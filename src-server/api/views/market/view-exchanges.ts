/** Exchanges as the control plane shows them: when they trade, their connections, their settings, their depth. */
import type { DepthView, ExchangeView, LatencyView } from '../../../contract/control/market/exchange-control.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { DepthLevel, ExchangeStatus, MarketDepth } from '../../../engine/market/exchange-status.ts';

export function viewExchange({ exchange, connection, settings, ...status }: ExchangeStatus): ExchangeView {
  const { mic, name, city, currency, timeZone } = exchange;
  const { sinceMs, nextAttemptMs } = connection;
  return {
    mic,
    name,
    city,
    currency,
    time_zone: timeZone,
    connected: connection.connected,
    open: status.isOpen,
    phase: status.phase,
    next_open_at: formatInstant(status.nextOpenMs),
    next_close_at: formatInstant(status.nextCloseMs),
    line: {
      since: sinceMs === null ? null : formatInstant(sinceMs),
      held: connection.isHeld,
      attempts: connection.attempts,
      next_attempt_at: nextAttemptMs === null ? null : formatInstant(nextAttemptMs),
    },
    settings: viewSettings(settings),
    working_orders: status.workingOrders,
    active_faults: [...status.activeFaultIds],
  };
}

function viewSettings(settings: ExchangeStatus['settings']): ExchangeView['settings'] {
  const { commission, latency } = settings;
  return {
    commission: {
      bps: commission.bps,
      minimum: fromMinor(commission.minimumMinor),
      cap: fromMinor(commission.capMinor),
    },
    latency_ms: {
      submit: viewLatency(latency.submit),
      acknowledge: viewLatency(latency.acknowledge),
      report: viewLatency(latency.report),
    },
    acknowledge_within_ms: settings.acknowledgeWithinMs,
    participation: settings.participation,
    slice_interval_ms: settings.sliceIntervalMs,
    lot_size: fromMicro(settings.lotMicro),
    day_end: settings.dayEnd,
  };
}

function viewLatency(latency: ExchangeStatus['settings']['latency']['submit']): LatencyView {
  if (latency.kind === 'fixed') return { fixed: latency.ms };
  if (latency.kind === 'uniform') return { min: latency.minMs, max: latency.maxMs };
  return { median: latency.medianMs, sigma: latency.sigma, max: latency.maxMs };
}

export function viewDepth({ isin, mic, currency, atMs, phase, halted, midMicro, bids, asks }: MarketDepth): DepthView {
  return {
    isin,
    exchange: mic,
    currency,
    at: formatInstant(atMs),
    phase,
    halted,
    mid: fromMicro(midMicro),
    bids: bids.map(viewLevel),
    asks: asks.map(viewLevel),
  };
}

function viewLevel({ priceMicro, quantityMicro }: DepthLevel): DepthView['bids'][number] {
  return { price: fromMicro(priceMicro), quantity: fromMicro(quantityMicro) };
}
