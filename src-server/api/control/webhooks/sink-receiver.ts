/**
 * The built-in webhook receiver (decisions I, L3, L46): `ANY /sim/sink[/<name>]` records each request and responds as
 * configured.
 */
import express, { type Request, type Response, type Router } from 'express';
import { DEFAULT_SINK, SINK_NAME } from '../../../contract/fields/sink-name.ts';
import { SINK_BOUNDS, type SinkResponse, type SinkScript } from '../../../engine/ports/sink-ports.ts';
import {
  redactHeader,
  redactKnown,
  redactText,
  type SoughtSecrets,
  secretsIn,
} from '../../../engine/redact-secrets.ts';
import { boundedBody } from '../../http/bodies/bounded-body.ts';
import { Problem } from '../../http/problem.ts';
import { setGivenHeaders } from '../../http/response-policy.ts';
import { sendJson } from '../../http/send-response.ts';
import type { Services } from '../../services.ts';
import { endpointsOf } from './sink-handlers.ts';

type ReceiverServices = Pick<Services, 'driver' | 'sink' | 'webhooks' | 'webhookService' | 'after' | 'secrets'>;

const BODY_LIMIT_BYTES = 1_048_576;

/** Receiving needs no token: every client that reaches this server can send to it. Reading needs one (`/sim/sinks`). */
export function addSinkReceiver(router: Router, service: ReceiverServices): void {
  const { sink, driver } = service;
  const parse = express.raw({ type: () => true, limit: BODY_LIMIT_BYTES });
  const readBytes = boundedBody(parse, BODY_LIMIT_BYTES);
  router.all(['/sink', '/sink/:name'], readBytes, (request, response) => {
    const name = request.params.name === undefined ? DEFAULT_SINK : String(request.params.name);
    if (!SINK_NAME.test(name)) throw new Problem('not_found', `${name} is not a valid name of a sink.`);
    if (!sink.hasRoomFor(name)) {
      throw new Problem(
        'invalid_request',
        `There are already ${SINK_BOUNDS.sinks} sinks, the maximum. Empty some of them first.`,
      );
    }
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
    const headers = plainHeaders(request);
    const secrets = secretsIn(Object.entries(headers).flat().join('\n'), service.secrets.sought);
    const script = sink.script(name);
    const scripted = script === null ? null : nextSinkResponse(script);
    const record = {
      name,
      receivedMs: driver.nowMs(),
      method: request.method,
      path: redactText(request.originalUrl, secrets),
      headers: shownHeaders(request, headers, secrets),
      // A signature covers every byte of a body, so only known secrets of this server are removed.
      body: redactKnown(body, secrets),
      eventId: headers['webhook-id'] ?? null,
      signatureValid: isSignatureValid(service, name, headers, body),
      status: scripted?.status ?? 200,
      delayMs: scripted?.delayMs ?? 0,
    };
    sink.append(record, script === null ? null : script.given + 1);
    if (scripted === null) sendJson(request, response, 200, { received: true });
    else giveAfterDelay(service, response, scripted);
  });
}

function giveAfterDelay({ after }: Pick<Services, 'after'>, response: Response, scripted: SinkResponse): void {
  if (scripted.delayMs === 0) {
    give(response, scripted);
    return;
  }
  const cancel = after(scripted.delayMs, () => give(response, scripted));
  response.once('close', cancel);
}

function give(response: Response, { status, headers, body }: SinkResponse): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  setGivenHeaders(response, headers);
  const isBare = status === 204 || status === 304;
  if (!isBare) response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(isBare ? undefined : body);
}

/** Whether any endpoint that points at this sink could have signed the message; `null` if none points here. */
function isSignatureValid(
  service: Pick<Services, 'webhooks' | 'webhookService'>,
  name: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): boolean | null {
  const endpoints = endpointsOf(service, name);
  if (endpoints.length === 0) return null;
  return endpoints.some(({ secret }) => service.webhookService.check(secret, headers, body).valid);
}

function shownHeaders(
  { rawHeaders }: Request,
  headers: Readonly<Record<string, string>>,
  secrets: SoughtSecrets,
): Record<string, string> {
  // A name can contain a secret, too, but only unencoded.
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  const shownNames = new Map(names.map((name) => [name.toLowerCase(), redactKnown(name, secrets).toLowerCase()]));
  const shown = Object.entries(headers).map(([name, value]) => [
    shownNames.get(name) ?? name,
    redactHeader(name, value, secrets),
  ]);
  return Object.fromEntries(shown);
}

function plainHeaders(request: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

/**
 * Computes the next response of a sink by its script; `null`: 200, as without a script. Pure, so a restart continues at
 * the same place of the script.
 */
export function nextSinkResponse({ answers: responses, afterwards, given }: SinkScript): SinkResponse | null {
  const all = responses.reduce((sum, { times }) => sum + times, 0);
  if (given < all) return responseNumber(responses, given);
  switch (afterwards) {
    case 'accept':
      return null;
    case 'repeat_last':
      return responses.at(-1) ?? null;
    case 'start_over':
      return all === 0 ? null : responseNumber(responses, given % all);
  }
}

function responseNumber(responses: readonly SinkResponse[], number: number): SinkResponse | null {
  let left = number;
  for (const response of responses) {
    if (left < response.times) return response;
    left -= response.times;
  }
  return null;
}
