/** `/sim/portfolios/{id}/lots` and `/gains`: the tax lots of a portfolio, and its realised gains. */
import type { portfolioOperations } from '../../../contract/control/portfolios/portfolio-operations.ts';
import { type Client, fileReply } from '../../http/handler.ts';
import type { HandlersFor } from '../../services.ts';
import { gainsCsv, lotsCsv } from '../../views/portfolios/tax-files.ts';
import { viewGains, viewLots } from '../../views/portfolios/view-lots.ts';

type GainsRows = Pick<typeof portfolioOperations, 'listLots' | 'getGains'>;

export const gainsHandlers: HandlersFor<GainsRows, 'world'> = {
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
};

function wantsCsv(client: Pick<Client, 'prefersCsv'>, format: 'json' | 'csv' | undefined): boolean {
  return format === undefined ? client.prefersCsv() : format === 'csv';
}
