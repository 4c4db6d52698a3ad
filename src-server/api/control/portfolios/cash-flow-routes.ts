/** `/sim/portfolios/{id}/cash-flows`: money that comes into a portfolio and leaves it (decision O1). */
import type { Router } from 'express';
import {
  type CashFlowList,
  type CashFlowWire,
  createCashFlow as createCashFlowSchema,
} from '../../../contract/control/portfolios/cash-flows.ts';
import { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { pageQuery } from '../../../contract/fields/paging.ts';
import { invariant } from '../../../domain/invariant.ts';
import { toMinor } from '../../../domain/numbers/exact.ts';
import { parseInstant } from '../../../domain/numbers/instant.ts';
import { createCashFlow, endCashFlow } from '../../../engine/commands/portfolios/manage-cash-flows.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewCashFlow } from '../../views/portfolios/view-cash-flow.ts';
import type { PortfolioRouteDependencies } from './portfolio-routes.ts';

export function addCashFlowRoutes(router: Router, { world, driver }: PortfolioRouteDependencies): void {
  addOperation(router, portfolioOperations.createCashFlow, readJson, (request, response) => {
    const { kind, amount, at, every = null, until } = parseBody(request, createCashFlowSchema);
    const portfolioId = String(request.params.id);
    driver.nowMs();
    const amountMinor = toMinor(amount);
    invariant(amountMinor !== null, 'an amount with more than two decimals passed validation');
    const times = { firstMs: instantMs(at), untilMs: instantMs(until) };
    const flow = acceptedOf(createCashFlow(world, portfolioId, { kind, amountMinor, every, ...times }));
    const answer: CashFlowWire = viewCashFlow(flow, currencyOf(portfolioId));
    sendJson(request, response, 201, answer);
    driver.afterCommand();
  });
  addOperation(router, portfolioOperations.listCashFlows, (request, response) => {
    const { limit, cursor = null } = parseQuery(request, pageQuery);
    const { portfolioId, currency } = acceptedOf(findAnyPortfolio(world, request.params.id));
    driver.nowMs();
    if (cursor !== null && world.cashFlows.find(cursor)?.portfolioId !== portfolioId) throw goneCursor();
    const found = world.cashFlows.page(portfolioId, cursor, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ cashFlowId }) => cashFlowId);
    const answer: CashFlowList = { cash_flows: rows.map((flow) => viewCashFlow(flow, currency)), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, portfolioOperations.endCashFlow, (request, response) => {
    const { id, cash_flow_id: cashFlowId } = request.params;
    driver.nowMs();
    const answer: CashFlowWire = viewCashFlow(acceptedOf(endCashFlow(world, id, cashFlowId)), currencyOf(id));
    sendJson(request, response, 200, answer);
    driver.afterCommand();
  });

  function currencyOf(portfolioId: string): string {
    return acceptedOf(findAnyPortfolio(world, portfolioId)).currency;
  }
}

/** Of an instant that passed validation; `null` where there is none. */
function instantMs(text: string | undefined): number | null {
  return text === undefined ? null : parseInstant(text);
}
