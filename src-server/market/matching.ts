/**
 * What a simulated venue does with one of our orders: how long messages take, when it trades the next slice, and how
 * much of it at what price. Pure: every draw is named by the order, so nothing depends on who else asks. Keeps no
 * order book and no state; what is filled so far is told to it.
 */
import { drawUniform, streamKey } from '../kernel/streams.ts';
import type { Calendars, TradingCalendar } from './calendar.ts';
import { listingLiquidity } from './liquidity.ts';
import type { LatencyRange, MarketData, VenueSettings } from './market-data.ts';
import type { PriceModel } from './price-model.ts';
import { createTickTable } from './tick-size.ts';
import { createVolumeCurve } from './volume-curve.ts';

/** Quantities in millionths of a share, prices in millionths of the exchange's currency. */
export interface SliceRequest {
  readonly orderId: string;
  readonly isin: string;
  readonly mic: string;
  readonly side: 'buy' | 'sell';
  readonly sliceIndex: number;
  readonly filledMicro: number;
  readonly remainingMicro: number;
  /** Null for a market order. */
  readonly limitPriceMicro: number | null;
  /** Smallest tradable quantity. */
  readonly stepMicro: number;
}

export interface SliceFill {
  readonly quantityMicro: number;
  readonly priceMicro: number;
  readonly midMicro: number;
  /** The ask for a buy, the bid for a sell, before impact. */
  readonly touchMicro: number;
}

/** RangeError for an unknown MIC or listing. */
export interface VenueMatching {
  submitLatencyMs(mic: string, orderId: string): number;
  reportLatencyMs(mic: string, orderId: string, sliceIndex: number): number;
  /** The instant after `instantMs` at which the venue trades this slice; always during continuous trading. */
  nextSliceAt(mic: string, orderId: string, sliceIndex: number, instantMs: number): number;
  /** The fill of a slice, or null: venue closed, nothing left, or the limit would be violated. */
  matchSlice(request: SliceRequest, instantMs: number): SliceFill | null;
}

/** `prices` may be a model with pinned prices. */
export function createVenueMatching(
  seed: number,
  data: MarketData,
  calendars: Calendars,
  prices: Pick<PriceModel, 'quote' | 'dailyVolatility'>,
): VenueMatching {
  const priceSlice = createSlicePricing(data, prices);
  const sizeSlice = createSliceSizing(seed, data, calendars);

  return {
    submitLatencyMs(mic, orderId) {
      return drawLatencyMs(seed, 'market.submit-latency', orderId, 0, venueOf(data, mic).submitLatency);
    },
    reportLatencyMs(mic, orderId, sliceIndex) {
      return drawLatencyMs(seed, 'market.report-latency', orderId, sliceIndex, venueOf(data, mic).reportLatency);
    },
    nextSliceAt(mic, orderId, sliceIndex, instantMs) {
      const jitter = drawUniform(streamKey(seed, 'market.slice-time', orderId), sliceIndex);
      return nextSliceAt(calendarOf(calendars, mic), venueOf(data, mic).sliceIntervalMs, jitter, instantMs);
    },
    matchSlice(request, instantMs) {
      if (request.remainingMicro <= 0 || !calendarOf(calendars, request.mic).isOpen(instantMs)) return null;
      return priceSlice(request, sizeSlice(request, instantMs), instantMs);
    },
  };
}

/** Quantity of a slice: our share of the volume since the last one, with noise, in whole steps. */
function createSliceSizing(seed: number, data: MarketData, calendars: Calendars) {
  const volumes = createVolumeCurve(data, calendars);
  return (request: SliceRequest, instantMs: number): number => {
    const { isin, mic, stepMicro, remainingMicro } = request;
    const venue = venueOf(data, mic);
    const noise = 0.5 + drawUniform(streamKey(seed, 'market.slice-volume', request.orderId), request.sliceIndex);
    const volume = volumes.expectedVolume(isin, mic, instantMs - venue.sliceIntervalMs, instantMs);
    const shareMicro = venue.participation * volume * noise * 1_000_000;
    const wholeSteps = Math.max(1, Math.floor(shareMicro / stepMicro)) * stepMicro;
    return Math.min(remainingMicro, wholeSteps);
  };
}

/** Price of a slice: the touch plus square-root impact of all the order has taken, adversely rounded to the tick. */
function createSlicePricing(data: MarketData, prices: Pick<PriceModel, 'quote' | 'dailyVolatility'>) {
  const ticks = createTickTable(data.tickSizes);
  return (request: SliceRequest, quantityMicro: number, instantMs: number): SliceFill | null => {
    const { isin, mic, side, limitPriceMicro } = request;
    const instrument = data.instruments.get(isin);
    if (instrument === undefined) throw new RangeError(`unknown instrument ${isin}`);
    const { midMicro, bidMicro, askMicro } = prices.quote(isin, mic, instantMs);
    const { band, dailyVolume } = listingLiquidity(data, instrument, mic);
    const taken = (request.filledMicro + quantityMicro) / 1_000_000;
    const impact = data.simulation.impactCoefficient * prices.dailyVolatility(isin) * Math.sqrt(taken / dailyVolume);
    const touchMicro = side === 'buy' ? askMicro : bidMicro;
    const priceMicro =
      side === 'buy'
        ? ticks.ceilToTick(touchMicro * (1 + impact), band)
        : ticks.floorToTick(Math.max(1, touchMicro * (1 - impact)), band);
    if (limitPriceMicro !== null && violates(side, priceMicro, limitPriceMicro)) return null;
    return { quantityMicro, priceMicro, midMicro, touchMicro };
  };
}

function nextSliceAt(calendar: TradingCalendar, intervalMs: number, jitter: number, instantMs: number): number {
  // Between 80 % and 120 % of the interval, so that orders do not move in step.
  const candidateMs = instantMs + Math.max(1, Math.round(intervalMs * (0.8 + 0.4 * jitter)));
  if (calendar.isOpen(candidateMs)) return candidateMs;
  return calendar.nextOpen(candidateMs) + Math.floor(intervalMs * jitter);
}

function violates(side: 'buy' | 'sell', priceMicro: number, limitPriceMicro: number): boolean {
  return side === 'buy' ? priceMicro > limitPriceMicro : priceMicro < limitPriceMicro;
}

function drawLatencyMs(seed: number, purpose: string, orderId: string, index: number, range: LatencyRange): number {
  const uniform = drawUniform(streamKey(seed, purpose, orderId), index);
  return range.minMs + Math.floor(uniform * (range.maxMs - range.minMs + 1));
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
