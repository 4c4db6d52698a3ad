/**
 * `/sim/bars` and `/sim/market/quotes`: charts of any listing over any time up to now, and many listings now (decision
 * L).
 */

import type { Router } from 'express';
import { marketOperations } from '../../../contract/control/market/market-operations.ts';
import {
  type BarList,
  barQuery,
  MOST_BARS,
  MOST_QUOTES,
  quotesQuery,
} from '../../../contract/control/market/market-prices.ts';
import { parseDuration, parseInstant } from '../../../domain/numbers/instant.ts';
import { listBars } from '../../../engine/market/list-bars.ts';
import { readQuotes } from '../../../engine/market/read-quotes.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewBars } from '../../views/market/view-bars.ts';
import { viewQuotes } from '../../views/market/view-quotes.ts';

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
    const bars = acceptedOf(listBars(world, input, driver.nowMs()));
    const answer: BarList = { isin, exchange, interval, ...viewBars(bars) };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, marketOperations.getQuotes, (request, response) => {
    const { listings = null } = parseQuery(request, quotesQuery);
    const quotes = acceptedOf(readQuotes(world, listings, MOST_QUOTES, driver.nowMs()));
    sendJson(request, response, 200, viewQuotes(quotes));
  });
}

const DAY_MS = 86_400_000;
