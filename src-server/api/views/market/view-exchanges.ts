/** Exchanges in the terms of the control plane: their sessions, their connections, their settings, their depth. */
import type { DepthView, ExchangeView } from '../../../contract/control/market/exchange-control.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { DepthLevel, ExchangeStatus, MarketDepth } from '../../../engine/market/exchange-status.ts';
import { viewExchangeSettings } from '../../../scenario/run/exchange-change.ts';

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
    settings: viewExchangeSettings(settings),
    working_orders: status.workingOrders,
    active_faults: [...status.activeFaultIds],
  };
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
