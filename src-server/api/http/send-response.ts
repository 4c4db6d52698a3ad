/** Sends every response: as JSON, with the id of its request, and reported to the observer of its context. */
import type { Request, Response } from 'express';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { isBug, type Problem, toProblem } from './problem.ts';
import { contextOf, findContext, newContext, setContext } from './request-context.ts';
import { forceInert } from './response-policy.ts';

export function sendJson(request: Request, response: Response, status: number, body: unknown): void {
  send(request, response, { status, text: JSON.stringify(body), value: body });
}

/** Does the same for a body that is already JSON text. */
export function sendText(request: Request, response: Response, status: number, text: string): void {
  send(request, response, { status, text, value: text });
}

/** `value`: the value of `text`, if it is known. */
type SentBody = { readonly status: number; readonly text: string; readonly value: unknown };

function send(request: Request, response: Response, { status, text, value }: SentBody): void {
  const context = findContext(request);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (context !== undefined) response.setHeader('X-Request-Id', context.requestId);
  context?.command?.end(status, value);
  if (context?.corrupt != null) {
    context.corrupt(request, response, text);
    return;
  }
  const bytes = Buffer.byteLength(text);
  response.setHeader('Content-Length', bytes);
  // As many bytes as characters: the text is ASCII, which is sent in one piece with the headers. Other text is encoded
  // here, because a socket takes several times as long for it.
  if (bytes === text.length) response.end(text, 'latin1');
  else response.end(Buffer.from(text));
  context?.onSent(request, response, context, { status, body: text, injected: null, injectedMs: 0 });
}

interface ProblemDependencies {
  readonly logBug: (error: unknown) => void;
  readonly nextRequestId: () => string;
}

/** Responds to any thrown value, and logs unintended ones. */
export function sendProblem(
  error: unknown,
  request: Request,
  response: Response,
  { logBug, nextRequestId }: ProblemDependencies,
): void {
  if (isBug(error)) logBug(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // A request that was refused before any router has an id, too (decision C).
  if (findContext(request) === undefined) {
    setContext(request, newContext({ requestId: nextRequestId(), startedMs: 0 }));
  }
  // If the disk refused its changes, the request was not a command: it may succeed when it is repeated.
  if (storageFailureOf(error) !== null) contextOf(request).command = null;
  const problem: Problem = toProblem(error);
  // This may be an error of a page, whose policy is already set.
  forceInert(response);
  if (problem.code === 'unauthorized') response.setHeader('WWW-Authenticate', 'Bearer');
  sendJson(request, response, problem.status, problem.body(contextOf(request).requestId));
}
