/** `/sim/portfolios/{id}/activity`: lists the events of a portfolio, newest first (decision O10). */
import type { ActivityList } from '../../../contract/control/portfolios/activity.ts';
import type { portfolioHistoryOperations } from '../../../contract/control/portfolios/portfolio-history-operations.ts';
import type { CostParts } from '../../../domain/costs/cost-parts.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import { accepted } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import type { ActivityEntry } from '../../../scenario/ledger/activity-kinds.ts';
import { portfolioActivity } from '../../../scenario/ledger/portfolio-activity.ts';
import { catchUpLog } from '../../../scenario/ledger/portfolio-history.ts';
import { quantitiesBefore } from '../../../scenario/ledger/quantities-before.ts';
import { goneCursor, numberOfCursor, pageFrom } from '../../http/page-of.ts';
import { breatheFor } from '../../http/waited-for.ts';
import type { HandlersFor } from '../../services.ts';
import { viewDividend } from '../../views/portfolios/view-dividend.ts';

type ActivityRows = Pick<typeof portfolioHistoryOperations, 'listActivity'>;

export const activityHandlers: HandlersFor<ActivityRows, 'world' | 'portfolioLog' | 'after'> = {
  async listActivity({ world, portfolioLog: log, after, params, query, client }) {
    const { limit, cursor, kind, by, order_id: orderId } = query;
    const beforeSeq = numberOfCursor(cursor, world.kernel.eventCount);
    if (!beforeSeq.ok) return beforeSeq;
    const portfolio = findAnyPortfolio(world, params.id);
    if (!portfolio.ok) return portfolio;
    const { portfolioId, currency } = portfolio.value;
    const context = { world, log, breathe: breatheFor(client, { after }) };
    await catchUpLog(context);
    const page = { kind, orderId, isByOrder: by === 'order', beforeSeq: beforeSeq.value, limit: limit + 1 };
    const found = await portfolioActivity(context, portfolioId, page);
    if (found === null) return goneCursor();
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    const actions = rows.filter((entry) => entry.kind === 'corporate_action').map(({ seq }) => seq);
    const before = await quantitiesBefore(context, portfolioId, new Set(actions));
    const activity = rows.map((entry) => ({
      ...viewEntry(world, entry),
      ...viewSource(world, entry, currency),
      quantity_before: quantity(before.get(entry.seq) ?? null),
    }));
    return accepted({ portfolio_id: portfolioId, currency, activity, next });
  },
};

type EntryWire = ActivityList['activity'][number];
type SourceWire = Pick<EntryWire, 'quantity' | 'dividend' | 'ratio' | 'constraints'>;

function viewEntry({ market }: World, entry: ActivityEntry): Omit<EntryWire, keyof SourceWire | 'quantity_before'> {
  const { mic, priceMicro } = entry;
  return {
    seq: entry.seq,
    at: formatInstant(entry.atMs),
    kind: entry.kind,
    what: entry.what,
    isin: entry.isin,
    exchange: mic,
    fills: entry.fills,
    price: quantity(priceMicro),
    price_currency: priceMicro === null ? null : (market.exchanges.get(mic ?? '')?.currency ?? null),
    amount: money(entry.amountMinor),
    costs: money(entry.costs?.totalMinor ?? null),
    cash: money(entry.cashMinor),
    cost_parts: entry.costs === null ? null : viewCosts(entry.costs),
    reason: entry.reason,
    rebalance_id: entry.rebalanceId,
    order_id: entry.orderId,
    mifid_record_id: entry.mifidRecordId,
    source_id: entry.sourceId,
  };
}

/** Returns the subject of an entry, as far as it is not in the log. */
function viewSource(world: World, entry: ActivityEntry, currency: string): SourceWire {
  const { kind, sourceId, constraints, quantityMicro } = entry;
  const dividend = kind === 'dividend' && sourceId !== null ? world.dividendStore.find(sourceId) : null;
  const action = kind === 'corporate_action' && sourceId !== null ? world.corporateActions.find(sourceId) : null;
  const ratio = action?.kind === 'split' ? action.ratio : null;
  return {
    quantity: quantity(quantityMicro ?? dividend?.quantityMicro ?? null),
    dividend: dividend === null ? null : viewDividend(dividend, currency),
    ratio: ratio === null ? null : { new: ratio.newShares, old: ratio.oldShares },
    constraints: constraints === null ? null : viewConstraints(constraints),
  };
}

function viewCosts(costs: CostParts): EntryWire['cost_parts'] {
  return {
    commission: fromMinor(costs.commissionMinor),
    spread: fromMinor(costs.spreadMinor),
    impact: fromMinor(costs.impactMinor),
    fx: fromMinor(costs.fxMinor),
    transaction_tax: fromMinor(costs.transactionTaxMinor),
  };
}

function viewConstraints(set: NonNullable<ActivityEntry['constraints']>): EntryWire['constraints'] {
  const { do_not_sell: unsold, do_not_buy: unbought, ...rest } = set;
  return {
    ...rest,
    ...(unsold === undefined ? {} : { do_not_sell: [...unsold] }),
    ...(unbought === undefined ? {} : { do_not_buy: [...unbought] }),
  };
}

function quantity(micro: number | null): number | null {
  return micro === null ? null : fromMicro(micro);
}

function money(amountMinor: number | null): number | null {
  return amountMinor === null ? null : fromMinor(amountMinor);
}
