/** Compares every response that a test gets over HTTP with the OpenAPI document of its base. */
import { DOCUMENT_NAMES } from '../../../src-server/contract/openapi/bases.ts';
import { DOCUMENTS } from '../../../src-server/contract/openapi/documents.ts';
import { documentFaults, type Exchanged } from '../../../src-server/runner/traffic/document-faults.ts';

export { findOperation, validatorOf } from '../../../src-server/runner/traffic/document-faults.ts';
export type { Exchanged };

/** Throws if the document of the base does not allow this response; other addresses are ignored. */
export function expectDocumented(exchanged: Exchanged): void {
  const { pathname } = new URL(exchanged.url);
  const name = DOCUMENT_NAMES.find((each) => pathname.startsWith(`${DOCUMENTS[each].basePath}/`));
  if (name === undefined) return;
  const faults = documentFaults(name, exchanged, pathname.slice(DOCUMENTS[name].basePath.length));
  if (faults.length === 0) return;
  const { method, status, text } = exchanged;
  const lines = faults.map(({ place, issue }) => `${place} ${issue}`).join('\n');
  throw new Error(
    `${method} ${pathname} answered ${status} against the document ${name}:\n${lines}\n${text.slice(0, 2000)}`,
  );
}
