/**
 * `/sim/recordings`: what is done in the world, as scenarios that replay to the same event log (decisions K50 to K54).
 */

import type { Request, Response, Router } from 'express';
import { recordingOperations } from '../../../contract/control/scenarios/recording-operations.ts';
import {
  type RecordingList,
  type RecordingWire,
  recordingFileQuery,
  scenarioQuery,
  startRecording,
} from '../../../contract/control/scenarios/recordings.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { RecordingFacts, RecordingService } from '../../../engine/ports/recording-port.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { contextOf } from '../../http/request-context.ts';
import { sendJson } from '../../http/send-response.ts';

export interface RecordingRouteDependencies {
  readonly recordings: RecordingService;
}

export function addRecordingRoutes(router: Router, { recordings }: RecordingRouteDependencies): void {
  const idOf = (request: Request) => String(request.params.id);
  addOperation(router, recordingOperations.listRecordings, async (request, response) => {
    const answer: RecordingList = { recordings: (await recordings.list()).map(viewRecording) };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, recordingOperations.startRecording, readJson, async (request, response) => {
    const { name = null, from } = parseBody(request, startRecording);
    sendJson(request, response, 201, viewRecording(acceptedOf(await recordings.start(name, from))));
  });
  addOperation(router, recordingOperations.stopRecording, async (request, response) => {
    sendJson(request, response, 200, viewRecording(acceptedOf(await recordings.stop(idOf(request)))));
  });
  addOperation(router, recordingOperations.deleteRecording, async (request, response) => {
    const recordingId = idOf(request);
    acceptedOf(await recordings.remove(recordingId));
    sendJson(request, response, 200, { recording_id: recordingId, deleted: true });
  });
  addOperation(router, recordingOperations.getRecordedScenario, async (request, response) => {
    const id = idOf(request);
    const { name = id, start = `${name}.start.db` } = parseQuery(request, scenarioQuery);
    sendFile(request, response, 'text/yaml', `${name}.yaml`, acceptedOf(await recordings.scenario(id, start)));
  });
  addOperation(router, recordingOperations.getRecordedGolden, async (request, response) => {
    const { name = idOf(request) } = parseQuery(request, recordingFileQuery);
    const text = acceptedOf(await recordings.golden(idOf(request)));
    sendFile(request, response, 'application/x-ndjson', `${name}.golden.ndjson`, text);
  });
  addOperation(router, recordingOperations.getRecordedStart, async (request, response) => {
    const { name = idOf(request) } = parseQuery(request, recordingFileQuery);
    const image = acceptedOf(await recordings.startImage(idOf(request)));
    sendFile(request, response, 'application/octet-stream', `${name}.start.db`, image);
  });
}

function viewRecording(facts: RecordingFacts): RecordingWire {
  return {
    recording_id: facts.recordingId,
    name: facts.name,
    from: facts.from,
    status: facts.endedBy === null ? 'recording' : 'stopped',
    ended_by: facts.endedBy,
    started_at: formatInstant(facts.startMs),
    ended_at: formatInstant(facts.endMs),
    commands: facts.commands,
    events: facts.events,
    head: facts.head,
    needs_start: facts.needsStart,
  };
}

function sendFile(request: Request, response: Response, type: string, name: string, contents: string | Buffer): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', type.startsWith('text/') ? `${type}; charset=utf-8` : type);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  response.setHeader('X-Request-Id', contextOf(request).requestId);
  response.end(contents);
}
