/**
 * `/docs`: Swagger UI over this server's own documents (decision L30). Everything comes from this server; the page gets the
 * app's session cookie, by which it finds the run's API key and may use the control plane.
 */
import express, { type Response, Router } from 'express';
import { DOCUMENT_BASES, type DocumentName } from '../contract/openapi/bases.ts';
import { DOCS_PAGE, DOCS_SCRIPT, DOCS_STYLE } from './docs-files.ts';
import type { Service } from './service.ts';
import { setSessionCookie } from './session-cookie.ts';

/** In the order in which they are offered. */
const CHOICES: readonly (readonly [name: string, document: DocumentName])[] = [
  ['Form A', 'form-a'],
  ['Form B', 'form-b'],
  ['Both forms', 'both'],
  ['Control plane', 'control'],
];

/** Swagger UI sets styles on elements and draws its arrows as data: images; it needs nothing else beyond this server. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The files of Swagger UI that the page asks for. */
const SWAGGER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

export function createDocsPage({
  swaggerFolder,
  sessionToken,
}: Pick<Service, 'swaggerFolder' | 'sessionToken'>): Router {
  const router = Router({ strict: true });
  const documents = CHOICES.map(([name, document]) => ({ name, url: `${DOCUMENT_BASES[document]}/openapi.json` }));
  const send = (response: Response, type: string, text: string) => {
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Cache-Control', 'no-cache');
    response.type(type).send(text);
  };
  router.get('/docs', (request, response) => {
    setSessionCookie(request, response, sessionToken);
    send(response, 'html', DOCS_PAGE);
  });
  router.get('/docs/docs.css', (_request, response) => send(response, 'css', DOCS_STYLE));
  router.get('/docs/docs.js', (_request, response) => {
    send(response, 'js', `const documents = ${JSON.stringify(documents)};\n${DOCS_SCRIPT}`);
  });
  const files = express.static(swaggerFolder, { index: false, redirect: false, maxAge: '1d' });
  router.use('/docs/swagger', (request, response, next) => {
    if (SWAGGER_FILES.includes(request.path.slice(1))) files(request, response, next);
    else next();
  });
  return router;
}
