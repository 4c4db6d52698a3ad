/**
 * Serves the built app at `/`, under its own name (L132), to admitted browsers; to others, a page that explains how to
 * get access (L114). Under any other name it redirects to its own.
 */
import { join } from 'node:path';
import express, { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { isSameSecret } from '../../engine/secret-hash.ts';
import {
  type AppAdmission,
  admit,
  appAddressOf,
  ENTRY_PARAMETER,
  isAtApp,
  isFromLoopback,
  withPageToken,
} from '../http/app-admission.ts';
import { allowPage } from '../http/response-policy.ts';
import { ELSEWHERE_PAGE, ENTRY_PAGE, NOT_BUILT_PAGE } from './plain-pages.ts';

export interface StaticUiDependencies {
  /** Folder of the app once it is built, which may happen while the server runs. */
  readonly uiFolder: string;
  /** Returns the current page of the built app; `null` while it is not built. */
  readonly readAppPage: () => string | null;
  readonly admission: AppAdmission;
  /** Address of this world, below the origin: empty for the first one. */
  readonly address: string;
  /** Admits a browser to every world; the token of a world does not. */
  readonly serverToken: string;
}

/** Folders are not pages: they are neither listed nor redirected to. */
const FILES_ONLY = { index: false, redirect: false } as const;

export function createStaticUi(service: StaticUiDependencies): Router {
  const { uiFolder } = service;
  const router = Router({ caseSensitive: true });
  router.use((request, response, next) => {
    allowPage(request, response, '/assets/');
    next();
  });
  router.get('/enter', leadToApp(service), (_request, response) => sendPage(response, 200, ENTRY_PAGE));
  router.post('/enter', leadToApp(service), express.urlencoded({ extended: false, limit: '4kb' }), enter(service));
  router.use('/assets', express.static(join(uiFolder, 'assets'), { immutable: true, maxAge: '1y', ...FILES_ONLY }));
  router.use('/assets', (_request, response) => response.sendStatus(404));
  router.get('/index.html', (_request, response) => response.redirect(303, `${service.address}/`));
  router.use(express.static(uiFolder, FILES_ONLY));
  router.get('/{*path}', appPage(service));
  return router;
}

/** Serves the same page at every address except those of assets; the app decides what it shows. */
function appPage(service: StaticUiDependencies): RequestHandler {
  const { readAppPage, admission } = service;
  const lead = leadToApp(service);
  return (request, response, next) => {
    if (!request.accepts('html')) return next();
    // A client with a wrong base URL accepts any type; a page only helps a browser.
    const isBrowser = request.path === '/' || namesHtml(request);
    const page = readAppPage();
    // The address with its one-time token still works once the app is built.
    if (page === null) return isBrowser ? sendPage(response, 503, NOT_BUILT_PAGE) : next();
    const isHere = isFromLoopback(request) && isAtApp(request, admission);
    if (!isHere) return isBrowser ? lead(request, response, next) : next();
    const who = admit(request, response, admission);
    if (who === 'stranger') return isBrowser ? sendPage(response, 401, ENTRY_PAGE) : next();
    response.setHeader('Cache-Control', 'no-store');
    response.type('html').send(who === 'entered' ? withPageToken(page, admission) : page);
  };
}

/**
 * Redirects browsers of this machine to the same address under the app's own name, and admits none under another one:
 * an earlier program on this port may have left a service worker there. Other machines do not get the app (K71).
 */
function leadToApp({ admission, address }: StaticUiDependencies) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!isFromLoopback(request)) sendPage(response, 403, ELSEWHERE_PAGE);
    else if (isAtApp(request, admission)) next();
    else {
      response.setHeader('Cache-Control', 'no-store');
      response.redirect(303, appAddressOf(request, admission, `${address}${request.url}`));
    }
  };
}

function namesHtml(request: Request): boolean {
  return request.headers.accept?.includes('html') === true;
}

/** Admits a client that has the server's admin token: responds with an address that admits this browser. */
function enter({ admission, serverToken, address }: StaticUiDependencies): RequestHandler {
  return (request, response) => {
    const token: unknown = request.body?.token;
    if (typeof token !== 'string' || !isSameSecret(token, serverToken)) return sendPage(response, 401, ENTRY_PAGE);
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(303, `${address}/?${ENTRY_PARAMETER}=${admission.newEntry()}`);
  };
}

function sendPage(response: Response, status: number, page: string): void {
  response.status(status).setHeader('Cache-Control', 'no-store').type('html').send(page);
}
