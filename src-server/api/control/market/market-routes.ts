/** `/sim/market`: hold mids and exchange rates, lay events over them, load prices (decision L). */

import type { Router } from 'express';
import {
  createMarketEvent,
  createPin,
  type DeletedPin,
  endMarketEventQuery,
  type MarketEventList,
  type MarketEventView,
  type NewPin,
  type PinList,
} from '../../../contract/control/market/market-control.ts';
import { marketOperations } from '../../../contract/control/market/market-operations.ts';
import type { RateList, SeriesLoaded } from '../../../contract/control/market/market-prices.ts';
import { pageQuery } from '../../../contract/fields/paging.ts';
import { addMarketEvent } from '../../../engine/commands/market/add-market-event.ts';
import { endMarketEvent, takeBackJump } from '../../../engine/commands/market/end-market-event.ts';
import { describeSeries, loadSeries } from '../../../engine/commands/market/load-series.ts';
import { isRatePin, pinPrice } from '../../../engine/commands/market/pin-price.ts';
import { unpinPrice } from '../../../engine/commands/market/unpin-price.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { toMarketEvent } from '../../../scenario/run/market-event.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { readCsv } from '../../http/bodies/read-large-body.ts';
import { pageOf } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewMarketEvent } from '../../views/market/view-market-events.ts';
import { listPins, viewPin } from '../../views/market/view-pins.ts';
import { listRates } from '../../views/market/view-rates.ts';

export interface MarketRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

export function addMarketRoutes(router: Router, service: MarketRouteDependencies): void {
  addPinRoutes(router, service);
  addMarketEventRoutes(router, service);
  addSeriesRoute(router, service);
}

function addPinRoutes(router: Router, { world, driver }: MarketRouteDependencies): void {
  addOperation(router, marketOperations.listPins, (request, response) => {
    const answer: PinList = listPins(world);
    sendJson(request, response, 200, answer);
  });
  addOperation(router, marketOperations.pinPrice, readJson, (request, response) => {
    const body = parseBody(request, createPin);
    driver.nowMs();
    const answer: NewPin = viewPin(acceptedOf(pinPrice(world, body)));
    sendJson(request, response, 201, answer);
  });
  addOperation(router, marketOperations.listRates, (request, response) => {
    const answer: RateList = listRates(world, driver.nowMs());
    sendJson(request, response, 200, answer);
  });
  addOperation(router, marketOperations.unpinPrice, (request, response) => {
    const { isin } = request.params;
    driver.nowMs();
    const released = acceptedOf(unpinPrice(world, isin));
    const answer: DeletedPin = { ...(isRatePin(released) ? { currency: isin } : { isin }), deleted: true };
    sendJson(request, response, 200, answer);
  });
}

function addMarketEventRoutes(router: Router, { world, driver }: MarketRouteDependencies): void {
  addOperation(router, marketOperations.listMarketEvents, (request, response) => {
    const nowMs = driver.nowMs();
    const { rows, next } = pageOf(
      world.marketEvents.all(),
      parseQuery(request, pageQuery),
      ({ marketEventId }) => marketEventId,
    );
    const answer: MarketEventList = { market_events: rows.map((overlay) => viewMarketEvent(overlay, nowMs)), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, marketOperations.addMarketEvent, readJson, (request, response) => {
    const input = toMarketEvent(parseBody(request, createMarketEvent));
    driver.nowMs();
    const answer: MarketEventView = viewMarketEvent(acceptedOf(addMarketEvent(world, input)), world.kernel.nowMs);
    sendJson(request, response, 201, answer);
  });
  addOperation(router, marketOperations.endMarketEvent, (request, response) => {
    driver.nowMs();
    const { take_back: isTakenBack } = parseQuery(request, endMarketEventQuery);
    const end = isTakenBack ? takeBackJump : endMarketEvent;
    const answer: MarketEventView = viewMarketEvent(acceptedOf(end(world, request.params.id)), world.kernel.nowMs);
    sendJson(request, response, 200, answer);
  });
}

function addSeriesRoute(router: Router, { world, driver }: MarketRouteDependencies): void {
  addOperation(router, marketOperations.loadSeries, readCsv, (request, response) => {
    driver.nowMs();
    const loaded = acceptedOf(loadSeries(world, typeof request.body === 'string' ? request.body : '', false));
    const answer: SeriesLoaded = { series: loaded.map(describeSeries) };
    sendJson(request, response, 201, answer);
  });
}
