/**
 * The whole HTTP interface of Ballast as one Express app: three bases of the service, the control plane, the app's
 * pages.
 */
import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { type ControlRouterDependencies, createControlRouter } from '../control/control-routes.ts';
import { createDocsPage, type DocsPageDependencies } from '../documents/docs-page.ts';
import { createDocumentRouter, type DocumentRouteDependencies } from '../documents/document-routes.ts';
import { createDocumentSite, type DocumentSiteDependencies } from '../pages/document-site.ts';
import { createStaticUi, type StaticUiDependencies } from '../pages/static-ui.ts';
import { createServiceRouter, type ServiceRouterDependencies } from '../service/service-routes.ts';
import { allowOrigins } from './allow-origins.ts';
import { SERVICE_BASES } from './gate-rules.ts';
import { isBug, Problem, WorldOverProblem } from './problem.ts';
import { createRateLimit, type RequestWindow, serverLimitHeaders } from './rate-limit.ts';
import { forceInert } from './response-policy.ts';
import { sendProblem } from './send-response.ts';
import { NobodyWaitsError } from './waited-for.ts';

/** Dependencies of the app itself and of its routers. */
export type HttpAppDependencies = ControlRouterDependencies &
  ServiceRouterDependencies &
  DocsPageDependencies &
  DocumentRouteDependencies &
  DocumentSiteDependencies &
  StaticUiDependencies & {
    readonly nextRequestId: () => string;
    readonly rateLimit: { readonly perMinute: number | null; readonly window: RequestWindow };
    /** Origins of pages that may call the service from a browser. */
    readonly allowedOrigins: readonly string[];
    /** True once another world has replaced this one; its database is closed. */
    readonly isOver: () => boolean;
    /** Passes a request to the world that follows this one; false if none does. */
    readonly handleAgain: (...request: Parameters<RequestListener>) => boolean;
    readonly logBug: (error: unknown) => void;
  };

export function createHttpApp(service: HttpAppDependencies): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Paths are exact (decision A6).
  app.enable('case sensitive routing');
  const limit = createRateLimit(service.rateLimit.window);
  if (service.allowedOrigins.length > 0) app.use(SERVICE_BASES, allowOrigins(service.allowedOrigins));
  const mount = (base: string, create: () => RequestHandler) => app.use(base, madeOnFirstUse(create));
  const documents = madeOnFirstUse(() => createDocumentRouter(service));
  app.use((request, response, next) =>
    request.url.includes('/openapi.json') ? documents(request, response, next) : next(),
  );
  mount('/form-a/v1', () => createServiceRouter(service, 'A', limit));
  mount('/form-b/v1', () => createServiceRouter(service, 'B', limit));
  mount('/v1', () => createServiceRouter(service, 'both', limit));
  mount('/sim', () => createControlRouter(service));
  app.use('/worlds/:name', (request, _response, next) => {
    next(
      new Problem('not_found', `There is no world ${request.params.name} on this server; GET /sim/worlds lists them.`),
    );
  });
  app.use(madeOnFirstUse(() => createDocsPage(service)));
  app.use(madeOnFirstUse(() => createDocumentSite(service)));
  app.use(madeOnFirstUse(() => createStaticUi(service)));
  app.use((request, _response, next) => {
    next(new Problem('not_found', `There is nothing at ${request.method} ${request.path}.${nearBase(request.path)}`));
  });
  const handleError: ErrorRequestHandler = (error, request, response, _next) => {
    // If its world was replaced before its body had arrived, nothing has changed there, so the current one handles it.
    if (error instanceof NobodyWaitsError) return;
    const isLeftBehind = error instanceof WorldOverProblem || (service.isOver() && isBug(error));
    if (isLeftBehind && !response.headersSent && service.handleAgain(request, response)) return;
    sendProblem(error, request, response, service);
  };
  app.use(handleError);
  const setFirstHeaders = firstHeaders(service.rateLimit.perMinute);
  return (request, response) => {
    setFirstHeaders(request, response);
    app(request, response);
  };
}

/** Sets the headers of every response, and those of the service's, before any layer that responds. */
function firstHeaders(limitPerMinute: number | null): RequestListener {
  const ofService = Object.entries(serverLimitHeaders(limitPerMinute));
  const isOfService = new RegExp(`^(?:${SERVICE_BASES.join('|')})(?:[/?]|$)`);
  return ({ url = '' }, response) => {
    forceInert(response);
    if (ofService.length > 0 && isOfService.test(url))
      for (const [name, value] of ofService) response.setHeader(name, value);
  };
}

/** For a client that writes its base in upper case. */
function nearBase(path: string): string {
  const base = [...SERVICE_BASES, '/sim'].find((each) => `${path.toLowerCase()}/`.startsWith(`${each}/`));
  return base === undefined ? '' : ` Paths are case-sensitive: ${base} is lower case.`;
}

/** Creates a router on first use: a world has some 200 routes, and a test or a run of a scenario uses a few of them. */
function madeOnFirstUse(create: () => RequestHandler): RequestHandler {
  let made: RequestHandler | null = null;
  return (request, response, next) => {
    made ??= create();
    return made(request, response, next);
  };
}
