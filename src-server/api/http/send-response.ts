/** One request and its answer: context that travels with a request, and the one way an answer leaves. */
import type { Request, Response } from 'express';
import type { OpenCommand } from '../../engine/command-log.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import type { Answered } from '../journal/journal-request.ts';
import { isBug, type Problem, toProblem } from './problem.ts';

/** What the layers before a handler found out about a request. */
export interface RequestContext {
  readonly requestId: string;
  readonly startedMs: number;
  readonly form: 'A' | 'B' | null;
  accountId: string;
  /** The key that was shown, and its limit of requests in any 60 s; `null`: none. */
  keyId: string;
  requestLimit: number | null;
  /** The body as it came, for the journal. */
  rawBody: string | null;
  /** The command that it may be; `null` for what changes nothing. */
  command: OpenCommand | null;
  /** Carries the answer out in another way than it was meant (decision L39); `null`: it leaves as it is. */
  corrupt: CorruptResponse | null;
  /** Called once, with what the client got. */
  readonly onAnswer: (request: Request, response: Response, context: RequestContext, answered: Answered) => void;
}

/** Takes over an answer that is ready to leave: status, headers but `Content-Length`, and `text`. Calls `onAnswer`. */
export type CorruptResponse = (request: Request, response: Response, context: RequestContext, text: string) => void;

/** Where a request carries its context: a map beside it would cost more than everything that it is asked for. */
const CONTEXT = Symbol('context');

interface Carrier {
  [CONTEXT]?: RequestContext;
}

export function setContext(request: object, context: RequestContext): void {
  const carrier: Carrier = request;
  // One that is answered anew by another world has its body no more: it was read the first time.
  context.rawBody ??= carrier[CONTEXT]?.rawBody ?? null;
  carrier[CONTEXT] = context;
}

/** What is known of a request before anybody looked at it. */
export function newContext(known: Pick<RequestContext, 'requestId' | 'startedMs'> & Partial<RequestContext>) {
  const nobody = {
    form: null,
    accountId: '',
    keyId: '',
    requestLimit: null,
    rawBody: null,
    command: null,
    corrupt: null,
  };
  return { ...nobody, onAnswer: () => {}, ...known };
}

export function contextOf(request: object): RequestContext {
  const context = (request as Carrier)[CONTEXT];
  if (context === undefined) throw new Error('a request reached a handler without its context');
  return context;
}

/** Answers with JSON; the context's observer hears of it. */
export function sendJson(request: Request, response: Response, status: number, body: unknown): void {
  sendText(request, response, status, JSON.stringify(body));
}

/** The same for a body that was kept as text. */
export function sendText(request: Request, response: Response, status: number, text: string): void {
  const context = (request as Carrier)[CONTEXT];
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (context !== undefined) response.setHeader('X-Request-Id', context.requestId);
  context?.command?.end(status, text);
  if (context?.corrupt != null) {
    context.corrupt(request, response, context, text);
    return;
  }
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
  context?.onAnswer(request, response, context, { status, body: text, injected: null, injectedMs: 0 });
}

/** Answers any thrown thing; `logBug` hears of those that nobody meant. */
export function sendProblem(
  error: unknown,
  request: Request,
  response: Response,
  { logBug, nextRequestId }: { logBug(error: unknown): void; nextRequestId(): string },
): void {
  if (isBug(error)) logBug(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // A request that was refused before any router saw it has an id all the same (decision C).
  if ((request as Carrier)[CONTEXT] === undefined)
    setContext(request, newContext({ requestId: nextRequestId(), startedMs: 0 }));
  // What the disk did not take was no command: doing it again later is to succeed.
  if (storageFailureOf(error) !== null) contextOf(request).command = null;
  const problem: Problem = toProblem(error);
  if (problem.code === 'unauthorized') response.setHeader('WWW-Authenticate', 'Bearer');
  sendJson(request, response, problem.status, problem.body(contextOf(request).requestId));
}
