/**
 * Serves the built documentation site below `/docs` to every client (decision L30). It needs no key and contains no
 * secret; if it is not built, a page explains how to build it, and links to the reference of the interface.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
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
  router.use('/docs', compressedFiles(siteFolder));
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

/** Matches no path that leaves the folder. */
const COMPRESSED = /^(?:\/[^./\\%][^/\\%]*)+\.(?:html|js|css)$/;

/**
 * Sends the pages, scripts and styles that the build compressed (`docs/site/build-site.ts`). A client that does not
 * accept gzip gets them uncompressed.
 */
function compressedFiles(siteFolder: string): RequestHandler {
  const sendFile = express.static(siteFolder, { index: false, redirect: false, cacheControl: false });
  return async (request, response, next) => {
    const { method, path } = request;
    const name = `${path}.gz`;
    if (!/^(?:GET|HEAD)$/.test(method) || !COMPRESSED.test(path) || !existsSync(join(siteFolder, name))) return next();
    response.vary('Accept-Encoding').type(extname(path));
    response.setHeader(
      'Cache-Control',
      path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    if (request.acceptsEncodings('gzip') === false) {
      response.send(await promisify(gunzip)(await readFile(join(siteFolder, name))));
      return;
    }
    response.setHeader('Content-Encoding', 'gzip');
    request.url = name;
    sendFile(request, response, next);
  };
}

/** Sets the type of files of the repository to plain text. */
function asText(response: Response, path: string): void {
  revalidated(response);
  if (!/\.(?:html|webp|png)$/.test(path)) response.type('text/plain; charset=utf-8');
}
