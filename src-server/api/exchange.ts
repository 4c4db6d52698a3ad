/** One request and its answer: context that travels with a request, and the one way an answer leaves. */
import type { Request, Response } from 'express';
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
  /** Called once, with the answer that was sent. */
  readonly onAnswer: (request: Request, context: RequestContext, status: number, body: string) => void;
}

const contexts = new WeakMap<object, RequestContext>();

export function setContext(request: object, context: RequestContext): void {
  contexts.set(request, context);
}

/** What is known of a request before anybody looked at it. */
export function newContext(known: Pick<RequestContext, 'requestId' | 'startedMs'> & Partial<RequestContext>) {
  const nobody = { form: null, accountId: '', keyId: '', requestLimit: null, rawBody: null, onAnswer: () => {} };
  return { ...nobody, ...known };
}

export function contextOf(request: object): RequestContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('a request reached a handler without its context');
  return context;
}

/** Answers with JSON; the context's observer hears of it. */
export function sendJson(request: Request, response: Response, status: number, body: unknown): void {
  sendText(request, response, status, JSON.stringify(body));
}

/** The same for a body that was kept as text. */
export function sendText(request: Request, response: Response, status: number, text: string): void {
  const context = contexts.get(request);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  if (context !== undefined) response.setHeader('X-Request-Id', context.requestId);
  response.end(text);
  context?.onAnswer(request, context, status, text);
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
  if (!contexts.has(request)) setContext(request, newContext({ requestId: nextRequestId(), startedMs: 0 }));
  const problem: Problem = toProblem(error);
  if (problem.code === 'unauthorized') response.setHeader('WWW-Authenticate', 'Bearer');
  sendJson(request, response, problem.status, problem.body(contextOf(request).requestId));
}
