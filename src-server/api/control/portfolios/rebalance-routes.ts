/** `/sim/rebalances` and `/sim/compare`: rebalances, and plans side by side. */
import type { Router } from 'express';
import { comparePlans as comparePlansSchema } from '../../../contract/control/portfolios/compare.ts';
import { createOrderAction, type OrderActionWire } from '../../../contract/control/portfolios/order-actions.ts';
import {
  type RebalanceList,
  type RebalanceView,
  rebalancesQuery,
} from '../../../contract/control/portfolios/portfolios.ts';
import { rebalanceOperations } from '../../../contract/control/portfolios/rebalance-operations.ts';
import { fromMicro, fromMinor, toMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { measureDrift } from '../../../domain/valuation/drift.ts';
import { actOnOrder, type OrderActionRequest } from '../../../engine/commands/rebalances/act-on-order.ts';
import { cancelOpenOrders } from '../../../engine/commands/rebalances/cancel-open-orders.ts';
import { comparePlans } from '../../../engine/planning/compare-plans.ts';
import type { PortfolioLog } from '../../../engine/ports/history-port.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { catchUpLog, type HistoryContext, portfolioHistory } from '../../../scenario/ledger/portfolio-history.ts';
import { addOperation } from '../../http/add-operation.ts';
import type { After } from '../../http/after.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf, Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { breatheFor } from '../../http/waited-for.ts';
import { viewComparison } from '../../views/portfolios/view-comparison.ts';
import { listRebalances, viewRebalance } from '../../views/portfolios/view-portfolios.ts';
import { viewDrift } from '../../views/service/view-drift.ts';

export interface RebalanceRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
  readonly portfolioLog: PortfolioLog;
  readonly after: After;
}

export function addRebalanceRoutes(router: Router, service: RebalanceRouteDependencies): void {
  const { world, driver } = service;
  addOperation(router, rebalanceOperations.listRebalances, (request, response) => {
    const { portfolio_id: portfolioId, limit, cursor } = parseQuery(request, rebalancesQuery);
    if (cursor !== undefined && world.rebalances.find(cursor) === null) throw goneCursor();
    driver.nowMs();
    const found = world.rebalances.list({ portfolioId, beforeId: cursor, limit: limit + 1 });
    const { rows, next } = pageFrom(found, limit, ({ rebalanceId }) => rebalanceId);
    const answer: RebalanceList = { ...listRebalances(world, rows), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, rebalanceOperations.viewRebalance, async (request, response) => {
    driver.nowMs();
    const { id } = request.params;
    const history = { world, log: service.portfolioLog, breathe: breatheFor(response, service) };
    const answer: RebalanceView | null = viewRebalance(world, id, await measureResult(history, id));
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
  addOperation(router, rebalanceOperations.actOnOrder, readJson, (request, response) => {
    const body = parseBody(request, createOrderAction);
    const atMs = driver.nowMs();
    const asked: OrderActionRequest = {
      action: body.action,
      quantityMicro: 'quantity' in body ? toMicro(body.quantity) : null,
      priceMicro: 'price' in body && body.price !== undefined ? toMicro(body.price) : null,
      reason: 'reason' in body ? (body.reason ?? null) : null,
    };
    const { order, quantityMicro, priceMicro } = acceptedOf(actOnOrder(world, String(request.params.id), asked));
    const answer: OrderActionWire = {
      ...{ order_id: order.orderId, rebalance_id: order.rebalanceId, exchange: order.mic, action: body.action },
      quantity: quantityMicro === null ? null : fromMicro(quantityMicro),
      price: priceMicro === null ? null : fromMicro(priceMicro),
      at: formatInstant(atMs),
    };
    sendJson(request, response, 202, answer);
    driver.afterCommand();
  });
  addOperation(router, rebalanceOperations.comparePlans, readJson, (request, response) => {
    const body = parseBody(request, comparePlansSchema);
    sendJson(request, response, 200, viewComparison(acceptedOf(comparePlans(world, body, driver.nowMs()))));
  });
}

/**
 * What an executed rebalance left, measured when it became final (decision L83): the portfolio as the event log has it at
 * that instant, against the targets of the plan. `null` before, and where nothing was executed.
 */
async function measureResult(history: HistoryContext, rebalanceId: string): Promise<RebalanceView['measured']> {
  const rebalance = history.world.rebalances.find(rebalanceId);
  if (rebalance === null || rebalance.executedMs === null || rebalance.completedMs === null) return null;
  const { portfolioId, completedMs, plan } = rebalance;
  await catchUpLog(history);
  const entries = history.log.entriesOf(portfolioId);
  const [point] = await portfolioHistory(history, { portfolioId, entries }, [completedMs]);
  if (point === undefined) return null;
  const targets = plan.driftBefore.positions.map(({ isin, targetWeight: weight }) => ({ isin, weight }));
  return { cash: fromMinor(point.held.cashMinor), drift: viewDrift(measureDrift(point.held, targets), []) };
}
