/**
 * Decides when the simulated public trades occur and on which side: one per slot of a session, at a seeded offset.
 * Finds the latest one; does not compute prices.
 */
import { drawUint32, drawUniform, type StreamKey } from '../../kernel/streams.ts';
import type { TradingCalendar } from './calendar.ts';
import { DAY_MS } from './civil-date.ts';
import type { TradingSession } from './trading-session.ts';

interface TradeTime {
  readonly at: number;
  readonly side: 'bid' | 'ask';
}

/** Returns the latest trade at or before an instant, drawn from the listing's own streams. */
export function latestTradeTime(
  key: StreamKey,
  calendar: TradingCalendar,
  dailyTrades: number,
  instantMs: number,
): TradeTime {
  const session = calendar.latestSession(instantMs);
  const slots = slotsOf(session, dailyTrades);
  // The last slot that begins before the next millisecond: a trade at the very beginning of a slot is stamped just
  // before it if the slot's boundary is not a whole millisecond.
  const slot = Math.min(Math.ceil((instantMs - session.openMs + 1) / slots.lengthMs) - 1, slots.count - 1);
  const trade = tradeInSlot(key, session, slots, slot);
  if (trade.at <= instantMs) return trade;
  if (slot > 0) return tradeInSlot(key, session, slots, slot - 1);
  const previous = calendar.previousSession(session.openMs);
  const previousSlots = slotsOf(previous, dailyTrades);
  return tradeInSlot(key, previous, previousSlots, previousSlots.count - 1);
}

interface Slots {
  readonly lengthMs: number;
  readonly count: number;
}

/** No listing has trades more often than this; finer slots would take draws and add nothing. */
const SHORTEST_SLOT_MS = 5000;

function slotsOf(session: TradingSession, dailyTrades: number): Slots {
  const sessionMs = session.closeMs - session.openMs;
  const lengthMs = Math.min(sessionMs, Math.max(SHORTEST_SLOT_MS, sessionMs / dailyTrades));
  return { lengthMs, count: Math.max(1, Math.floor(sessionMs / lengthMs)) };
}

function tradeInSlot(key: StreamKey, session: TradingSession, slots: Slots, slot: number): TradeTime {
  // A day has fewer than 2^16 slots of five seconds, and each trade uses two draws.
  const index = Math.floor(session.openMs / DAY_MS) * 131_072 + slot * 2;
  const offsetMs = (slot + drawUniform(key, index)) * slots.lengthMs;
  return {
    at: session.openMs + Math.floor(offsetMs),
    side: (drawUint32(key, index + 1) & 1) === 0 ? 'bid' : 'ask',
  };
}
