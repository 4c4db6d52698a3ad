/**
 * `/sim/bars` and `/sim/market/quotes`: charts of any listing over any time up to now, and many listings now (decision
 * L).
 */
import type { marketOperations } from '../../../contract/control/market/market-operations.ts';
import { MOST_BARS, MOST_QUOTES } from '../../../contract/control/market/market-prices.ts';
import { parseDuration, parseInstant } from '../../../domain/numbers/instant.ts';
import { listBars } from '../../../engine/market/list-bars.ts';
import { readQuotes } from '../../../engine/market/read-quotes.ts';
import { mapOutcome } from '../../../engine/outcome.ts';
import type { HandlersFor } from '../../services.ts';
import { viewBars } from '../../views/market/view-bars.ts';
import { viewQuotes } from '../../views/market/view-quotes.ts';

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
      mostBars: MOST_BARS,
    };
    return mapOutcome(listBars(world, input, nowMs), (bars) => ({ isin, exchange, interval, ...viewBars(bars) }));
  },

  getQuotes: ({ world, query: { listings = null }, nowMs }) =>
    mapOutcome(readQuotes(world, listings, MOST_QUOTES, nowMs), viewQuotes),
};
