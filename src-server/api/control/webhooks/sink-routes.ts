/**
 * `/sim/sinks`: what the built-in receivers of webhooks received, what they are told to answer, and forgetting both.
 */

import type { Router } from 'express';
import { sinkOperations } from '../../../contract/control/webhooks/sink-operations.ts';
import {
  type SinkList,
  type SinkRequestView,
  type SinkScriptView,
  type SinkView,
  scriptSink,
} from '../../../contract/control/webhooks/sinks.ts';
import { pageQuery } from '../../../contract/fields/paging.ts';
import { SINK_NAME, SINK_NAME_RULE } from '../../../contract/fields/sink-name.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { SinkRecord, SinkScript, SinkStore } from '../../../engine/ports/sink-ports.ts';
import type { EndpointRecord, WebhookStore } from '../../../engine/ports/webhook-ports.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { numberOfCursor, pageFrom, pageOf } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { problemOfDetails } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewSignature } from '../../views/webhooks/view-signature.ts';
import type { WebhookService } from './webhook-service.ts';

export interface SinkRouteDependencies {
  readonly sink: SinkStore;
  readonly webhooks: WebhookStore;
  readonly webhookService: Pick<WebhookService, 'explain'>;
}

export function addSinkRoutes(router: Router, service: SinkRouteDependencies): void {
  const { sink } = service;
  addOperation(router, sinkOperations.listSinks, (request, response) => {
    const { rows, next } = pageOf(listSinks(service), parseQuery(request, pageQuery), ({ name }) => name);
    const answer: SinkList = { sinks: [...rows], next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, sinkOperations.getSink, (request, response) => {
    const { name } = request.params;
    const { limit, cursor } = parseQuery(request, pageQuery);
    const found = sink.requests(name, limit + 1, numberOfCursor(cursor));
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    const requests = rows.map((record) => viewSinkRequest(service, record)).reverse();
    const answer: SinkView = { name, script: viewScript(sink.script(name)), requests, next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, sinkOperations.emptySink, (request, response) => {
    const { name } = request.params;
    sendJson(request, response, 200, { name, forgotten: sink.clear(name) });
  });
  addScriptRoutes(router, service);
}

/** By name: those of the store, and those that a webhook endpoint points at though nothing has come yet. */
function listSinks({ sink, webhooks }: SinkRouteDependencies): SinkList['sinks'] {
  const registered = new Set(webhooks.endpoints().flatMap(({ url }) => sinkNameIn(url) ?? []));
  const known = sink.names().map((each) => ({ ...each, registered: registered.delete(each.name) }));
  const silent = [...registered].map((name) => ({ name, received: 0, scripted: false, registered: true }));
  return [...known, ...silent].sort((left, right) => (left.name < right.name ? -1 : 1));
}

function addScriptRoutes(router: Router, { sink }: SinkRouteDependencies): void {
  addOperation(router, sinkOperations.scriptSink, readJson, (request, response) => {
    const name = String(request.params.name);
    if (!SINK_NAME.test(name)) {
      throw problemOfDetails([{ path: '/name', issue: `is not ${SINK_NAME_RULE}` }], 'path');
    }
    const { answers, afterwards } = parseBody(request, scriptSink);
    const script: SinkScript = {
      name,
      answers: answers.map(({ delay_ms: delayMs, ...answer }) => ({ ...answer, delayMs })),
      afterwards,
      given: 0,
    };
    sink.putScript(script);
    sendJson(request, response, 200, viewScript(script));
  });
  addOperation(router, sinkOperations.unscriptSink, (request, response) => {
    sink.dropScript(request.params.name);
    sendJson(request, response, 200, viewScript(null));
  });
}

/** The endpoints that point at the sink of this path. */
export function endpointsOf({ webhooks }: Pick<SinkRouteDependencies, 'webhooks'>, path: string): EndpointRecord[] {
  return webhooks.endpoints().filter(({ url }) => url === path || pathOf(url) === path);
}

function pathOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).pathname : null;
}

const SINK_PATH = '/sim/sink/';

function sinkNameIn(url: string): string | null {
  const path = url.startsWith('/') ? url : (pathOf(url) ?? '');
  const name = path.startsWith(SINK_PATH) ? path.slice(SINK_PATH.length) : '';
  return SINK_NAME.test(name) ? name : null;
}

/** A sink without a script accepts everything. */
function viewScript(script: SinkScript | null): SinkScriptView {
  if (script === null) return { answers: [], afterwards: 'accept', given: 0 };
  const { answers, afterwards, given } = script;
  const shown = answers.map(({ delayMs, headers, ...answer }) => ({
    ...answer,
    headers: { ...headers },
    delay_ms: delayMs,
  }));
  return { answers: shown, afterwards, given };
}

function viewSinkRequest(service: SinkRouteDependencies, record: SinkRecord): SinkRequestView {
  const { method, path, body, eventId, signatureValid, status, delayMs } = record;
  const isOurs = signatureValid !== null && endpointsOf(service, path).length > 0;
  return {
    received_at: formatInstant(record.receivedMs),
    method,
    path,
    headers: { ...record.headers },
    body,
    event_id: eventId,
    signature_valid: signatureValid,
    signature: isOurs ? explainRecord(service, record) : null,
    answered: { status, delay_ms: delayMs },
  };
}

function explainRecord(
  { webhookService }: SinkRouteDependencies,
  { headers, body }: SinkRecord,
): SinkRequestView['signature'] {
  const message = { headers, body, secret: null, webhookId: null, atMs: null, toleranceSeconds: 300 };
  return viewSignature(webhookService.explain(message));
}
