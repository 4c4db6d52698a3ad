/** `/sim/bulk-rebalances`: plans many portfolios at once and executes their plans at a set pace (decision P6). */
import type { bulkOperations } from '../../../contract/control/portfolios/bulk-operations.ts';
import type { BulkRebalanceWire } from '../../../contract/control/portfolios/bulk-rebalances.ts';
import { DEFAULT_ADVANCE_WAIT_MS } from '../../../contract/control/world/clock.ts';
import { createBulk, executeBulk, findBulk, stopBulk } from '../../../engine/commands/bulk/manage-bulk.ts';
import { accepted, mapOutcome, type Outcome, type Refusal } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import type { Client, JsonReply } from '../../http/handler.ts';
import { goneCursor, numberOfCursor, pageFrom } from '../../http/page-of.ts';
import { waitAtMost } from '../../http/waited-for.ts';
import type { HandlersFor, Services } from '../../services.ts';
import { viewBulkPortfolio, viewBulkRebalance } from '../../views/portfolios/view-bulk-rebalance.ts';

type BulkServices = Pick<Services, 'world' | 'driver' | 'after'>;

export const bulkHandlers: HandlersFor<typeof bulkOperations, keyof BulkServices> = {
  createBulkRebalance({ world, driver, after, body, client }) {
    const { portfolio_ids: portfolioIds = null, filter = null, pace, wait, ...terms } = body;
    const request = { portfolioIds, filter, ...terms, perMinute: pace?.per_minute ?? null };
    const created = createBulk(world, request);
    if (!created.ok) return created;
    const { bulkId } = created.value;
    return wait ? viewOncePlanned({ world, driver, after }, bulkId, client) : viewOf(world, bulkId);
  },

  listBulkRebalances({ world, query: { limit, cursor = null } }) {
    if (cursor !== null && world.bulks.find(cursor) === null) return goneCursor();
    const { rows, next } = pageFrom(world.bulks.page(cursor, limit + 1), limit, ({ bulkId }) => bulkId);
    return accepted({ bulk_rebalances: rows.map((bulk) => viewBulkRebalance(world, bulk)), next });
  },

  viewBulkRebalance({ world, params, query: { limit, cursor, status = null } }) {
    const view = viewOf(world, params.id);
    if (!view.ok) return view;
    const from = numberOfCursor(cursor, world.bulks.lastPosition(view.value.bulk_id));
    if (!from.ok) return from;
    const found = world.bulks.shownRows(view.value.bulk_id, status, from.value ?? 0, limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ position }) => String(position));
    return accepted({ ...view.value, rows: rows.map((row) => viewBulkPortfolio(world, row)), next });
  },

  executeBulkRebalance({ world, params, body: { pace } }) {
    const started = executeBulk(world, params.id, pace?.per_minute ?? null);
    return started.ok ? viewOf(world, started.value.bulkId) : started;
  },

  stopBulkRebalance({ world, params }) {
    const stopped = stopBulk(world, params.id);
    return stopped.ok ? viewOf(world, stopped.value.bulkId) : stopped;
  },
};

function viewOf(world: World, bulkId: string): Outcome<BulkRebalanceWire> {
  return mapOutcome(findBulk(world, bulkId), (bulk) => viewBulkRebalance(world, bulk));
}

/** Planning only begins when time runs on, so that happens before the wait for its end. */
async function viewOncePlanned(
  { world, driver, after }: BulkServices,
  bulkId: string,
  client: Pick<Client, 'onceLeft'>,
): Promise<JsonReply<BulkRebalanceWire> | Refusal> {
  driver.afterCommand();
  await waitAtMost(DEFAULT_ADVANCE_WAIT_MS, driver.whenSlowOver(), { client, after });
  const view = viewOf(world, bulkId);
  return view.ok ? { ...view, runsOn: false } : view;
}
