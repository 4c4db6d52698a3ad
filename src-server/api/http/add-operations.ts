/**
 * Registers operations and calls their handlers. Each request passes the same steps in the same order:
 *
 * 1. the token of a world is refused if the operation is not limited to one world (decision N3);
 * 2. the query is validated;
 * 3. the body is read, at which the command of the request begins (`bodies/body-reader.ts`);
 * 4. timers that are due run;
 * 5. the body is validated;
 * 6. the handler is called;
 * 7. its response is sent and ends the command: it shows the state after the command;
 * 8. `instant` mode runs on (decision J).
 */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import type { Operation } from '../../contract/openapi/operation.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import { bodyReader, readAsBytes, readAsJson, readAsText } from './bodies/body-reader.ts';
import { jsonOfBody, textOfBody } from './bodies/body-text.ts';
import { parseBody, readJson, readJsonIfSent } from './bodies/read-body.ts';
import type { AnyCall, AnyHandler, AnyReply, Client, FileReply, Handler, Handlers } from './handler.ts';
import { parseQuery, refuseParameters } from './parse-query.ts';
import { Problem } from './problem.ts';
import { type Caller, contextOf, type RequestContext } from './request-context.ts';
import { allowStyle } from './response-policy.ts';
import { sendJson, sendText } from './send-response.ts';
import { NobodyWaitsError } from './waited-for.ts';

interface BaseServices {
  readonly driver: Pick<TimeDriver, 'nowMs' | 'afterCommand'>;
}

interface OperationTerms {
  /** Under `/sim`, parameters that a row does not define are refused (decision A10); the service ignores them. */
  readonly refusesParameters: boolean;
  /** False for operations apart from the world: `instant` mode does not run on after them. */
  readonly areCommands: boolean;
}

/** Registers the operations of a feature, in the order of their rows. */
type AddOperations<Services> = <Rows extends Readonly<Record<string, Operation>>>(
  rows: Rows,
  handlers: Handlers<Rows, Services>,
) => void;

export function operationsAdder<Services extends BaseServices>(
  router: Router,
  services: Services,
  terms: OperationTerms,
): AddOperations<Services> {
  return (rows, handlers) => {
    for (const [id, row] of Object.entries(rows)) {
      const run = runHandler(row, handlers[id] as Handler<Operation, Services>, services, terms);
      addOperation(router, row, ...readersOf(row, terms), run);
    }
  };
}

/** Runs steps 4 to 8, after the readers of `readersOf`. */
export function runHandler<Row extends Operation, Services extends BaseServices>(
  row: Row,
  handler: Handler<Row, Services>,
  services: Services,
  terms: OperationTerms,
): RequestHandler {
  const { handle, handleUnread, findMore } = (
    typeof handler === 'function' ? { handle: handler } : handler
  ) as AnyHandler<Services>;
  const finish = (request: Request, response: Response, reply: AnyReply) => {
    const sent = sendReply(row, request, response, reply);
    const isCommand = terms.areCommands && row.method !== 'get' && row.runsOn !== false;
    if (isCommand && reply.ok && reply.runsOn !== false) services.driver.afterCommand();
    return sent;
  };
  return (request, response) => {
    const call = {
      ...services,
      params: request.params as AnyCall['params'],
      query: readQuery(row, request, terms),
      client: new RequestClient(request, response),
      nowMs: services.driver.nowMs(),
      body: request.body as unknown,
    };
    const early = handleUnread?.(call);
    if (early != null) return finish(request, response, early);
    call.body = bodyOf(row, request, findMore && ((unread) => findMore(services, unread)));
    const reply = handle(call);
    if (reply instanceof Promise) return reply.then((settled) => finish(request, response, settled));
    return finish(request, response, reply);
  };
}

/** Returns the layers before the handler of an operation: its query is checked before a possibly large body is read. */
export function readersOf(row: Operation, terms: OperationTerms): RequestHandler[] {
  const checkQuery: RequestHandler = (request, _response, next) => {
    readQuery(row, request, terms);
    next();
  };
  return row.body === undefined ? [] : [checkQuery, readerOf(row)];
}

/** Throws a `Problem` (400) for a query that the row does not accept. */
function readQuery({ query }: Operation, request: Request, { refusesParameters }: OperationTerms): unknown {
  if (query !== undefined) return parseQuery(request, query);
  if (refusesParameters) refuseParameters(request);
  return undefined;
}

