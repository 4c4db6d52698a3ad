/** What the form of "Verify…" holds, and the body of `POST /sim/journal/verify` that it means. Pure. */

import type { Schemas } from '../../../api/api-client.ts';
import type { JournalFilters } from '../../../api/journal-api.ts';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { OPERATION_NAMES, REQUEST_FORMS } from '../../../components/webhooks/operation-names.ts';

export type HowOften = 'at_least' | 'count' | 'at_most';

export interface VerifyDraft {
  readonly method: string;
  readonly operation: string;
  readonly form: string;
  readonly key: string;
  /** With `*` or `?` it is a pattern of a path, without them the path itself. */
  readonly path: string;
  readonly status: string;
  readonly headerName: string;
  readonly headerValue: string;
  readonly pointer: string;
  /** JSON, or a text that needs no quotes. */
  readonly value: string;
  readonly howOften: HowOften;
  readonly times: number | string;
}

/** What the list is filtered by is what the question most likely is about. */
export function newVerifyDraft(filters: JournalFilters): VerifyDraft {
  return {
    method: filters.method ?? '',
    operation: filters.operation ?? '',
    form: filters.form ?? '',
    key: filters.key ?? '',
    path: '',
    status: /^\d{3}$/.test(filters.status ?? '') ? (filters.status ?? '') : '',
    headerName: '',
    headerValue: '',
    pointer: '',
    value: '',
    howOften: 'at_least',
    times: 1,
  };
}

/** Empty fields say nothing. A name or pointer without a value means that it is there at all. */
export function verifyBody(draft: VerifyDraft): Schemas['VerifyRequests'] {
  const { method, operation, form, key, howOften, times } = draft;
  const [path, status, header, pointer] = [draft.path, draft.status, draft.headerName, draft.pointer].map((text) =>
    text.trim(),
  );
  const match: Schemas['VerifyRequests']['match'] = {};
  if (method !== '') match.method = method;
  if (isOneOf(OPERATION_NAMES, operation)) match.operation = operation;
  if (isOneOf(REQUEST_FORMS, form)) match.form = form;
  if (key !== '') match.key_id = key;
  if (path) match.path = /[*?]/.test(path) ? { glob: path } : path;
  if (status) match.status = Number(status);
  if (header) match.headers = { [header]: draft.headerValue.trim() || { present: true } };
  if (pointer)
    match.body = { [pointer]: draft.value.trim() === '' ? { present: true } : jsonOrText(draft.value.trim()) };
  return times === '' ? { match } : { match, [howOften]: times };
}

function jsonOrText(text: string): Schemas['Matcher'] {
  try {
    const value: unknown = JSON.parse(text);
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isScalar || value === null ? value : { equals: value };
  } catch {
    return text;
  }
}
