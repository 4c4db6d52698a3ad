/** `/sim/portfolios/{id}/settlements`: trades between their trade date and their settlement (decision O4). */
import type { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { accepted } from '../../../engine/outcome.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';
import { viewDue, viewSettlement } from '../../views/portfolios/view-settlement.ts';

type SettlementRows = Pick<typeof portfolioOperations, 'listSettlements'>;

export const settlementHandlers: HandlersFor<SettlementRows, 'world'> = {
  listSettlements({ world, params, query: { status, by, limit, cursor = null } }) {
    const portfolio = findAnyPortfolio(world, params.id);
    if (!portfolio.ok) return portfolio;
    const { portfolioId, currency } = portfolio.value;
    const { trades } = world.settlement;
    if (cursor !== null && trades.find(cursor)?.portfolioId !== portfolioId) return goneCursor();
    const isSettled = status === undefined ? undefined : status === 'settled';
    const found =
      by === 'order'
        ? trades.pageByOrder(portfolioId, isSettled, cursor, limit + 1)
        : trades.page(portfolioId, isSettled, cursor, limit + 1).map((trade) => ({ ...trade, fills: 1 }));
    const { rows, next } = pageFrom(found, limit, ({ fillId }) => fillId);
    return accepted({
      due: trades.pendingTotals(portfolioId).map(viewDue),
      settlements: rows.map((trade) => viewSettlement(trade, currency)),
      next,
    });
  },
};
