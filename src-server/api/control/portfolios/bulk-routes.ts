/** `/sim/bulk-rebalances`: many portfolios planned at once and executed at a pace (decision P6). */
import type { Router } from 'express';
import { bulkOperations } from '../../../contract/control/portfolios/bulk-operations.ts';
import {
  type BulkRebalanceList,
  type BulkRebalanceView,
  type BulkRebalanceWire,
  bulkQuery,
  createBulkRebalance,
  executeBulkRebalance,
} from '../../../contract/control/portfolios/bulk-rebalances.ts';
import { USUAL_ADVANCE_WAIT_MS } from '../../../contract/control/world/clock.ts';
import { pageQuery } from '../../../contract/fields/paging.ts';
import { createBulk, executeBulk, findBulk, stopBulk } from '../../../engine/commands/bulk/manage-bulk.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { goneCursor, numberOfCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { waitAtMost } from '../../http/waited-for.ts';
import { viewBulkPortfolio, viewBulkRebalance } from '../../views/portfolios/view-bulk-rebalance.ts';
import type { RebalanceRouteDependencies } from './rebalance-routes.ts';

export function addBulkRoutes(router: Router, { world, driver, after }: RebalanceRouteDependencies): void {
  const viewOf = (id: string): BulkRebalanceWire => viewBulkRebalance(world, acceptedOf(findBulk(world, id)));
  addOperation(router, bulkOperations.createBulkRebalance, readJson, async (request, response) => {
    const body = parseBody(request, createBulkRebalance);
    const { portfolio_ids: portfolioIds = null, filter = null, pace, wait, ...terms } = body;
    driver.nowMs();
    const asked = { portfolioIds, filter, ...terms, perMinute: pace?.per_minute ?? null };
    const { bulkId } = acceptedOf(createBulk(world, asked));
    if (!wait) sendJson(request, response, 202, viewOf(bulkId));
    driver.afterCommand();
    if (!wait) return;
    await waitAtMost(USUAL_ADVANCE_WAIT_MS, driver.whenSlowOver(), { response, after });
    sendJson(request, response, 202, viewOf(bulkId));
  });
  addOperation(router, bulkOperations.listBulkRebalances, (request, response) => {
    const { limit, cursor = null } = parseQuery(request, pageQuery);
    if (cursor !== null && world.bulks.find(cursor) === null) throw goneCursor();
    driver.nowMs();
    const { rows, next } = pageFrom(world.bulks.page(cursor, limit + 1), limit, ({ bulkId }) => bulkId);
    const answer: BulkRebalanceList = { bulk_rebalances: rows.map((bulk) => viewBulkRebalance(world, bulk)), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, bulkOperations.viewBulkRebalance, (request, response) => {
    const { limit, cursor, status = null } = parseQuery(request, bulkQuery);
    driver.nowMs();
    const { bulkId } = acceptedOf(findBulk(world, request.params.id));
    const found = world.bulks.shownRows(bulkId, status, numberOfCursor(cursor) ?? 0, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ position }) => String(position));
    const shown = rows.map((row) => viewBulkPortfolio(world, row));
    const answer: BulkRebalanceView = { ...viewOf(bulkId), rows: shown, next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, bulkOperations.executeBulkRebalance, readJson, (request, response) => {
    const { pace } = parseBody(request, executeBulkRebalance);
    driver.nowMs();
    const { bulkId } = acceptedOf(executeBulk(world, String(request.params.id), pace?.per_minute ?? null));
    sendJson(request, response, 202, viewOf(bulkId));
    driver.afterCommand();
  });
  addOperation(router, bulkOperations.stopBulkRebalance, (request, response) => {
    driver.nowMs();
    const { bulkId } = acceptedOf(stopBulk(world, request.params.id));
    sendJson(request, response, 200, viewOf(bulkId));
    driver.afterCommand();
  });
}
