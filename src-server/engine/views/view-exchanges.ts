/** Exchanges as the control plane shows them: when they trade, their connections, their settings, their depth. */

import { invariant } from '../../domain/invariant.ts';
import { fromMicro, fromMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { TradingCalendar } from '../../market/calendar/calendar.ts';
import type { Exchange, Latency, VenueSettings } from '../../market/data/market-data.ts';
import { createDepthLadder } from '../../market/exchange/depth-ladder.ts';
import { isActiveFault, type MarketFault } from '../../market/faults/fault.ts';
import { createVolumeFactor } from '../../market/prices/overlaid-volumes.ts';
import { accepted, type Outcome, refused } from '../outcome.ts';
import type { World } from '../world.ts';

export function listExchanges(world: World, nowMs: number) {
  return { exchanges: [...world.market.exchanges.values()].map((exchange) => view(world, exchange, nowMs)) };
}

/** 404 for an unknown MIC. */
export function viewExchange(world: World, mic: string, nowMs: number): Outcome<ReturnType<typeof view>> {
  const exchange = world.market.exchanges.get(mic);
  if (exchange === undefined) return refused('not_found', `There is no exchange ${mic}.`);
  return accepted(view(world, exchange, nowMs));
}

/** The synthetic book around a listing's quote, as an order would meet it now; 400 where it is not listed. */
export function viewDepth(world: World, isin: string, mic: string, nowMs: number) {
  const instrument = world.market.instruments.get(isin);
  const exchange = world.market.exchanges.get(mic);
  if (instrument === undefined || exchange === undefined || !instrument.listings.includes(mic)) {
    return refused('invalid_request', `${isin} is not listed on ${mic}.`, [
      { path: '/exchange', issue: 'does not list this ISIN' },
    ]);
  }
  const { midMicro, bidMicro, askMicro } = world.prices.quote(isin, mic, nowMs);
  const ladder = createDepthLadder(world.kernel.seed, world.market, createVolumeFactor(world.overlays));
  const levels = (side: 'buy' | 'sell', touchMicro: number) =>
    ladder({ isin, mic, side }, touchMicro, nowMs).map(({ priceMicro, quantityMicro }) => ({
      price: fromMicro(priceMicro),
      quantity: fromMicro(quantityMicro),
    }));
  return accepted({
    isin,
    exchange: mic,
    currency: exchange.currency as string,
    at: formatInstant(nowMs),
    phase: phaseOf(calendarOf(world, mic), nowMs),
    halted: world.faults.active('halt_instrument', mic, isin, nowMs) !== null,
    mid: fromMicro(midMicro),
    bids: levels('sell', bidMicro),
    asks: levels('buy', askMicro),
  });
}

function view(world: World, exchange: Exchange, nowMs: number) {
  const { mic, name, city, currency, timeZone } = exchange;
  const calendar = calendarOf(world, mic);
  const settings = world.venues.get(mic);
  invariant(settings, `exchange ${mic} has no settings`);
  const line = world.connections.status(mic, nowMs);
  const active = world.faults.all().filter((fault) => isActiveFault(fault, nowMs) && isAtExchange(world, fault, mic));
  return {
    mic,
    name,
    city,
    currency: currency as string,
    time_zone: timeZone,
    connected: line.connected,
    open: calendar.isOpen(nowMs),
    phase: phaseOf(calendar, nowMs),
    next_open_at: formatInstant(calendar.nextOpen(nowMs)),
    next_close_at: formatInstant(calendar.nextClose(nowMs)),
    line: {
      since: line.sinceMs === null ? null : formatInstant(line.sinceMs),
      held: line.isHeld,
      attempts: line.attempts,
      next_attempt_at: line.nextAttemptMs === null ? null : formatInstant(line.nextAttemptMs),
    },
    settings: viewSettings(settings),
    working_orders: world.rebalances.countWorking(mic),
    active_faults: active.map(({ faultId }) => faultId),
  };
}

function viewSettings(settings: VenueSettings) {
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

function viewLatency(latency: Latency) {
  if (latency.kind === 'fixed') return { fixed: latency.ms };
  if (latency.kind === 'uniform') return { min: latency.minMs, max: latency.maxMs };
  return { median: latency.medianMs, sigma: latency.sigma, max: latency.maxMs };
}

export function phaseOf(calendar: TradingCalendar, nowMs: number): 'open' | 'closing_auction' | 'closed' {
  if (calendar.isOpen(nowMs)) return 'open';
  const session = calendar.sessionAt(nowMs);
  const inAuction = session !== null && nowMs >= session.closeMs && nowMs < session.auctionEndMs;
  return inAuction ? 'closing_auction' : 'closed';
}

function calendarOf({ calendars }: World, mic: string): TradingCalendar {
  const calendar = calendars.get(mic);
  invariant(calendar, `exchange ${mic} has no calendar`);
  return calendar;
}

/** A fault of every exchange is one of this one too, unless it is about an instrument that is not listed here. */
function isAtExchange({ market }: World, fault: MarketFault, mic: string): boolean {
  if (fault.mic !== null) return fault.mic === mic;
  return fault.isin === null || (market.instruments.get(fault.isin)?.listings.includes(mic) ?? false);
}
