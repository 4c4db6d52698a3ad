/** `/sim/mifid-records`: compliance records of every account, expired ones too (decisions L60 to L62). */

import type { Response, Router } from 'express';
import {
  type MifidRecordList,
  type MifidRecordView,
  mifidRecordsQuery,
} from '../../../contract/control/portfolios/mifid-list.ts';
import { mifidOperations } from '../../../contract/control/portfolios/mifid-operations.ts';
import type { MifidFilter } from '../../../engine/ports/stores.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import type { After } from '../../http/after.ts';
import { goneCursor } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { sendStream } from '../../http/send-stream.ts';
import { breatheFor } from '../../http/waited-for.ts';
import { listMifidRecords, mifidCsv, mifidRows, viewMifidRecord } from '../../views/portfolios/view-mifid.ts';

export interface MifidRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
  readonly after: After;
}

export function addMifidRoutes(router: Router, service: MifidRouteDependencies): void {
  const { world, driver } = service;
  addOperation(router, mifidOperations.listMifidRecords, async (request, response) => {
    const { cursor, status, limit, format, ...wanted } = parseQuery(request, mifidRecordsQuery);
    if (cursor !== undefined && world.mifid.find(cursor) === null) throw goneCursor();
    const nowMs = driver.nowMs();
    const filter = {
      accountId: wanted.account_id,
      portfolioId: wanted.portfolio_id,
      rebalanceId: wanted.rebalance_id,
      isin: wanted.isin,
      retention: status === undefined ? undefined : { status, nowMs },
      beforeId: cursor,
    };
    if ((format ?? (request.accepts(['json', 'csv']) === 'csv' ? 'csv' : 'json')) === 'csv') {
      response.status(200).type('text/csv').attachment('mifid-records.csv');
      await sendStream(response, csvPieces(service, filter, response));
      return;
    }
    const answer: MifidRecordList = listMifidRecords(world, filter, limit, nowMs);
    sendJson(request, response, 200, answer);
  });
  addOperation(router, mifidOperations.viewMifidRecord, (request, response) => {
    const view = viewMifidRecord(world, request.params.id, driver.nowMs());
    if (view === null) throw new Problem('not_found', `There is no MiFID II record ${request.params.id}.`);
    const answer: MifidRecordView = view;
    sendJson(request, response, 200, answer);
  });
}

/** A row is made from its fill, its order and its plan. */
const CSV_ROWS_AT_ONCE = 100;

/** All that match, a part at a time with breaths in between. */
async function* csvPieces(
  service: MifidRouteDependencies,
  filter: MifidFilter,
  response: Response,
): AsyncGenerator<string> {
  const { world, driver } = service;
  const breathe = breatheFor(response, service);
  let beforeId = filter.beforeId;
  for (let isFirst = true; ; isFirst = false) {
    const part = { ...filter, beforeId };
    const { records, next } = mifidRows(world, part, CSV_ROWS_AT_ONCE, driver.nowMs());
    yield mifidCsv(records, isFirst);
    if (next === null) return;
    beforeId = next;
    await breathe();
  }
}
