/**
 * A price model in which loaded series replace the simulated prices of their listings, from their first row to their
 * last. Market events and pins apply to it as to the simulated prices.
 */
import type { Calendars } from '../calendar/calendar.ts';
import { overlaidTrade } from '../prices/overlaid-trade.ts';
import type { PriceModel } from '../prices/price-model.ts';
import type { Quote } from '../prices/quote.ts';
import type { SeriesRegistry, SeriesRow } from '../prices/series-registry.ts';

/** `series` are read on every call. Errors are those of `model`. */
export function withSeries(
  model: PriceModel,
  calendars: Calendars,
  series: Pick<SeriesRegistry, 'at' | 'isEmpty'>,
): PriceModel {
  function rowAt(isin: string, mic: string, instantMs: number): SeriesRow | null {
    if (series.isEmpty) return null;
    // A closed listing shows the price of its last open instant, loaded or simulated, in present shares.
    return series.at(isin, mic, calendars.get(mic)?.lastOpenInstant(instantMs) ?? instantMs, instantMs);
  }
  function quoteOf({ midMicro, bidMicro, askMicro }: SeriesRow, isin: string, mic: string, instantMs: number): Quote {
    if (bidMicro !== null && askMicro !== null) return { midMicro, bidMicro, askMicro };
    return model.quoteAround(isin, mic, midMicro, instantMs);
  }

  return {
    ...model,
    midMicro: (isin, mic, instantMs) => rowAt(isin, mic, instantMs)?.midMicro ?? model.midMicro(isin, mic, instantMs),
    quote(isin, mic, instantMs) {
      const row = rowAt(isin, mic, instantMs);
      return row === null ? model.quote(isin, mic, instantMs) : quoteOf(row, isin, mic, instantMs);
    },
    lastTrade(isin, mic, instantMs) {
      const trade = model.lastTrade(isin, mic, instantMs);
      const row = rowAt(isin, mic, trade.at);
      return row === null ? trade : overlaidTrade(model, isin, mic, trade, quoteOf(row, isin, mic, trade.at));
    },
  };
}
