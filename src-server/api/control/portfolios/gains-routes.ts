/** `/sim/portfolios/{id}/lots` and `/gains`: what a portfolio holds for the tax office, and what it has realised. */

import type { Request, Router } from 'express';
import { type GainsReport, gainsQuery, type LotList, lotsQuery } from '../../../contract/control/portfolios/gains.ts';
import { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { gainsCsv, lotsCsv, viewGains, viewLots } from '../../views/portfolios/view-lots.ts';

export interface GainsRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

export function addGainsRoutes(router: Router, { world, driver }: GainsRouteDependencies): void {
  addOperation(router, portfolioOperations.listLots, (request, response) => {
    const { format } = parseQuery(request, lotsQuery);
    driver.nowMs();
    const answer: LotList = acceptedOf(viewLots(world, request.params.id));
    if (wantsCsv(request, format)) {
      response.status(200).type('text/csv').attachment(`lots-${answer.portfolio_id}.csv`).send(lotsCsv(answer));
      return;
    }
    sendJson(request, response, 200, answer);
  });
  addOperation(router, portfolioOperations.getGains, (request, response) => {
    const { tax_year: taxYear, format } = parseQuery(request, gainsQuery);
    driver.nowMs();
    const view = acceptedOf(viewGains(world, request.params.id, taxYear));
    if (!wantsCsv(request, format)) {
      const answer: GainsReport = view;
      sendJson(request, response, 200, answer);
      return;
    }
    const name = `gains-${view.portfolio_id}-${view.tax_year.replace('/', '-')}.csv`;
    response.status(200).type('text/csv').attachment(name).send(gainsCsv(view));
  });
}

function wantsCsv(request: Request, format: 'json' | 'csv' | undefined): boolean {
  return (format ?? (request.accepts(['json', 'csv']) === 'csv' ? 'csv' : 'json')) === 'csv';
}
