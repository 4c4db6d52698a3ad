/** `/sim/bars` and `/sim/market/quotes`: charts of any listing over any time up to now, and many listings now (decision L). */

import type { Router } from 'express';
import { marketOperations } from '../../../contract/control/market/market-operations.ts';
import {
  type BarList,
  barQuery,
  MOST_BARS,
  MOST_QUOTES,
  type QuoteList,
  quotesQuery,
} from '../../../contract/control/market/market-prices.ts';
import { parseDuration, parseInstant } from '../../../domain/numbers/instant.ts';
import { viewBars } from '../../../engine/views/view-bars.ts';
import { viewQuotes } from '../../../engine/views/view-quotes.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';

export interface BarRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

export function addBarRoutes(router: Router, { world, driver }: BarRouteDependencies): void {
  addOperation(router, marketOperations.getBars, (request, response) => {
    const { isin, exchange, from, to, interval, limit } = parseQuery(request, barQuery);
    const input = {
      isin,
      exchange,
      fromMs: from === undefined ? null : parseInstant(from),
      toMs: to === undefined ? null : parseInstant(to),
      intervalMs: interval === '1w' ? 7 * DAY_MS : (parseDuration(interval) ?? DAY_MS),
      limit: limit ?? null,
      mostBars: MOST_BARS,
    };
    const answer: BarList = { isin, exchange, interval, ...acceptedOf(viewBars(world, input, driver.nowMs())) };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, marketOperations.getQuotes, (request, response) => {
    const { listings = null } = parseQuery(request, quotesQuery);
    const answer: QuoteList = acceptedOf(viewQuotes(world, listings, MOST_QUOTES, driver.nowMs()));
    sendJson(request, response, 200, answer);
  });
}

const DAY_MS = 86_400_000;
