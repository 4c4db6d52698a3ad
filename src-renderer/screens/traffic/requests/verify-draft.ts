/** What the form of "Verify…" holds, and the body of `POST /sim/journal/verify` that it means. Pure. */
import type { JournalFilters } from '../../../api/journal-filters.ts';
import type { FormBody } from '../../../api/market-calls.ts';

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
export function verifyBody(draft: VerifyDraft): FormBody {
  const said = {
    method: draft.method,
    operation: draft.operation,
    form: draft.form,
    key_id: draft.key,
    path: /[*?]/.test(draft.path) ? { glob: draft.path.trim() } : draft.path.trim(),
    status: draft.status.trim() === '' ? '' : Number(draft.status),
    headers: named(draft.headerName.trim(), draft.headerValue.trim()),
    body: named(draft.pointer.trim(), jsonOrText(draft.value.trim())),
  };
  const match = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
  return { match, [draft.howOften]: draft.times === '' ? undefined : draft.times };
}

function named(name: string, value: unknown): Record<string, unknown> | '' {
  if (name === '') return '';
  return { [name]: value === '' ? { present: true } : value };
}

function jsonOrText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { equals: value } : value;
  } catch {
    return text;
  }
}
