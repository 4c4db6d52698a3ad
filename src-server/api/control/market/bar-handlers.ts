/**
 * `/sim/bars` and `/sim/market/quotes`: charts of any listing over any time up to the present, and current quotes of
 * many listings (decision L).
 */

import type { marketOperations } from '../../../contract/control/market/market-operations.ts';
import { type BarList, MAX_BARS, MAX_QUOTES, type QuoteList } from '../../../contract/control/market/market-prices.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant, parseDuration, parseInstant } from '../../../domain/numbers/instant.ts';
import { type ListedBars, listBars } from '../../../engine/market/list-bars.ts';
import { readQuotes, type WatchedQuote, type WatchList } from '../../../engine/market/read-quotes.ts';
import { mapOutcome } from '../../../engine/outcome.ts';
import type { HandlersFor } from '../../services.ts';

type BarRows = Pick<typeof marketOperations, 'getBars' | 'getQuotes'>;

const DAY_MS = 86_400_000;

export const barHandlers: HandlersFor<BarRows, 'world'> = {
  getBars({ world, query: { isin, exchange, from, to, interval, limit }, nowMs }) {
    const input = {
      isin,
      exchange,
      fromMs: from === undefined ? null : parseInstant(from),
      toMs: to === undefined ? null : parseInstant(to),
      intervalMs: interval === '1w' ? 7 * DAY_MS : (parseDuration(interval) ?? DAY_MS),
      limit: limit ?? null,
      maxBars: MAX_BARS,
    };
    return mapOutcome(listBars(world, input, nowMs), (bars) => ({ isin, exchange, interval, ...viewBars(bars) }));
  },

  getQuotes: ({ world, query: { listings = null }, nowMs }) =>
    mapOutcome(readQuotes(world, listings, MAX_QUOTES, nowMs), viewQuotes),
};

/** Returns a chart of one listing in the terms of the control plane (decision L). */
function viewBars({ currency, bars }: ListedBars): Pick<BarList, 'currency' | 'bars'> {
  return {
    currency,
    bars: bars.map(({ startMs, openMicro, highMicro, lowMicro, closeMicro, volume }) => ({
      at: formatInstant(startMs),
      open: fromMicro(openMicro),
      high: fromMicro(highMicro),
      low: fromMicro(lowMicro),
      close: fromMicro(closeMicro),
      volume,
    })),
  };
}

/** Returns quotes of many listings in the terms of the control plane (decision L70). */
function viewQuotes({ atMs, quotes, leftOut }: WatchList): QuoteList {
  return { at: formatInstant(atMs), quotes: quotes.map(viewQuote), left_out: leftOut };
}

function viewQuote(quote: WatchedQuote): QuoteList['quotes'][number] {
  const { midMicro, bidMicro, askMicro, previousMicro } = quote;
  return {
    isin: quote.isin,
    exchange: quote.mic,
    currency: quote.currency,
    phase: quote.phase,
    connected: quote.connected,
    halted: quote.halted,
    mid: fromMicro(midMicro),
    bid: fromMicro(bidMicro),
    ask: fromMicro(askMicro),
    spread_bps: ((askMicro - bidMicro) / midMicro) * 10_000,
    previous_close: fromMicro(previousMicro),
    change: midMicro / previousMicro - 1,
    session: quote.sessionDate,
    high: fromMicro(quote.highMicro),
    low: fromMicro(quote.lowMicro),
    volume: quote.volume,
    path: quote.pathMicro.map(fromMicro),
  };
}
