/**
 * The accounting of a portfolio, below `/sim/portfolios/{id}`: its tax lots and realised gains, its dividends
 * (decision O2), and its trades between their trade date and their settlement (decision O4).
 */
import type { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { accepted } from '../../../engine/outcome.ts';
import { type Client, fileReply } from '../../http/handler.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';
import { gainsCsv, lotsCsv } from '../../views/portfolios/tax-files.ts';
import { viewDividend } from '../../views/portfolios/view-dividend.ts';
import { viewGains, viewLots } from '../../views/portfolios/view-lots.ts';
import { viewDue, viewSettlement } from '../../views/portfolios/view-settlement.ts';

type AccountingRows = Pick<typeof portfolioOperations, 'listLots' | 'getGains' | 'listDividends' | 'listSettlements'>;

export const accountingHandlers: HandlersFor<AccountingRows, 'world'> = {
  listLots({ world, params, query: { format }, client }) {
    const view = viewLots(world, params.id);
    if (!view.ok || !wantsCsv(client, format)) return view;
    return fileReply('text/csv', `lots-${view.value.portfolio_id}.csv`, lotsCsv(world, view.value));
  },

  getGains({ world, params, query: { tax_year: taxYear, format }, client }) {
    const view = viewGains(world, params.id, taxYear);
    if (!view.ok || !wantsCsv(client, format)) return view;
    const { portfolio_id: portfolioId, tax_year: year } = view.value;
    return fileReply('text/csv', `gains-${portfolioId}-${year.replace('/', '-')}.csv`, gainsCsv(world, view.value));
  },

  listDividends({ world, params, query: { limit, cursor = null } }) {
    const portfolio = findAnyPortfolio(world, params.id);
    if (!portfolio.ok) return portfolio;
    const { portfolioId, currency } = portfolio.value;
    if (cursor !== null && world.dividendStore.find(cursor)?.portfolioId !== portfolioId) return goneCursor();
    const found = world.dividendStore.page(portfolioId, cursor, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ dividendId }) => dividendId);
    return accepted({ dividends: rows.map((each) => viewDividend(each, currency)), next });
  },

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

function wantsCsv(client: Pick<Client, 'prefersCsv'>, format: 'json' | 'csv' | undefined): boolean {
  return format === undefined ? client.prefersCsv() : format === 'csv';
}
