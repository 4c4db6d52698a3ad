/**
 * Serves the OpenAPI document of each base, without a key (decision L29): it lists operations and contains no secret.
 */
import { Router } from 'express';
import type { BrowserSession } from '../../contract/control/world/session.ts';
import { DOCUMENT_BASES, DOCUMENT_NAMES, type DocumentName } from '../../contract/openapi/bases.ts';
import { refuseParameters } from '../http/parse-query.ts';
import { newContext, setContext } from '../http/request-context.ts';
import { sendText } from '../http/send-response.ts';

export interface DocumentRouteDependencies {
  readonly session: () => BrowserSession;
  /** Address of this world, below the origin: empty for the first one. */
  readonly address: string;
  readonly nextRequestId: () => string;
  readonly monotonicMs: () => number;
}

/**
 * Creates a document, and loads the code for it, on the first request, so that the start does not wait for it. There is
 * one document for each name of this server.
 */
export function createDocumentRouter(service: DocumentRouteDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const made = new Map<string, string>();
  const textOf = async (name: DocumentName, origin: string) => {
    const key = `${name} ${origin}`;
    const { buildDocument } = await import('../../contract/openapi/build-document.ts');
    const text = made.get(key) ?? JSON.stringify(buildDocument(name, { origin, version: service.session().version }));
    // Only this many names of the server are cached; documents of others are created each time.
    if (made.size < MAX_CACHED) made.set(key, text);
    return text;
  };
  for (const name of DOCUMENT_NAMES) {
    router.get(`${DOCUMENT_BASES[name]}/openapi.json`, async (request, response) => {
      if (name === 'control') refuseParameters(request);
      setContext(request, newContext({ requestId: service.nextRequestId(), startedMs: service.monotonicMs() }));
      sendText(request, response, 200, await textOf(name, `http://${request.headers.host}${service.address}`));
    });
  }
  return router;
}

const MAX_CACHED = 32;
