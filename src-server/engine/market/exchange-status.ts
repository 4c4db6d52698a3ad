/** Reports the state of exchanges at an instant: when they trade, their connections, their settings, their depth. */

import { invariant } from '../../domain/invariant.ts';
import type { MARKET_PHASES } from '../../domain/market-choices.ts';
import type { TradingCalendar } from '../../market/calendar/calendar.ts';
import type { Exchange, VenueSettings } from '../../market/data/market-data.ts';
import { createDepthLadder } from '../../market/exchange/depth-ladder.ts';
import type { ConnectionStatus } from '../../market/exchange/exchange-connections.ts';
import { isActiveFault, type MarketFault } from '../../market/faults/fault.ts';
import { createVolumeFactor } from '../../market/prices/overlaid-volumes.ts';
import { accepted, type Outcome, refused } from '../outcome.ts';
import type { World } from '../world.ts';

export type MarketPhase = (typeof MARKET_PHASES)[number];

export interface ExchangeStatus {
  readonly exchange: Exchange;
  readonly isOpen: boolean;
  readonly phase: MarketPhase;
  readonly nextOpenMs: number;
  readonly nextCloseMs: number;
  readonly connection: ConnectionStatus;
  readonly settings: VenueSettings;
  readonly workingOrders: number;
  readonly activeFaultIds: readonly string[];
}

export function exchangeStatuses(world: World, nowMs: number): ExchangeStatus[] {
  return [...world.market.exchanges.values()].map((exchange) => statusOf(world, exchange, nowMs));
}

/** Refused with 404 for an unknown MIC. */
export function exchangeStatus(world: World, mic: string, nowMs: number): Outcome<ExchangeStatus> {
  const exchange = world.market.exchanges.get(mic);
  if (exchange === undefined) return refused('not_found', `There is no exchange ${mic}.`);
  return accepted(statusOf(world, exchange, nowMs));
}

export interface DepthLevel {
  readonly priceMicro: number;
  readonly quantityMicro: number;
}

export interface MarketDepth {
  readonly isin: string;
  readonly mic: string;
  readonly currency: string;
  readonly atMs: number;
  readonly phase: MarketPhase;
  readonly halted: boolean;
  readonly midMicro: number;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

/**
 * Returns the synthetic order book around a listing's quote, as an order would get it now: empty once it was delisted.
 * Refused with 400 if it is not listed.
 */
export function marketDepth(world: World, isin: string, mic: string, nowMs: number): Outcome<MarketDepth> {
  const instrument = world.market.instruments.get(isin);
  const exchange = world.market.exchanges.get(mic);
  if (instrument === undefined || exchange === undefined || !instrument.listings.includes(mic)) {
    return refused('invalid_request', `${isin} is not listed on ${mic}.`, [
      { path: '/exchange', issue: 'does not list this ISIN' },
    ]);
  }
  const { midMicro, bidMicro, askMicro } = world.prices.quote(isin, mic, nowMs);
  const ladder = createDepthLadder(world.kernel.seed, world.market, createVolumeFactor(world.overlays));
  const isTraded = world.instrumentChanges.delistedMs(isin) === null;
  return accepted({
    isin,
    mic,
    currency: exchange.currency,
    atMs: nowMs,
    phase: phaseOf(calendarOf(world, mic), nowMs),
    halted: world.faults.active('halt_instrument', mic, isin, nowMs) !== null,
    midMicro,
    bids: isTraded ? ladder({ isin, mic, side: 'sell' }, bidMicro, nowMs) : [],
    asks: isTraded ? ladder({ isin, mic, side: 'buy' }, askMicro, nowMs) : [],
  });
}

function statusOf(world: World, exchange: Exchange, nowMs: number): ExchangeStatus {
  const { mic } = exchange;
  const calendar = calendarOf(world, mic);
  const settings = world.venues.get(mic);
  invariant(settings, `exchange ${mic} has no settings`);
  const active = world.faults.all().filter((fault) => isActiveFault(fault, nowMs) && isAtExchange(world, fault, mic));
  return {
    exchange,
    isOpen: calendar.isOpen(nowMs),
    phase: phaseOf(calendar, nowMs),
    nextOpenMs: calendar.nextOpen(nowMs),
    nextCloseMs: calendar.nextClose(nowMs),
    connection: world.connections.status(mic, nowMs),
    settings,
    workingOrders: world.rebalances.countWorking(mic),
    activeFaultIds: active.map(({ faultId }) => faultId),
  };
}

export function phaseOf(calendar: TradingCalendar, nowMs: number): MarketPhase {
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

/** A fault of every exchange also applies to this exchange, unless its instrument is not listed here. */
function isAtExchange({ market }: World, fault: MarketFault, mic: string): boolean {
  if (fault.mic !== null) return fault.mic === mic;
  return fault.isin === null || (market.instruments.get(fault.isin)?.listings.includes(mic) ?? false);
}
