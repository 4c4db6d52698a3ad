/** `/sim/portfolios/{id}/dividends`: what accrued to a portfolio and was paid (decision O2). */
import type { Router } from 'express';
import type { DividendList } from '../../../contract/control/portfolios/dividends.ts';
import { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { pageQuery } from '../../../contract/fields/paging.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { addOperation } from '../../http/add-operation.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewDividend } from '../../views/portfolios/view-dividend.ts';
import type { PortfolioRouteDependencies } from './portfolio-routes.ts';

export function addDividendRoutes(router: Router, { world, driver }: PortfolioRouteDependencies): void {
  addOperation(router, portfolioOperations.listDividends, (request, response) => {
    const { limit, cursor = null } = parseQuery(request, pageQuery);
    driver.nowMs();
    const { portfolioId, currency } = acceptedOf(findAnyPortfolio(world, request.params.id));
    if (cursor !== null && world.dividendStore.find(cursor)?.portfolioId !== portfolioId) throw goneCursor();
    const found = world.dividendStore.page(portfolioId, cursor, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ dividendId }) => dividendId);
    const answer: DividendList = { dividends: rows.map((each) => viewDividend(each, currency)), next };
    sendJson(request, response, 200, answer);
  });
}
