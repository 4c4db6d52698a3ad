/**
 * Matching of one of our orders by a simulated exchange: when it trades the next slice, how much of it, and at which
 * prices of the depth ladder. Pure: every draw is named by the order. Has no order book; callers pass the filled
 * quantity and the flow of our own trading.
 */
import { drawUniform, streamKey } from '../../kernel/streams.ts';
import type { Calendars, TradingCalendar } from '../calendar/calendar.ts';
import type { TradingSession } from '../calendar/trading-session.ts';
import { createVolumeCurve } from '../calendar/volume-curve.ts';
import type { MarketData, VenueSettings } from '../data/market-data.ts';
import { listingLiquidity } from '../prices/liquidity.ts';
import { createVolumeFactor, withVolumeEvents } from '../prices/overlaid-volumes.ts';
import type { OverlayRegistry } from '../prices/overlay-registry.ts';
import type { PriceModel } from '../prices/price-model.ts';
import { createTickTable } from '../prices/tick-size.ts';
import type { ClosingAuctions } from './closing-auction.ts';
import { createDepthLadder, type LadderLevel } from './depth-ladder.ts';
import type { ExchangeOrder } from './exchange-order-store.ts';
import { addToFlow, impactShare, type TradedFlow } from './price-impact.ts';

/** The part of an order that matching uses. Quantities in millionths of a share, prices in the exchange's currency. */
export type OrderToMatch = Pick<
  ExchangeOrder,
  'clientOrderId' | 'isin' | 'mic' | 'side' | 'sliceIndex' | 'limitPriceMicro' | 'stepMicro'
> & {
  /** The quantity that may still be filled. */
  readonly remainingMicro: number;
};

export interface SliceMatch {
  /** One for each level taken, best first; none if the limit prevents it. */
  readonly executions: readonly LadderLevel[];
  readonly midMicro: number;
  /** The ask for a buy, the bid for a sell, before impact; the auction's price in an auction. */
  readonly touchMicro: number;
}

/** Throws RangeError for an unknown MIC or listing. */
export interface OrderMatching {
  /**
   * Returns when the exchange trades the slice after `instantMs`: during continuous trading; `null` if the day has no
   * room.
   */
  nextSliceAt(order: OrderToMatch, instantMs: number): number | null;
  /** Returns when the first slice of an order trades after the next opening. */
  firstSliceAfterOpen(order: OrderToMatch, instantMs: number): number;
  /** Matches a slice at an instant of continuous trading; `flow` is weighted for that instant. */
  matchSlice(order: OrderToMatch, flow: TradedFlow, instantMs: number): SliceMatch;
  /** Matches the order in the closing auction of a session. */
  matchAuction(order: OrderToMatch, flow: TradedFlow, session: TradingSession): SliceMatch;
}

