/**
 * `/sim/market/fx/…` and `/sim/market/calendars`: rates over time and sessions of a month, to look at (decisions L73,
 * L74).
 */

import type { Router } from 'express';
import { calendarQuery } from '../../../contract/control/market/market-calendars.ts';
import { marketOperations } from '../../../contract/control/market/market-operations.ts';
import {
  type RatePath,
  type RateSpan,
  type RateTable,
  ratePathQuery,
} from '../../../contract/control/market/market-rates.ts';
import { parseInstant } from '../../../domain/numbers/instant.ts';
import { calendarMonth } from '../../../engine/market/calendar-month.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewCalendars } from '../../views/market/view-calendars.ts';
import { viewCrossRates, viewRatePath } from '../../views/market/view-rate-path.ts';

export interface MarketViewRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

const DAY_MS = 86_400_000;
const SPAN_MS: Readonly<Record<RateSpan, number>> = {
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
  '1m': 30 * DAY_MS,
  '1y': 365 * DAY_MS,
  '5y': 5 * 365 * DAY_MS,
};

export function addMarketViewRoutes(router: Router, { world, driver }: MarketViewRouteDependencies): void {
  addOperation(router, marketOperations.getRateTable, (request, response) => {
    const answer: RateTable = viewCrossRates(world, driver.nowMs());
    sendJson(request, response, 200, answer);
  });
  addOperation(router, marketOperations.getRatePath, (request, response) => {
    const { currency, span } = parseQuery(request, ratePathQuery);
    const path = acceptedOf(viewRatePath(world, currency, SPAN_MS[span], driver.nowMs()));
    const answer: RatePath = { span, ...path };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, marketOperations.listCalendars, (request, response) => {
    const { month } = parseQuery(request, calendarQuery);
    const nowMs = driver.nowMs();
    const monthMs = parseInstant(`${month ?? ''}-01T00:00:00Z`) ?? nowMs;
    sendJson(request, response, 200, viewCalendars(calendarMonth(world, monthMs, nowMs)));
  });
}
