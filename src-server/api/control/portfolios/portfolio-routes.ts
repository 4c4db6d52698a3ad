/** `/sim/portfolios`: views of portfolios, and the ways to fill, rename and delete one from outside. */

import type { Request, Response, Router } from 'express';
import { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import {
  type PortfolioList,
  type PortfolioView,
  renamePortfolio as renamePortfolioSchema,
  setCash as setCashSchema,
  setPositions as setPositionsSchema,
  setTargets as setTargetsSchema,
} from '../../../contract/control/portfolios/portfolios.ts';
import { pageQuery } from '../../../contract/fields/paging.ts';
import type { DeletedPortfolio } from '../../../contract/service/form-b.ts';
import { deleteAnyPortfolio } from '../../../engine/commands/portfolios/delete-portfolio.ts';
import { renamePortfolio } from '../../../engine/commands/portfolios/rename-portfolio.ts';
import { setCash } from '../../../engine/commands/portfolios/set-cash.ts';
import { setPositions } from '../../../engine/commands/portfolios/set-positions.ts';
import { setTargets } from '../../../engine/commands/portfolios/set-targets.ts';
import type { Outcome } from '../../../engine/outcome.ts';
import { validateReadableRows } from '../../../engine/planning/check-instruments.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf, Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { listPortfolios, viewPortfolio } from '../../views/portfolios/view-portfolios.ts';
import { viewDeleted } from '../../views/service/view-portfolio-b.ts';

export interface PortfolioRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

export function addPortfolioRoutes(router: Router, service: PortfolioRouteDependencies): void {
  const { world, driver } = service;
  addOperation(router, portfolioOperations.listPortfolios, (request, response) => {
    const { limit, cursor = null } = parseQuery(request, pageQuery);
    if (cursor !== null && world.portfolios.find(cursor) === null) throw goneCursor();
    const found = world.portfolios.page(cursor, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ portfolioId }) => portfolioId);
    const answer: PortfolioList = { ...listPortfolios(world, rows, driver.nowMs()), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, portfolioOperations.viewPortfolio, (request, response) => {
    sendJson(request, response, 200, portfolioView(service, request.params.id));
  });
  addOperation(router, portfolioOperations.renamePortfolio, readJson, (request, response) => {
    const { label } = parseBody(request, renamePortfolioSchema);
    answerChange(service, request, response, (id) => renamePortfolio(world, id, label));
  });
  addOperation(router, portfolioOperations.removePortfolio, (request, response) => {
    driver.nowMs();
    const answer: DeletedPortfolio = viewDeleted(acceptedOf(deleteAnyPortfolio(world, request.params.id)));
    sendJson(request, response, 200, answer);
    driver.afterCommand();
  });
  addOperation(router, portfolioOperations.setPositions, readJson, (request, response) => {
    const { positions } = parseBody(request, setPositionsSchema, (unread) =>
      validateReadableRows(world, unread, 'positions'),
    );
    answerChange(service, request, response, (id) => setPositions(world, id, positions));
  });
  addOperation(router, portfolioOperations.setCash, readJson, (request, response) => {
    const { amount } = parseBody(request, setCashSchema);
    answerChange(service, request, response, (id) => setCash(world, id, amount));
  });
  addOperation(router, portfolioOperations.setTargets, readJson, (request, response) => {
    const { targets } = parseBody(request, setTargetsSchema, (unread) =>
      validateReadableRows(world, unread, 'targets'),
    );
    answerChange(service, request, response, (id) => setTargets(world, id, targets));
  });
}

function portfolioView({ world, driver }: PortfolioRouteDependencies, portfolioId: string): PortfolioView {
  const view = viewPortfolio(world, portfolioId, driver.nowMs());
  if (view === null) throw new Problem('not_found', `There is no portfolio ${portfolioId}.`);
  return view;
}

function answerChange(
  service: PortfolioRouteDependencies,
  request: Request,
  response: Response,
  change: (portfolioId: string) => Outcome<null>,
): void {
  const portfolioId = String(request.params.id);
  service.driver.nowMs();
  acceptedOf(change(portfolioId));
  sendJson(request, response, 200, portfolioView(service, portfolioId));
}
