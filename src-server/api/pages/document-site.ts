/**
 * Serves the built documentation site below `/docs` to every client (decision L30). It needs no key and contains no
 * secret; if it is not built, a page explains how to build it, and links to the reference of the interface.
 */
import { join } from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';
import { allowPage } from '../http/response-policy.ts';
import { SITE_NOT_BUILT_PAGE } from './plain-pages.ts';

export interface DocumentSiteDependencies {
  /** Folder of the site once it is built, which may happen while the server runs. */
  readonly siteFolder: string;
  /** Returns the page of a built app or site in a folder; `null` while it is not built. */
  readonly readSitePage: () => string | null;
}

export function createDocumentSite({ siteFolder, readSitePage }: DocumentSiteDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use('/docs', (request, response, next) => {
    allowPage(request, response, '/docs/assets/');
    next();
  });
  router.get(['/docs', '/docs/'], start(readSitePage));
  // Their names change with their content.
  const assets = express.static(join(siteFolder, 'assets'), {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: '1y',
  });
  router.use('/docs/assets', assets);
  router.use('/docs/files', express.static(join(siteFolder, 'files'), { ...PAGES, setHeaders: asText }));
  router.use('/docs', express.static(siteFolder, PAGES));
  router.use('/docs/', (_request, response) => {
    response.status(404).type('text').send('The documentation has no such page. Start at /docs/.\n');
  });
  return router;
}

/** Folders have the page `index.html`; a response may be cached but must be revalidated, since a build changes it. */
const PAGES = { redirect: true, cacheControl: false, setHeaders: revalidated } as const;

function start(readSitePage: () => string | null): RequestHandler {
  return (request, response, next) => {
    response.setHeader('Cache-Control', 'no-cache');
    if (readSitePage() === null) response.type('html').send(SITE_NOT_BUILT_PAGE);
    // Scripts of the site identify its pages by their address below `/docs/`.
    else if (request.path === '/docs') response.redirect(302, '/docs/');
    else next();
  };
}

function revalidated(response: Response): void {
  response.setHeader('Cache-Control', 'no-cache');
}

/** Sets the type of files of the repository to plain text. */
function asText(response: Response, path: string): void {
  revalidated(response);
  if (!/\.(?:html|webp|png)$/.test(path)) response.type('text/plain; charset=utf-8');
}
