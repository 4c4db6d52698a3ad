/**
 * `/sim/journal`: what clients and the simulated service said to each other, to be searched, checked and sent again.
 */

import type { Router } from 'express';
import { foreignArchive, type Replay, replayQuery } from '../../contract/control/world/archive.ts';
import {
  archiveQuery,
  type JournalDetail,
  type JournalList,
  journalQuery,
  type Verification,
  verifyRequests,
} from '../../contract/control/world/journal.ts';
import { recordOperations } from '../../contract/control/world/record-operations.ts';
import type { Session } from '../../contract/control/world/session.ts';
import type { SendRequest } from '../../engine/ports/request-port.ts';
import { addOperation } from '../http/add-operation.ts';
import { bodyReader } from '../http/bodies/body-reader.ts';
import { jsonOfBody, textOfBody } from '../http/bodies/body-text.ts';
import { parseBody, readJson } from '../http/bodies/read-body.ts';
import { pageFrom } from '../http/page-of.ts';
import { parseQuery } from '../http/parse-query.ts';
import { Problem } from '../http/problem.ts';
import { sendJson } from '../http/send-response.ts';
import { sendStream } from '../http/send-stream.ts';
import { archivePieces } from './journal-archive.ts';
import { filterOf } from './journal-query.ts';
import type { JournalRecorder } from './journal-recorder.ts';
import { viewDetail, viewEntry } from './journal-view.ts';
import { replayArchive } from './replay-archive.ts';
import { type VerifyDependencies, verifyJournal } from './verify-journal.ts';

export interface JournalRouteDependencies extends VerifyDependencies {
  readonly journal: JournalRecorder;
  readonly session: () => Session;
  readonly sendRequest: SendRequest;
}

/** Beyond this nobody pages through matches; counting on would cost more than it tells. */
const COUNTED_TO = 1_000_000;
const LONGEST_ARCHIVE_MIB = 16;

export function addJournalRoutes(router: Router, service: JournalRouteDependencies): void {
  addReading(router, service);
  addArchives(router, service);
  addOperation(router, recordOperations.clearJournal, async (request, response) => {
    sendJson(request, response, 200, { cleared: await service.journal.clear() });
  });
  addOperation(router, recordOperations.verifyJournal, readJson, async (request, response) => {
    const answer: Verification = await verifyJournal(service, parseBody(request, verifyRequests), response);
    sendJson(request, response, 200, answer);
  });
}

function addReading(router: Router, service: JournalRouteDependencies): void {
  const { journal } = service;
  addOperation(router, recordOperations.listJournal, async (request, response) => {
    const { limit, full, ...filters } = parseQuery(request, journalQuery);
    const ask = { filter: filterOf(filters), order: 'latest', withContents: full, countTo: COUNTED_TO } as const;
    const { rows: found, total } = await journal.ask({ ...ask, limit: limit + 1 });
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    const answer: JournalList = { entries: rows.map(viewEntry), next, total };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, recordOperations.getJournalEntry, async (request, response) => {
    const { request_id: requestId } = request.params;
    const ask = { filter: { requestId }, order: 'latest', withContents: true, limit: 1, countTo: 0 } as const;
    const [row] = (await journal.ask(ask)).rows;
    if (row === undefined) throw new Problem('not_found', `There is no request ${requestId} in the journal.`);
    const answer: JournalDetail = viewDetail(row, originOf(service));
    sendJson(request, response, 200, answer);
  });
}

function addArchives(router: Router, service: JournalRouteDependencies): void {
  addOperation(router, recordOperations.getArchive, async (request, response) => {
    const { limit, ...filters } = parseQuery(request, archiveQuery);
    const { version } = service.session();
    const pieces = archivePieces(service.journal, filterOf(filters), { limit, origin: originOf(service), version });
    response.setHeader('Content-Disposition', 'attachment; filename="ballast-journal.har"');
    response.status(200).type('application/json');
    await sendStream(response, pieces);
  });
  addOperation(router, recordOperations.replayArchive, readArchive, async (request, response) => {
    const { limit, key = service.session().api_key } = parseQuery(request, replayQuery);
    const { log } = parseBody(request, foreignArchive);
    let isOver = false;
    response.once('close', () => {
      isOver = true;
    });
    const terms = { origin: originOf(service), key, limit, send: service.sendRequest, isOver: () => isOver };
    const answer: Replay = await replayArchive(log.entries, terms);
    sendJson(request, response, 200, answer);
  });
}

function originOf(service: JournalRouteDependencies): string {
  return service.session().base_url.replace(/\/v1$/, '');
}

/** Archives may be larger than bodies of the service; what they are is not remembered with the request. */
const readArchive = bodyReader(
  'application/json',
  LONGEST_ARCHIVE_MIB * 1_048_576,
  (_request, bytes) => jsonOfBody(textOfBody(bytes)),
  'archive',
);
