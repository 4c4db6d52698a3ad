/**
 * The simulated service: Form A, Form B, or both under one base (decision A1). Its layers have the order of
 * `CHECK_ORDER` (decision B), after injected faults (decision L39); then a route reads the body and
 * the command decides the rest.
 */

import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { createPortfolioInEither } from '../../contract/service/both-operations.ts';
import { inCheckOrder } from '../../contract/service/errors.ts';
import { createPortfolioInFormA, formAOperations } from '../../contract/service/form-a-operations.ts';
import { createPortfolioInFormB, formBOperations } from '../../contract/service/form-b-operations.ts';
import type { BaseForms } from '../../domain/world-choices.ts';
import { addOperation, operationsAdder, readersOf, runHandler } from '../http/add-operations.ts';
import { type ApiKeyIndex, bearerToken, type KeyHolder } from '../http/api-key-index.ts';
import { Problem } from '../http/problem.ts';
import { recordCommands } from '../http/record-commands.ts';
import { contextOf, newContext, type RequestContext, setContext } from '../http/request-context.ts';
import { type FaultMiddlewareDependencies, faultMiddleware } from '../http-faults/fault-middleware.ts';
import { type JournalRequestDependencies, journalRequest } from '../journal/journal-request.ts';
import type { Services } from '../services.ts';
import { createInFormA, createInFormB, formOfBody } from './create-portfolio-handlers.ts';
import { formAHandlers } from './form-a-handlers.ts';
import { formBHandlers } from './form-b-handlers.ts';

export type ServiceRouterDependencies = FaultMiddlewareDependencies &
  JournalRequestDependencies &
  Pick<Services, 'world' | 'driver'> & {
    readonly nextRequestId: () => string;
  };

const TERMS = { refusesParameters: false, areCommands: true };

/** `limit` is shared by all bases: requests are counted per key, on all of them together. */
export function createServiceRouter(
  service: ServiceRouterDependencies,
  forms: BaseForms,
  limit: RequestHandler,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const checks = inCheckOrder({ key: authenticate(service.keys), rate: limit });
  router.use(
    asOneLayer([
      openExchange(service, forms),
      faultMiddleware(service, forms),
      ...checks,
      recordCommands(service, forms),
    ]),
  );
  const add = operationsAdder(router, service, TERMS);
  addCreation(router, service, forms);
  if (forms !== 'B') add(formAOperations, formAHandlers);
  if (forms !== 'A') add(formBOperations, formBHandlers);
  router.use((request: Request, _response: Response, next: NextFunction) => {
    next(new Problem('not_found', `There is nothing at ${request.method} ${request.baseUrl}${request.path}.`));
  });
  return router;
}

/** For layers that every request passes: a router takes more time to find a layer than most of these to run. */
function asOneLayer(layers: readonly RequestHandler[]): RequestHandler {
  return layers.reduceRight<RequestHandler>(
    (later, layer) => (request, response, next) =>
      layer(request, response, (error?: unknown) =>
        error === undefined ? later(request, response, next) : next(error),
      ),
    (_request, _response, next) => next(),
  );
}

/** The base `/v1` determines the form from the body (decision A2). */
function addCreation(router: Router, service: ServiceRouterDependencies, forms: BaseForms): void {
  const create = {
    A: runHandler(createPortfolioInFormA, createInFormA, service, TERMS),
    B: runHandler(createPortfolioInFormB, createInFormB, service, TERMS),
  };
  addOperation(
    router,
    createPortfolioInEither,
    ...readersOf(createPortfolioInEither, TERMS),
    (request, response, next) => create[forms === 'both' ? formOfBody(request.body) : forms](request, response, next),
  );
}

function openExchange(service: ServiceRouterDependencies, forms: BaseForms): RequestHandler {
  const form = forms === 'both' ? null : forms;
  const onSent: RequestContext['onSent'] = (request, response, context, sent) =>
    journalRequest(service, request, response, context, sent);
  return (request, _response, next) => {
    const requestId = service.nextRequestId();
    const startedMs = service.monotonicMs();
    setContext(request, newContext({ requestId, startedMs, form, onSent }));
    next();
  };
}

function authenticate(keys: ApiKeyIndex): RequestHandler {
  return (request, _response, next) => {
    const secret = bearerToken(request.headers.authorization);
    const holder = secret === null ? null : keys.holderOf(secret);
    if (holder === null || holder.isRevoked) {
      next(new Problem('unauthorized', `The API key is missing or invalid. ${whyNot(keys, secret, holder)}`));
      return;
    }
    const context = contextOf(request);
    context.accountId = holder.accountId;
    context.keyId = holder.keyId;
    context.requestLimit = holder.requestLimit;
    next();
  };
}

function whyNot(keys: ApiKeyIndex, secret: string | null, holder: KeyHolder | null): string {
  if (secret === null) return 'Send it as "Authorization: Bearer <API_KEY>".';
  if (holder !== null) return 'This key was revoked.';
  return keys.isKeyId(secret) ? 'This is the id of a key, not the key.' : 'This key is unknown.';
}
