/** `/sim/portfolios/{id}/dividends`: dividends that accrued to a portfolio or were paid (decision O2). */
import type { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { accepted } from '../../../engine/outcome.ts';
import { goneCursor, pageFrom } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';
import { viewDividend } from '../../views/portfolios/view-dividend.ts';

type DividendRows = Pick<typeof portfolioOperations, 'listDividends'>;

export const dividendHandlers: HandlersFor<DividendRows, 'world'> = {
  listDividends({ world, params, query: { limit, cursor = null } }) {
    const portfolio = findAnyPortfolio(world, params.id);
    if (!portfolio.ok) return portfolio;
    const { portfolioId, currency } = portfolio.value;
    if (cursor !== null && world.dividendStore.find(cursor)?.portfolioId !== portfolioId) return goneCursor();
    const found = world.dividendStore.page(portfolioId, cursor, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ dividendId }) => dividendId);
    return accepted({ dividends: rows.map((each) => viewDividend(each, currency)), next });
  },
};
