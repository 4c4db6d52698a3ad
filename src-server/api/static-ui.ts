/** Serves the built app at `/` of the same server, with the cookie that lets it use the control plane. */
import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import type { Service } from './service.ts';
import { setSessionCookie } from './session-cookie.ts';

const CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Folders are no pages: they are neither listed nor redirected to. */
const FILES_ONLY = { index: false, redirect: false } as const;

export function createStaticUi({ uiFolder, sessionToken }: Pick<Service, 'uiFolder' | 'sessionToken'>): Router {
  const router = Router();
  if (uiFolder === null) {
    router.get('/', (_request, response) => {
      response.type('text').send('The Ballast server is running. The app is not built: run "npm run build".\n');
    });
    return router;
  }
  router.use((_request, response, next) => {
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    next();
  });
  router.use('/assets', express.static(join(uiFolder, 'assets'), { immutable: true, maxAge: '1y', ...FILES_ONLY }));
  router.use(express.static(uiFolder, FILES_ONLY));
  router.get('/{*path}', appPage(join(uiFolder, 'index.html'), sessionToken));
  return router;
}

/** Every address of the app is the same page; what it shows is the app's to know. */
function appPage(file: string, sessionToken: string): RequestHandler {
  return (request, response, next) => {
    if (!request.accepts('html')) return next();
    setSessionCookie(request, response, sessionToken);
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(file);
  };
}
