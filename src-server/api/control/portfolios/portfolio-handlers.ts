/** `/sim/portfolios`: views of portfolios, and operations that fill, rename and delete them from outside. */
import type { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import type { PortfolioView } from '../../../contract/control/portfolios/portfolios.ts';
import { deleteAnyPortfolio } from '../../../engine/commands/portfolios/delete-portfolio.ts';
import { renamePortfolio } from '../../../engine/commands/portfolios/rename-portfolio.ts';
import { setCash } from '../../../engine/commands/portfolios/set-cash.ts';
import { setPositions } from '../../../engine/commands/portfolios/set-positions.ts';
import { setTargets } from '../../../engine/commands/portfolios/set-targets.ts';
import {
  accepted,
  mapOutcome,
  type Outcome,
  refused,
  refusedFor,
  type ValidationIssue,
} from '../../../engine/outcome.ts';
import { validateReadableRows } from '../../../engine/planning/check-instruments.ts';
import type { World } from '../../../engine/world.ts';
import { addPortfolios } from '../../../scenario/run/add-portfolios.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';
import { listPortfolios, viewPortfolio } from '../../views/portfolios/view-portfolios.ts';
import { viewDeleted } from '../../views/service/view-portfolio-b.ts';

type PortfolioRows = Pick<
  typeof portfolioOperations,
  | 'listPortfolios'
  | 'createWholePortfolio'
  | 'viewPortfolio'
  | 'renamePortfolio'
  | 'removePortfolio'
  | 'setPositions'
  | 'setCash'
  | 'setTargets'
>;

export const portfolioHandlers: HandlersFor<PortfolioRows, 'world'> = {
  listPortfolios({ world, query: { limit, cursor = null }, nowMs }) {
    if (cursor !== null && world.portfolios.find(cursor) === null) return goneCursor();
    const found = world.portfolios.page(cursor, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ portfolioId }) => portfolioId);
    return accepted({ ...listPortfolios(world, rows, nowMs), next });
  },

  createWholePortfolio: {
    findMore: ({ world }, unread) => [
      ...validateReadableRows(world, unread, 'positions'),
      ...validateReadableRows(world, unread, 'targets'),
      ...['holdings', 'targets'].flatMap((field) => inRequest(validateReadableRows(world, requestIn(unread), field))),
    ],
    handle({ world, body, nowMs }) {
      const added = addPortfolios(world, [body]);
      if (added.ok) return portfolioView(world, added.value[0] ?? '', nowMs);
      const details = added.details.map(({ path, issue }) => ({ path: path.replace(/^\/portfolios\/0/, ''), issue }));
      return refusedFor('The portfolio cannot be created', details);
    },
  },

  viewPortfolio: ({ world, params, nowMs }) => portfolioView(world, params.id, nowMs),

  renamePortfolio: ({ world, params, body, nowMs }) =>
    changed(renamePortfolio(world, params.id, body.label), world, params.id, nowMs),

  removePortfolio: ({ world, params }) => mapOutcome(deleteAnyPortfolio(world, params.id), viewDeleted),

  setPositions: {
    findMore: ({ world }, unread) => validateReadableRows(world, unread, 'positions'),
    handle: ({ world, params, body, nowMs }) =>
      changed(setPositions(world, params.id, body.positions), world, params.id, nowMs),
  },

  setCash: ({ world, params, body, nowMs }) => changed(setCash(world, params.id, body.amount), world, params.id, nowMs),

  setTargets: {
    findMore: ({ world }, unread) => validateReadableRows(world, unread, 'targets'),
    handle: ({ world, params, body, nowMs }) =>
      changed(setTargets(world, params.id, body.targets), world, params.id, nowMs),
  },
};

/** Returns the part of a body that is the request of its form. */
function requestIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'request' in body ? body.request : undefined;
}

function inRequest(issues: readonly ValidationIssue[]): ValidationIssue[] {
  return issues.map(({ path, issue }) => ({ path: `/request${path}`, issue }));
}

/** Returns the portfolio after a command. */
function changed(change: Outcome<null>, world: World, portfolioId: string, nowMs: number): Outcome<PortfolioView> {
  return change.ok ? portfolioView(world, portfolioId, nowMs) : change;
}

function portfolioView(world: World, portfolioId: string, nowMs: number): Outcome<PortfolioView> {
  const view = viewPortfolio(world, portfolioId, nowMs);
  return view === null ? refused('not_found', `There is no portfolio ${portfolioId}.`) : accepted(view);
}
