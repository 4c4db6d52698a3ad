/** `/sim/portfolios/{id}/activity`: what happened to a portfolio, newest first (decision O10). */
import type { Router } from 'express';
import { type ActivityList, activityQuery } from '../../../contract/control/portfolios/activity.ts';
import { portfolioHistoryOperations } from '../../../contract/control/portfolios/portfolio-history-operations.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { findAnyPortfolio } from '../../../engine/find-owned.ts';
import type { World } from '../../../engine/world.ts';
import { type ActivityEntry, portfolioActivity } from '../../../scenario/ledger/portfolio-activity.ts';
import { catchUpLog } from '../../../scenario/ledger/portfolio-history.ts';
import { addOperation } from '../../http/add-operation.ts';
import { goneCursor, numberOfCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { breatheFor } from '../../http/waited-for.ts';
import type { PortfolioHistoryDependencies } from './portfolio-history-routes.ts';

export function addActivityRoutes(router: Router, service: PortfolioHistoryDependencies): void {
  const { world, driver, portfolioLog: log } = service;
  addOperation(router, portfolioHistoryOperations.listActivity, async (request, response) => {
    const { limit, cursor, kind } = parseQuery(request, activityQuery);
    const beforeSeq = numberOfCursor(cursor);
    driver.nowMs();
    const { portfolioId, currency } = acceptedOf(findAnyPortfolio(world, request.params.id));
    const sight = { world, log, breathe: breatheFor(response, service) };
    await catchUpLog(sight);
    const found = await portfolioActivity(sight, portfolioId, { kind, beforeSeq, limit: limit + 1 });
    if (found === null) throw goneCursor();
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    const activity = rows.map((entry) => viewEntry(world, entry));
    const answer: ActivityList = { portfolio_id: portfolioId, currency, activity, next };
    sendJson(request, response, 200, answer);
  });
}

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