function readerOf({ body, bodyReading }: Operation): RequestHandler {
  if (body === 'text/csv') return readCsv;
  if (body === 'application/zip') return readZip;
  if (bodyReading === 'large') return readLargeJson;
  if (bodyReading === 'archive') return readArchive;
  return bodyReading === 'optional' ? readJsonIfSent : readJson;
}

function bodyOf({ body }: Operation, request: Request, alsoFind: Parameters<typeof parseBody>[2]) {
  if (body instanceof z.ZodType) return parseBody(request, body, alsoFind);
  if (body === 'text/csv') return typeof request.body === 'string' ? request.body : '';
  return request.body;
}

class RequestClient implements Client {
  readonly #request: Request;
  readonly #response: Response;
  readonly #context: RequestContext;

  constructor(request: Request, response: Response) {
    this.#request = request;
    this.#response = response;
    this.#context = contextOf(request);
  }

  get accountId(): string {
    return this.#context.accountId;
  }

  get caller(): Caller | null {
    return this.#context.caller;
  }

  prefersCsv(): boolean {
    return this.#request.accepts(['json', 'csv']) === 'csv';
  }

  hasLeft(): boolean {
    return this.#response.destroyed;
  }

  onceLeft(run: () => void): void {
    this.#response.once('close', run);
  }

  beginCommand(body?: string): void {
    this.#context.command?.begin(body ?? this.#context.rawBody);
  }
}

function sendReply(
  { success }: Operation,
  request: Request,
  response: Response,
  reply: AnyReply,
): void | Promise<void> {
  if (!reply.ok) throw new Problem(reply.code, reply.message, reply.details);
  const { status = success.status, headers = {}, keyReuse } = reply;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (keyReuse !== undefined) contextOf(request).keyReuse = keyReuse;
  if ('file' in reply) return sendFile(request, response, status, reply.file);
  if ('text' in reply) return sendText(request, response, status, reply.text);
  return sendJson(request, response, status, reply.value);
}

function sendFile(
  request: Request,
  response: Response,
  status: number,
  { type, name, contents }: FileReply['file'],
): void | Promise<void> {
  response.statusCode = status;
  response.setHeader('X-Request-Id', contextOf(request).requestId);
  response.setHeader('Content-Type', /^text\/|\/json$/.test(type) ? `${type}; charset=utf-8` : type);
  if (name !== undefined) response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  if (type === 'text/html') allowStyle(response);
  if (typeof contents !== 'string' && !Buffer.isBuffer(contents)) return sendStream(response, contents);
  response.setHeader('Content-Length', Buffer.byteLength(contents));
  response.end(contents);
}

/**
 * Registers the route of a row, so that the document and the route have the same method and path. If the row is not
 * limited to one world, the token of a world is refused before any handler (decision N3).
 */
export function addOperation(
  router: Router,
  operation: Pick<Operation, 'method' | 'path' | 'access'>,
  ...handlers: readonly RequestHandler[]
): void {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const gate = operation.access === 'server' ? [refuseTokenOfWorld] : [];
  router[operation.method](path, ...gate, ...handlers);
}

const refuseTokenOfWorld: RequestHandler = (request, _response, next) => {
  if (contextOf(request).caller !== 'world') return next();
  next(
    new Problem(
      'unauthorized',
      'This operation affects more than one world. It needs the admin token of the server, not of a world.',
    ),
  );
};

/** The caller has set the status, the type and the names of files. */
async function sendStream(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    throw isGone ? new NobodyWaitsError() : error;
  }
}

/** Limits and readers of the few operations with files as bodies: CSV as text, JSON, zip archives as bytes. */
const MEBIBYTE = 1_048_576;
const TEXT_BYTES = 16 * MEBIBYTE;
const ARCHIVE_BYTES = 256 * MEBIBYTE;

/** Layer before a handler with a `text/csv` body. */
const readCsv = bodyReader('text/csv', TEXT_BYTES, readAsText);

/** Layer before a handler with a large JSON body. */
const readLargeJson = bodyReader('application/json', TEXT_BYTES, readAsJson);

/** Layer before a handler with a zip archive as its body. */
const readZip = bodyReader('application/zip', ARCHIVE_BYTES, readAsBytes);

/** Layer before a handler with an archive of requests (HAR), which is not stored with its own request. */
const readArchive = bodyReader(
  'application/json',
  TEXT_BYTES,
  (_request, bytes) => jsonOfBody(textOfBody(bytes)),
  'archive',
);
