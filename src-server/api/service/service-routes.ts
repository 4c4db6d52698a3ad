/**
 * The simulated service: Form A, Form B, or both under one base (decision A1). Its layers come in the order of
 * `contract/check-order.ts` (decision B), after faults that were set on purpose (decision L39); then a route reads the body
 * and the command says the rest.
 */
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { inCheckOrder } from '../../contract/service/check-order.ts';
import { bearerToken, type KeyHolder } from '../http/api-key-index.ts';
import { Problem } from '../http/problem.ts';
import { noteCommands } from '../http/record-commands.ts';
import { contextOf, newContext, type RequestContext, setContext } from '../http/send-response.ts';
import type { Service } from '../http/service.ts';
import { faultMiddleware } from '../http-faults/fault-middleware.ts';
import { journalExchange } from '../journal/journal-request.ts';
import { createPortfolioRoute } from './create-portfolio-route.ts';
import { addFormARoutes } from './form-a-routes.ts';
import { addFormBRoutes } from './form-b-routes.ts';

export type Forms = 'A' | 'B' | 'both';

/** `limit` is shared by all bases: requests are counted per key, wherever they go. */
export function createServiceRouter(service: Service, forms: Forms, limit: RequestHandler): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(openExchange(service, forms));
  router.use(faultMiddleware(service, forms));
  router.use(inCheckOrder({ key: authenticate(service), rate: limit }));
  router.use(noteCommands(service, forms));
  createPortfolioRoute(router, service, forms);
  if (forms !== 'B') addFormARoutes(router, service);
  if (forms !== 'A') addFormBRoutes(router, service);
  router.use((request: Request, _response: Response, next: NextFunction) => {
    next(new Problem('not_found', `There is nothing at ${request.method} ${request.baseUrl}${request.path}.`));
  });
  return router;
}

function openExchange(service: Service, forms: Forms): RequestHandler {
  return (request, _response, next) => {
    const requestId = service.nextRequestId();
    const startedMs = service.monotonicMs();
    const form = forms === 'both' ? null : forms;
    const onAnswer: RequestContext['onAnswer'] = (...exchanged) => journalExchange(service, ...exchanged);
    setContext(request, newContext({ requestId, startedMs, form, onAnswer }));
    next();
  };
}

function authenticate({ keys }: Service): RequestHandler {
  return (request, _response, next) => {
    const secret = bearerToken(request.headers.authorization);
    const holder = secret === null ? null : keys.holderOf(secret);
    if (holder === null || holder.isRevoked) {
      next(new Problem('unauthorized', `The API key is missing or invalid. ${whyNot(secret, holder)}`));
      return;
    }
    const { accountId, keyId, requestLimit } = holder;
    Object.assign(contextOf(request), { accountId, keyId, requestLimit });
    next();
  };
}

function whyNot(secret: string | null, holder: KeyHolder | null): string {
  if (secret === null) return 'Send it as "Authorization: Bearer <API_KEY>".';
  return holder === null ? 'This key is not known.' : 'This key was revoked.';
}
