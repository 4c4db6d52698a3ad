/**
 * The layer in which requests meet faults that were set on purpose (decision L39): after a request has its id, before its
 * key is looked at. Says whether the request is processed; how an answer is broken is said in `corrupt-answer.ts`.
 */
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { CommandBase } from '../../engine/ports/command-port.ts';
import { type ApiKeyIndex, bearerToken } from '../http/api-key-index.ts';
import { Problem } from '../http/problem.ts';
import { openCommand, type RecordingDependencies } from '../http/record-commands.ts';
import { contextOf } from '../http/request-context.ts';
import { peekBody } from './buffer-body.ts';
import { answerNothing, type CorruptionDependencies, corruptBy } from './corrupt-response.ts';
import { type Hit, type Hits, isMet, requestAttributes, triggerFault } from './trigger-fault.ts';
import { metOnWire } from './triggered-faults.ts';

export type FaultMiddlewareDependencies = RecordingDependencies &
  CorruptionDependencies & {
    readonly keys: ApiKeyIndex;
  };

export function faultMiddleware(service: FaultMiddlewareDependencies, base: CommandBase): RequestHandler {
  return (request, response, next) => {
    if (service.world.httpFaults.isAnyOpen('interface')) meet(service, base, { request, response, next }).catch(next);
    else next();
  };
}

async function meet(service: FaultMiddlewareDependencies, base: CommandBase, exchange: Exchange): Promise<void> {
  const { request, next } = exchange;
  service.driver.nowMs();
  const face = requestAttributes(service, request);
  // Once its body is there, a request is counted and processed in one go: requests are processed as they were counted.
  const body = isMet(service, face) ? await peekBody(request) : null;
  // As with any command, what is due at this instant comes first.
  if (isMet(service, face)) service.driver.finishInstant();
  const hits = triggerFault(service, { ...face, body }, (counted, faultIds) => {
    const met = metOnWire(service, request, face.keyId, counted, faultIds);
    contextOf(request).command = openCommand(service, request, { base, keyId: face.keyId, met });
    contextOf(request).command?.begin(body);
  });
  if (hits.latency === null && hits.other === null) {
    next();
    return;
  }
  const isProcessed = hits.other === null || !isBefore(hits.other);
  // Whoever reads the journal wants to see what was asked, though nobody here will look at it.
  noteRequest(service, request, isProcessed ? null : body);
  carryOut(service, exchange, hits, isProcessed);
}

/** Those that act in place of the request being processed: nothing changes in the world. */
function isBefore({ terms }: Hit): boolean {
  if (terms.kind === 'api_error') return true;
  return 'after_processing' in terms && !terms.after_processing;
}

/** Whose request it was is known to the journal, though the layer that finds out may never be reached. */
function noteRequest({ keys }: FaultMiddlewareDependencies, request: Request, body: string | null): void {
  const secret = bearerToken(request.headers.authorization);
  const holder = secret === null ? null : keys.holderOf(secret);
  const context = contextOf(request);
  if (holder !== null && !holder.isRevoked) {
    Object.assign(context, { accountId: holder.accountId, keyId: holder.keyId });
  }
  context.rawBody ??= body;
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

function carryOut(
  service: FaultMiddlewareDependencies,
  { request, response, next }: Exchange,
  hits: Hits,
  isProcessed: boolean,
): void {
  const { other } = hits;
  if (other === null || isProcessed || other.terms.kind === 'api_error') {
    contextOf(request).corrupt = corruptBy(service, hits);
    if (other === null || other.terms.kind !== 'api_error') next();
    else next(problemOf(response, other));
    return;
  }
  // Not held against a client that sends more than anybody reads.
  request.resume();
  answerNothing(service, hits, request, response);
}

/** A limit of requests always says when to come back (decision E2). */
function problemOf(response: Response, { fault, terms }: Hit): Problem {
  if (terms.kind !== 'api_error') throw new TypeError(`${terms.kind} is not an error`);
  const retryAfterS = terms.retry_after_s ?? (terms.code === 'rate_limit' ? 1 : null);
  if (retryAfterS !== null) response.setHeader('Retry-After', retryAfterS);
  return new Problem(terms.code, terms.message ?? `This error was set on purpose (fault ${fault.faultId}).`);
}
