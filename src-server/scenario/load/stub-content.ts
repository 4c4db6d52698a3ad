/**
 * Responses of stubs whose body is in a file (decision R1): its content replaces its name once, when the file is
 * loaded. Pure.
 */
import { posix } from 'node:path';
import type { StubResponse } from '../../contract/control/http-faults/fault-terms.ts';

/** Returns the text of a file by the name in a response, or a sentence that explains why there is none. */
export type ContentReader = (
  name: string,
) => { readonly ok: true; readonly text: string } | { readonly ok: false; readonly issue: string };

type FilledResponse =
  | { readonly ok: true; readonly response: StubResponse }
  | { readonly ok: false; readonly issue: string };

/** The response with the text of its file; `Content-Type` follows from the extension unless a header sets it. */
export function withContent(response: StubResponse, read: ContentReader): FilledResponse {
  const { file, ...rest } = response;
  if (file === undefined) return { ok: true, response };
  const content = read(file);
  if (!content.ok) return content;
  const hasType = Object.keys(rest.headers).some((name) => name.toLowerCase() === 'content-type');
  const type = TYPES[posix.extname(file).toLowerCase()];
  const headers = hasType || type === undefined ? rest.headers : { ...rest.headers, 'Content-Type': type };
  return { ok: true, response: { ...rest, headers, text: content.text } };
}

/** Other extensions are plain text. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
};
