/**
 * Closing auctions: at a seeded instant of an auction's last half minute, the remaining orders trade at one price,
 * which is the last trade of the day. Computes that instant and that price, both pure; does not know orders.
 */
import { drawUniform, type StreamKey, streamKey } from '../../kernel/streams.ts';
import type { Calendars } from '../calendar/calendar.ts';
import { DAY_MS } from '../calendar/civil-date.ts';
import type { TradingSession } from '../calendar/trading-session.ts';
import type { MarketData } from '../data/market-data.ts';
import { listingLiquidity } from '../prices/liquidity.ts';
import type { PriceModel } from '../prices/price-model.ts';
import { createTickTable } from '../prices/tick-size.ts';

/** Longest time before its end at which an auction uncrosses. */
const RANDOM_END_MS = 30_000;

export interface ClosingAuctions {
  /** Returns when a session's auction uncrosses: after the close, before the end of the auction. */
  uncrossMs(isin: string, mic: string, session: TradingSession): number;
  /** Returns the auction's price, on the tick grid, at most half a spread and half a tick from the mid of the close. */
  priceMicro(prices: Pick<PriceModel, 'quote'>, isin: string, mic: string, session: TradingSession): number;
}

export function createClosingAuctions(seed: number, data: MarketData): ClosingAuctions {
  const ticks = createTickTable(data.tickSizes);
  const keys = new Map<string, StreamKey>();
  function draw(isin: string, mic: string, session: TradingSession, which: 0 | 1): number {
    const name = `${isin}:${mic}`;
    const key = keys.get(name) ?? streamKey(seed, 'market.auction', name);
    keys.set(name, key);
    return drawUniform(key, Math.floor(session.openMs / DAY_MS) * 2 + which);
  }
  return {
    uncrossMs(isin, mic, session) {
      const spanMs = Math.min(RANDOM_END_MS, session.auctionEndMs - session.closeMs - 2);
      return session.auctionEndMs - 1 - Math.floor(draw(isin, mic, session, 0) * spanMs);
    },
    priceMicro(prices, isin, mic, session) {
      const instrument = data.instruments.get(isin);
      if (instrument === undefined) throw new RangeError(`unknown instrument ${isin}`);
      const { midMicro, bidMicro, askMicro } = prices.quote(isin, mic, session.closeMs);
      const aimMicro = midMicro + (draw(isin, mic, session, 1) - 0.5) * Math.abs(askMicro - bidMicro);
      const { band } = listingLiquidity(data, instrument, mic);
      return ticks.floorToTick(aimMicro + ticks.tickMicro(Math.max(1, aimMicro), band) / 2, band);
    },
  };
}

/**
 * Returns `model` with each day's auction as its last trade, once it has uncrossed. `heldBy` returns the pin that holds
 * a price at an instant: a pin that began after an auction replaces the auction's price.
 */
export function withClosingAuctions(
  model: PriceModel,
  calendars: Calendars,
  auctions: ClosingAuctions,
  pinAt: (isin: string, instantMs: number) => object | null = () => null,
): PriceModel {
  return {
    ...model,
    lastTrade(isin, mic, instantMs) {
      const trade = model.lastTrade(isin, mic, instantMs);
      const calendar = calendars.get(mic);
      if (calendar === undefined) return trade;
      const latest = calendar.latestSession(instantMs);
      const hasUncrossed = instantMs > latest.closeMs && instantMs >= auctions.uncrossMs(isin, mic, latest);
      // Yesterday's auction stays the last trade until today's first one, which may come minutes after the opening.
      const session = hasUncrossed ? latest : calendar.previousSession(latest.openMs);
      if (trade.at > session.auctionEndMs) return trade;
      const at = auctions.uncrossMs(isin, mic, session);
      const pin = pinAt(isin, instantMs);
      if (pin !== null && pin !== pinAt(isin, at)) return trade;
      return { priceMicro: auctions.priceMicro(model, isin, mic, session), at };
    },
  };
}
