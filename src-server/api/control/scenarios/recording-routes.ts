/** `/sim/recordings`: what is done in the world, as scenarios that replay to the same event log (decisions K50 to K54). */
import type { Request, Response, Router } from 'express';
import {
  type RecordingList,
  type RecordingWire,
  recordingFileQuery,
  scenarioQuery,
  startRecording,
} from '../../../contract/control/scenarios/recordings.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { RecordingFacts, RecordingService } from '../../../engine/ports/recording-port.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { parseBody, readJson } from '../../http/read-body.ts';
import { contextOf } from '../../http/request-context.ts';
import { sendJson } from '../../http/send-response.ts';

export interface RecordingRouteDependencies {
  readonly recordings: RecordingService;
}

export function addRecordingRoutes(router: Router, { recordings }: RecordingRouteDependencies): void {
  const idOf = (request: Request) => String(request.params.id);
  router.get('/recordings', async (request, response) => {
    const answer: RecordingList = { recordings: (await recordings.list()).map(viewRecording) };
    sendJson(request, response, 200, answer);
  });
  router.post('/recordings', readJson, async (request, response) => {
    const { name = null, from } = parseBody(request, startRecording);
    sendJson(request, response, 201, viewRecording(acceptedOf(await recordings.start(name, from))));
  });
  router.post('/recordings/:id/stop', async (request, response) => {
    sendJson(request, response, 200, viewRecording(acceptedOf(await recordings.stop(idOf(request)))));
  });
  router.delete('/recordings/:id', async (request, response) => {
    const recordingId = idOf(request);
    acceptedOf(await recordings.remove(recordingId));
    sendJson(request, response, 200, { recording_id: recordingId, deleted: true });
  });
  router.get('/recordings/:id/scenario.yaml', async (request, response) => {
    const id = idOf(request);
    const { name = id, start = `${name}.start.db` } = parseQuery(request, scenarioQuery);
    sendFile(request, response, 'text/yaml', `${name}.yaml`, acceptedOf(await recordings.scenario(id, start)));
  });
  router.get('/recordings/:id/golden.ndjson', async (request, response) => {
    const { name = idOf(request) } = parseQuery(request, recordingFileQuery);
    const text = acceptedOf(await recordings.golden(idOf(request)));
    sendFile(request, response, 'application/x-ndjson', `${name}.golden.ndjson`, text);
  });
  router.get('/recordings/:id/start.db', async (request, response) => {
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
