/**
 * Injects faults into requests (decision L39): after a request has its id, before its key is checked. Decides whether
 * the request is processed; `corrupt-response.ts` changes the response.
 */
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { apiFaultKind } from '../../contract/control/http-faults/api-fault-kinds.ts';
import type { CommandBase } from '../../engine/ports/command-port.ts';
import { type ApiKeyIndex, bearerToken } from '../http/api-key-index.ts';
import { Problem, WorldOverProblem } from '../http/problem.ts';
import { openCommand, type RecordingDependencies } from '../http/record-commands.ts';
import { contextOf } from '../http/request-context.ts';
import { bufferBody } from './buffer-body.ts';
import { type CorruptionDependencies, corruptWith, sendNothing } from './corrupt-response.ts';
import { type Hit, type Hits, mayTrigger, requestAttributes, triggerFault } from './trigger-fault.ts';
import { describeTrigger } from './triggered-faults.ts';

export type FaultMiddlewareDependencies = RecordingDependencies &
  CorruptionDependencies & {
    readonly keys: ApiKeyIndex;
  };

export function faultMiddleware(service: FaultMiddlewareDependencies, base: CommandBase): RequestHandler {
  return (request, response, next) => {
    if (service.world.httpFaults.isAnyOpen('interface'))
      injectFaults(service, base, { request, response, next }).catch(next);
    else next();
  };
}

async function injectFaults(
  service: FaultMiddlewareDependencies,
  base: CommandBase,
  handled: HandledRequest,
): Promise<void> {
  const { request, next } = handled;
  service.driver.nowMs();
  const attributes = requestAttributes(service, request);
  // Once its body has arrived, a request is counted and processed in one step, so both happen in the same order.
  const body = mayTrigger(service, attributes) ? await bufferBody(request) : null;
  if (service.isOver()) throw new WorldOverProblem();
  // The client left before its whole request had arrived: there is nothing to process, to count or to answer.
  if (request.destroyed && !request.complete) return;
  // As before any command, work that is due at this instant runs first.
  if (mayTrigger(service, attributes)) service.driver.finishInstant();
  const hits = triggerFault(service, { ...attributes, body }, (counted, faultIds) => {
    const trigger = describeTrigger(service, request, attributes.keyId, counted, faultIds);
    contextOf(request).command = openCommand(service, request, { base, keyId: attributes.keyId, met: trigger });
    contextOf(request).command?.begin(body);
  });
  if (hits.latency === null && hits.other === null) {
    next();
    return;
  }
  const { other } = hits;
  const isProcessed = other === null || apiFaultKind(other.terms.kind).isProcessed(other.terms);
  // The journal also shows the body of a request that is not processed.
  setJournalContext(service, request, isProcessed ? null : body);
  continueWith(service, handled, hits, isProcessed);
}

/** The journal names the key of a request even if the request never reaches the layer that checks it. */
function setJournalContext({ keys }: FaultMiddlewareDependencies, request: Request, body: string | null): void {
  const secret = bearerToken(request.headers.authorization);
  const holder = secret === null ? null : keys.holderOf(secret);
  const context = contextOf(request);
  if (holder !== null && !holder.isRevoked) {
    Object.assign(context, { accountId: holder.accountId, keyId: holder.keyId });
  }
  context.rawBody ??= body;
}

interface HandledRequest {
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

function continueWith(
  service: FaultMiddlewareDependencies,
  { request, response, next }: HandledRequest,
  hits: Hits,
  isProcessed: boolean,
): void {
  const { other } = hits;
  const injected = { ...hits, onStub: other?.terms.kind === 'api_stub' ? endedByStub(request) : () => {} };
  const problem = other === null ? null : problemOf(response, other);
  if (isProcessed || problem !== null) {
    contextOf(request).corrupt = corruptWith(service, injected);
    if (problem === null) next();
    else next(problem);
    return;
  }
  // Reads and discards the rest of the body, so that the client can finish sending.
  request.resume();
  sendNothing(service, injected, request, response);
}

/** The command ends with the status of the stub, not of the service, so that a recording expects what the client gets. */
function endedByStub(request: Request): (status: number) => void {
  const context = contextOf(request);
  const { command } = context;
  if (command !== null) context.command = { ...command, end: () => {} };
  // A request whose changes the disk refused is no command any more.
  return (status) => {
    if (context.command !== null) command?.end(status, null);
  };
}

function problemOf(response: Response, { fault, terms }: Hit): Problem | null {
  const error = apiFaultKind(terms.kind).errorOf(terms);
  if (error === null) return null;
  if (error.retryAfterS !== null) response.setHeader('Retry-After', error.retryAfterS);
  return new Problem(error.code, error.message ?? `This error was injected on purpose (fault ${fault.faultId}).`);
}
