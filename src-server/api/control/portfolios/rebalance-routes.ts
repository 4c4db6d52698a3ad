/** `/sim/rebalances`, `/sim/compare` and `/sim/instruments`: rebalances, plans side by side, and what can be traded. */
import type { Router } from 'express';
import { comparePlans as comparePlansSchema } from '../../../contract/control/portfolios/compare.ts';
import {
  type InstrumentList,
  type RebalanceList,
  type RebalanceView,
  rebalancesQuery,
} from '../../../contract/control/portfolios/portfolios.ts';
import { rebalanceOperations } from '../../../contract/control/portfolios/rebalance-operations.ts';
import { cancelOpenOrders } from '../../../engine/commands/rebalances/cancel-open-orders.ts';
import { comparePlans } from '../../../engine/planning/compare-plans.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf, Problem } from '../../http/problem.ts';
import { parseBody, readJson } from '../../http/read-body.ts';
import { sendJson } from '../../http/send-response.ts';
import { listInstruments } from '../../views/market/view-instruments.ts';
import { viewComparison } from '../../views/portfolios/view-comparison.ts';
import { listRebalances, viewRebalance } from '../../views/portfolios/view-portfolios.ts';

export interface RebalanceRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

export function addRebalanceRoutes(router: Router, { world, driver }: RebalanceRouteDependencies): void {
  addOperation(router, rebalanceOperations.listRebalances, (request, response) => {
    const { portfolio_id: portfolioId, limit, cursor } = parseQuery(request, rebalancesQuery);
    if (cursor !== undefined && world.rebalances.find(cursor) === null) throw goneCursor();
    driver.nowMs();
    const found = world.rebalances.list({ portfolioId, beforeId: cursor, limit: limit + 1 });
    const { rows, next } = pageFrom(found, limit, ({ rebalanceId }) => rebalanceId);
    const answer: RebalanceList = { ...listRebalances(world, rows), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, rebalanceOperations.viewRebalance, (request, response) => {
    driver.nowMs();
    const answer: RebalanceView | null = viewRebalance(world, request.params.id);
    if (answer === null) throw new Problem('not_found', `There is no rebalance ${request.params.id}.`);
    sendJson(request, response, 200, answer);
  });
  addOperation(router, rebalanceOperations.cancelOpenOrders, (request, response) => {
    driver.nowMs();
    const { rebalanceId } = acceptedOf(cancelOpenOrders(world, request.params.id));
    driver.afterCommand();
    const answer: RebalanceView | null = viewRebalance(world, rebalanceId);
    sendJson(request, response, 202, answer);
  });
  addOperation(router, rebalanceOperations.comparePlans, readJson, (request, response) => {
    const body = parseBody(request, comparePlansSchema);
    sendJson(request, response, 200, viewComparison(acceptedOf(comparePlans(world, body, driver.nowMs()))));
  });
  addOperation(router, rebalanceOperations.listInstruments, (request, response) => {
    const answer: InstrumentList = listInstruments(world);
    sendJson(request, response, 200, answer);
  });
}
