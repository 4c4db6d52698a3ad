/** `/sim/mifid-records`: compliance records of every account, including expired ones (decisions L60 to L62). */
import type { mifidOperations } from '../../../contract/control/portfolios/mifid-operations.ts';
import { accepted, refused } from '../../../engine/outcome.ts';
import type { MifidFilter } from '../../../engine/ports/stores.ts';
import { type Client, fileReply } from '../../http/handler.ts';
import { goneCursor } from '../../http/page-of.ts';
import { breatheFor } from '../../http/waited-for.ts';
import type { HandlersFor, Services } from '../../services.ts';
import { listMifidRecords, mifidCsv, mifidFileRows, viewMifidRecord } from '../../views/portfolios/view-mifid.ts';

type MifidServices = Pick<Services, 'world' | 'driver' | 'after'>;

export const mifidHandlers: HandlersFor<typeof mifidOperations, keyof MifidServices> = {
  listMifidRecords({ world, driver, after, query, nowMs, client }) {
    const { cursor, status, limit, format, ...wanted } = query;
    if (cursor !== undefined && world.mifid.find(cursor) === null) return goneCursor();
    const filter = {
      accountId: wanted.account_id,
      portfolioId: wanted.portfolio_id,
      rebalanceId: wanted.rebalance_id,
      isin: wanted.isin,
      retention: status === undefined ? undefined : { status, nowMs },
      beforeId: cursor,
    };
    const wantsCsv = format === undefined ? client.prefersCsv() : format === 'csv';
    return wantsCsv
      ? fileReply('text/csv', 'mifid-records.csv', csvPieces({ world, driver, after }, filter, client))
      : accepted(listMifidRecords(world, filter, limit, nowMs));
  },

  viewMifidRecord({ world, params, nowMs }) {
    const view = viewMifidRecord(world, params.id, nowMs);
    return view === null ? refused('not_found', `There is no MiFID II record ${params.id}.`) : accepted(view);
  },
};

/** Each row needs its fill, its order and its plan. */
const CSV_ROWS_AT_ONCE = 100;

/** Yields all matching rows in parts, with pauses in between for other requests. */
async function* csvPieces(
  { world, driver, after }: MifidServices,
  filter: MifidFilter,
  client: Pick<Client, 'hasLeft'>,
): AsyncGenerator<string> {
  const breathe = breatheFor(client, { after });
  let beforeId = filter.beforeId;
  for (let isFirst = true; ; isFirst = false) {
    const part = { ...filter, beforeId };
    const { records, next } = mifidFileRows(world, part, CSV_ROWS_AT_ONCE, driver.nowMs());
    yield mifidCsv(records, isFirst);
    if (next === null) return;
    beforeId = next;
    await breathe();
  }
}
