/** `/sim/portfolios/{id}/activity`: what happened to a portfolio, newest first (decision O10). */
import type { ActivityList } from '../../../contract/control/portfolios/activity.ts';
import type { portfolioHistoryOperations } from '../../../contract/control/portfolios/portfolio-history-operations.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { accepted } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import { type ActivityEntry, portfolioActivity } from '../../../scenario/ledger/portfolio-activity.ts';
import { catchUpLog } from '../../../scenario/ledger/portfolio-history.ts';
import { goneCursor, numberOfCursor, pageFrom } from '../../http/page-of.ts';
import { breatheFor } from '../../http/waited-for.ts';
import type { HandlersFor } from '../../services.ts';

type ActivityRows = Pick<typeof portfolioHistoryOperations, 'listActivity'>;

export const activityHandlers: HandlersFor<ActivityRows, 'world' | 'portfolioLog' | 'after'> = {
  async listActivity({ world, portfolioLog: log, after, params, query: { limit, cursor, kind }, client }) {
    const beforeSeq = numberOfCursor(cursor);
    if (!beforeSeq.ok) return beforeSeq;
    const portfolio = findAnyPortfolio(world, params.id);
    if (!portfolio.ok) return portfolio;
    const { portfolioId, currency } = portfolio.value;
    const sight = { world, log, breathe: breatheFor(client, { after }) };
    await catchUpLog(sight);
    const asked = { kind, beforeSeq: beforeSeq.value, limit: limit + 1 };
    const found = await portfolioActivity(sight, portfolioId, asked);
    if (found === null) return goneCursor();
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    const activity = rows.map((entry) => viewEntry(world, entry));
    return accepted({ portfolio_id: portfolioId, currency, activity, next });
  },
};

function viewEntry({ market }: World, entry: ActivityEntry): ActivityList['activity'][number] {
  const { mic, quantityMicro, priceMicro } = entry;
  return {
    ...{ seq: entry.seq, at: formatInstant(entry.atMs), kind: entry.kind, what: entry.what },
    ...{ isin: entry.isin, exchange: mic },
    quantity: quantityMicro === null ? null : fromMicro(quantityMicro),
    price: priceMicro === null ? null : fromMicro(priceMicro),
    price_currency: priceMicro === null ? null : (market.exchanges.get(mic ?? '')?.currency ?? null),
    ...{ amount: money(entry.amountMinor), costs: money(entry.costsMinor), cash: money(entry.cashMinor) },
    ...{ reason: entry.reason, rebalance_id: entry.rebalanceId, order_id: entry.orderId },
    ...{ mifid_record_id: entry.mifidRecordId, source_id: entry.sourceId },
  };
}

function money(amountMinor: number | null): number | null {
  return amountMinor === null ? null : fromMinor(amountMinor);
}
