/**
 * `/docs/api`: Swagger UI for this server's own documents (decision L30). All of its files come from this server. For
 * an admitted browser (L114) it contains the run's API key and may use the control plane; for others it only shows
 * documents.
 */
import express, { type Response, Router } from 'express';
import { DOCUMENT_BASES, type DocumentName } from '../../contract/openapi/bases.ts';
import { type AppAdmission, admit, withPageToken } from '../http/app-admission.ts';
import { allowPage } from '../http/response-policy.ts';
import { DOCS_PAGE, DOCS_SCRIPT, DOCS_STYLE } from './docs-files.ts';

export interface DocsPageDependencies {
  /** Folder of the npm package swagger-ui-dist. */
  readonly swaggerFolder: string;
  readonly admission: AppAdmission;
}

/** In the order of the menu. */
const CHOICES: readonly (readonly [name: string, document: DocumentName])[] = [
  ['Form A', 'form-a'],
  ['Form B', 'form-b'],
  ['Both forms', 'both'],
  ['Control plane', 'control'],
];

/** The files of Swagger UI that the page loads. */
const SWAGGER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

export function createDocsPage({ swaggerFolder, admission }: DocsPageDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const documents = CHOICES.map(([name, document]) => ({ name, url: `${DOCUMENT_BASES[document]}/openapi.json` }));
  const send = (response: Response, type: string, text: string) => {
    response.setHeader('Cache-Control', 'no-store');
    response.type(type).send(text);
  };
  router.get('/docs/api', (request, response) => {
    allowPage(request, response, '/docs/api/');
    const isEntered = admit(request, response, admission) === 'entered';
    send(response, 'html', isEntered ? withPageToken(DOCS_PAGE, admission) : DOCS_PAGE);
  });
  // The documentation site links this address.
  router.get('/docs/api/', (_request, response) => response.redirect(302, '/docs/api'));
  router.get('/docs/api/docs.css', (_request, response) => send(response, 'css', DOCS_STYLE));
  router.get('/docs/api/docs.js', (_request, response) => {
    send(response, 'js', `const documents = ${JSON.stringify(documents)};\n${DOCS_SCRIPT}`);
  });
  const files = express.static(swaggerFolder, { index: false, redirect: false, maxAge: '1d' });
  router.use('/docs/api/swagger', (request, response, next) => {
    if (SWAGGER_FILES.includes(request.path.slice(1))) files(request, response, next);
    else next();
  });
  return router;
}
