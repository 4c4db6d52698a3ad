/** `/sim/portfolios/{id}/settlements`: trades between their day and their settlement (decision O4). */
import type { Router } from 'express';
import { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { type SettlementList, settlementsQuery } from '../../../contract/control/portfolios/settlements.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { addOperation } from '../../http/add-operation.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewSettlement } from '../../views/portfolios/view-settlement.ts';
import type { PortfolioRouteDependencies } from './portfolio-routes.ts';

export function addSettlementRoutes(router: Router, { world, driver }: PortfolioRouteDependencies): void {
  addOperation(router, portfolioOperations.listSettlements, (request, response) => {
    const { status, limit, cursor = null } = parseQuery(request, settlementsQuery);
    const { portfolioId, currency } = acceptedOf(findAnyPortfolio(world, request.params.id));
    driver.nowMs();
    const { trades } = world.settlement;
    if (cursor !== null && trades.find(cursor)?.portfolioId !== portfolioId) throw goneCursor();
    const isSettled = status === undefined ? undefined : status === 'settled';
    const found = trades.page(portfolioId, isSettled, cursor, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ fillId }) => fillId);
    const answer: SettlementList = { settlements: rows.map((trade) => viewSettlement(trade, currency)), next };
    sendJson(request, response, 200, answer);
  });
}
