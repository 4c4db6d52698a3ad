/** `/sim/mifid-records`: compliance records of every account, expired ones too (decisions L60 to L62). */
import type { Router } from 'express';
import { type MifidRecordList, type MifidRecordView, mifidRecordsQuery } from '../contract/mifid-list.ts';
import { listMifidRecords, mifidCsv, viewMifidRecord } from '../engine/views/view-mifid.ts';
import { sendJson } from './exchange.ts';
import { parseQuery } from './parse-query.ts';
import { Problem } from './problem.ts';
import type { Service } from './service.ts';

export function addMifidRoutes(router: Router, { world, driver }: Service): void {
  router.get('/mifid-records', (request, response) => {
    const { before, status, limit, format, ...wanted } = parseQuery(request, mifidRecordsQuery);
    if (before !== undefined && world.mifid.find(before) === null) throw noRecordBefore();
    const nowMs = driver.nowMs();
    const filter = {
      accountId: wanted.account_id,
      portfolioId: wanted.portfolio_id,
      rebalanceId: wanted.rebalance_id,
      isin: wanted.isin,
      retention: status === undefined ? undefined : { status, nowMs },
      beforeId: before,
    };
    const answer: MifidRecordList = listMifidRecords(world, filter, limit, nowMs);
    const wantsCsv = (format ?? (request.accepts(['json', 'csv']) === 'csv' ? 'csv' : 'json')) === 'csv';
    if (wantsCsv) response.status(200).type('text/csv').attachment('mifid-records.csv').send(mifidCsv(answer.records));
    else sendJson(request, response, 200, answer);
  });
  router.get('/mifid-records/:id', (request, response) => {
    const view = viewMifidRecord(world, request.params.id, driver.nowMs());
    if (view === null) throw new Problem('not_found', `There is no MiFID II record ${request.params.id}.`);
    const { body, ...rest } = view;
    const answer: MifidRecordView = { ...rest, record: JSON.parse(body) };
    sendJson(request, response, 200, answer);
  });
}

function noRecordBefore(): Problem {
  const issue = 'is not a MiFID II record';
  return new Problem('invalid_request', `The query parameter before ${issue}.`, [{ path: '/before', issue }]);
}