/** `prices` are those of the exchanges, with the faults of their quotes; `overlays` determine when volumes change. */
export function createOrderMatching(
  seed: number,
  data: MarketData,
  calendars: Calendars,
  prices: Pick<PriceModel, 'quote' | 'dailyVolatility'>,
  auctions: ClosingAuctions,
  overlays: Pick<OverlayRegistry, 'volumesOf'>,
): OrderMatching {
  const ticks = createTickTable(data.tickSizes);
  const volumeFactor = createVolumeFactor(overlays);
  const ladder = createDepthLadder(seed, data, volumeFactor);
  const volumes = withVolumeEvents(createVolumeCurve(data, calendars), overlays);
  const jitter = (order: OrderToMatch): number =>
    drawUniform(streamKey(seed, 'market.slice-time', order.clientOrderId), order.sliceIndex);

  /** Returns our share of a volume, with noise, in whole steps and at least one. */
  function sliceMicro(order: OrderToMatch, volume: number): number {
    const noise = 0.5 + drawUniform(streamKey(seed, 'market.slice-volume', order.clientOrderId), order.sliceIndex);
    const shareMicro = venueOf(data, order.mic).participation * volume * noise * 1_000_000;
    return Math.min(order.remainingMicro, wholeStepsOf(shareMicro, order));
  }
  /** Returns a price moved by the flow after the slice, rounded adversely to the tick. */
  function pushed(order: OrderToMatch, priceMicro: number, flow: TradedFlow, quantityMicro: number): number {
    const { band } = listingLiquidity(data, instrumentOf(data, order.isin), order.mic);
    const impact = impactShare(data, prices, order, order.side, addToFlow(flow, order.side, quantityMicro));
    return order.side === 'buy'
      ? ticks.ceilToTick(priceMicro * (1 + impact), band)
      : ticks.floorToTick(Math.max(1, priceMicro * (1 - impact)), band);
  }

  return {
    nextSliceAt(order, instantMs) {
      const calendar = calendarOf(calendars, order.mic);
      const atMs = instantMs + intervalMs(venueOf(data, order.mic), jitter(order));
      return calendar.isOpen(atMs) && atMs < calendar.nextClose(instantMs) ? atMs : null;
    },
    firstSliceAfterOpen(order, instantMs) {
      const { sliceIntervalMs } = venueOf(data, order.mic);
      return calendarOf(calendars, order.mic).nextOpen(instantMs) + Math.floor(sliceIntervalMs * jitter(order));
    },
    matchSlice(order, flow, instantMs) {
      const { isin, mic, side } = order;
      const { sliceIntervalMs } = venueOf(data, mic);
      const wantedMicro = sliceMicro(order, volumes.expectedVolume(isin, mic, instantMs - sliceIntervalMs, instantMs));
      const { midMicro, bidMicro, askMicro } = prices.quote(isin, mic, instantMs);
      const touchMicro = side === 'buy' ? askMicro : bidMicro;
      const levels = ladder(order, pushed(order, touchMicro, flow, wantedMicro), instantMs);
      return { executions: walk(order, levels, wantedMicro), midMicro, touchMicro };
    },
    matchAuction(order, flow, session) {
      const { isin, mic } = order;
      const usual = volumes.dailyVolume(isin, mic) * data.simulation.auctionVolumeShare;
      const quantityMicro = sliceMicro(order, usual * volumeFactor(isin, session.closeMs));
      const touchMicro = auctions.priceMicro(prices, isin, mic, session);
      const { midMicro } = prices.quote(isin, mic, session.closeMs);
      const priceMicro = pushed(order, touchMicro, flow, quantityMicro);
      return { executions: walk(order, [{ priceMicro, quantityMicro }], quantityMicro), midMicro, touchMicro };
    },
  };
}

/** Takes level after level until `wantedMicro` is filled or the limit is reached; whole steps from each. */
function walk(order: OrderToMatch, levels: readonly LadderLevel[], wantedMicro: number): LadderLevel[] {
  const executions: LadderLevel[] = [];
  let leftMicro = wantedMicro;
  for (const { priceMicro, quantityMicro } of levels) {
    if (leftMicro === 0 || violates(order, priceMicro)) break;
    const takenMicro = Math.min(leftMicro, wholeStepsOf(quantityMicro, order));
    executions.push({ priceMicro, quantityMicro: takenMicro });
    leftMicro -= takenMicro;
  }
  return executions;
}

/** Rounds to whole steps, at least one. */
function wholeStepsOf(quantityMicro: number, { stepMicro }: OrderToMatch): number {
  return Math.max(1, Math.floor(quantityMicro / stepMicro)) * stepMicro;
}

function violates({ side, limitPriceMicro }: OrderToMatch, priceMicro: number): boolean {
  if (limitPriceMicro === null) return false;
  return side === 'buy' ? priceMicro > limitPriceMicro : priceMicro < limitPriceMicro;
}

/** Draws between 80 % and 120 % of the interval, so that orders do not trade in lockstep. */
function intervalMs({ sliceIntervalMs }: VenueSettings, jitter: number): number {
  return Math.max(1, Math.round(sliceIntervalMs * (0.8 + 0.4 * jitter)));
}

function instrumentOf(data: MarketData, isin: string) {
  const instrument = data.instruments.get(isin);
  if (instrument === undefined) throw new RangeError(`unknown instrument ${isin}`);
  return instrument;
}

function venueOf(data: MarketData, mic: string): VenueSettings {
  const venue = data.venues.get(mic);
  if (venue === undefined) throw new RangeError(`unknown venue ${mic}`);
  return venue;
}

function calendarOf(calendars: Calendars, mic: string): TradingCalendar {
  const calendar = calendars.get(mic);
  if (calendar === undefined) throw new RangeError(`unknown exchange ${mic}`);
  return calendar;
}
