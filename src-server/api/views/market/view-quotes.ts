/** Quotes of many listings as the control plane shows them (decision L70). */
import type { QuoteList } from '../../../contract/control/market/market-prices.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { WatchedQuote, WatchList } from '../../../engine/market/read-quotes.ts';

export function viewQuotes({ atMs, quotes, leftOut }: WatchList): QuoteList {
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
