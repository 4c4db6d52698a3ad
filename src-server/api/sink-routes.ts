/** The built-in webhook receiver (decisions I, L): `ANY /sim/sink[/<name>]` records what comes and answers 200. */
import express, { type Request, type Router } from 'express';
import { formatInstant } from '../domain/instant.ts';
import { sendJson } from './exchange.ts';
import { Problem } from './problem.ts';
import { limitOf } from './query-numbers.ts';
import type { Service } from './service.ts';

const BODY_LIMIT_BYTES = 1_048_576;
const SINK_NAME = /^[A-Za-z0-9._~-]{1,64}$/;
const DEFAULT_SINK = 'default';

/** Receiving needs no token: whoever may reach this server may be overheard by it. Reading is under `/sim/sinks`. */
export function addSinkRoutes(router: Router, service: Service): void {
  const readBytes = express.raw({ type: () => true, limit: BODY_LIMIT_BYTES });
  router.all(['/sink', '/sink/:name'], readBytes, (request, response) => {
    const name = request.params.name === undefined ? DEFAULT_SINK : String(request.params.name);
    if (!SINK_NAME.test(name)) throw new Problem('not_found', `${name} is not a name for a sink.`);
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
    const headers = plainHeaders(request);
    service.sink.append({
      name,
      receivedMs: service.driver.nowMs(),
      method: request.method,
      path: request.originalUrl,
      headers,
      body,
      eventId: headers['webhook-id'] ?? null,
      signatureValid: isSignatureValid(service, request.originalUrl, headers, body),
      status: 200,
      delayMs: 0,
    });
    sendJson(request, response, 200, { received: true });
  });
}

export function addSinkViews(router: Router, { sink }: Service): void {
  router.get('/sinks', (request, response) => sendJson(request, response, 200, { sinks: sink.names() }));
  router.get('/sinks/:name', (request, response) => {
    const requests = sink.requests(request.params.name, limitOf(request, 200, 1000)).map((record) => ({
      received_at: formatInstant(record.receivedMs),
      method: record.method,
      path: record.path,
      headers: { ...record.headers },
      body: record.body,
      signature_valid: record.signatureValid,
    }));
    sendJson(request, response, 200, { name: request.params.name, requests });
  });
}

/** Whether any endpoint that points at this sink could have signed what came; `null` where none points here. */
function isSignatureValid(
  { webhooks, webhookDesk }: Service,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): boolean | null {
  const endpoints = webhooks.endpoints().filter(({ url }) => url === path || pathOf(url) === path);
  if (endpoints.length === 0) return null;
  return endpoints.some(({ secret }) => webhookDesk.check(secret, headers, body).valid);
}

function pathOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).pathname : null;
}

function plainHeaders(request: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}
