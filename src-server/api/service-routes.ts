/**
 * The simulated service: Form A, Form B, or both under one base (decision A1). The order of checks of decision B is the
 * order of the layers: 401, 429, 404 for an unknown path, 400 for a body, then what the command says.
 */
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { createPortfolioRoute } from './create-portfolio-route.ts';
import { contextOf, setContext } from './exchange.ts';
import { addFormARoutes } from './form-a-routes.ts';
import { addFormBRoutes } from './form-b-routes.ts';
import { bearerToken } from './key-ring.ts';
import { Problem } from './problem.ts';
import type { Service } from './service.ts';

export type Forms = 'A' | 'B' | 'both';

/** `limit` is shared by all bases: requests are counted per key, wherever they go. */
export function createServiceRouter(service: Service, forms: Forms, limit: RequestHandler | null): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(openExchange(service, forms));
  router.use(authenticate(service));
  if (limit !== null) router.use(limit);
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
    setContext(request, {
      requestId: service.nextRequestId(),
      startedMs: service.monotonicMs(),
      form: forms === 'both' ? null : forms,
      accountId: '',
      rawBody: null,
      onAnswer: (answered, context, status, responseBody) =>
        service.journal.record({
          requestId: context.requestId,
          atMs: service.kernel.nowMs,
          method: answered.method,
          path: answered.originalUrl,
          form: context.form,
          status,
          durationMs: service.monotonicMs() - context.startedMs,
          requestBody: context.rawBody,
          responseBody,
        }),
    });
    next();
  };
}

function authenticate({ keys }: Service): RequestHandler {
  return (request, _response, next) => {
    const key = bearerToken(request.headers.authorization);
    const accountId = key === null ? null : keys.accountOf(key);
    if (accountId === null) {
      const why = key === null ? 'Send it as "Authorization: Bearer <API_KEY>".' : 'This key is not known.';
      next(new Problem('unauthorized', `The API key is missing or invalid. ${why}`));
      return;
    }
    contextOf(request).accountId = accountId;
    next();
  };
}
