/** The draft of the form "Verify…", and the body of `POST /sim/journal/verify` made of it. Pure. */
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { Matcher } from '../../../../src-server/contract/fields/matcher.ts';
import type { JournalFilters } from '../../../api/journal-api.ts';
import { jsonOrText } from '../../../components/format/pretty-json.ts';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { OPERATION_NAMES, REQUEST_FORMS } from '../../../components/webhooks/operation-names.ts';

export type HowOften = 'at_least' | 'count' | 'at_most';

export type VerifyDraft = ReturnType<typeof newVerifyDraft>;

/** Starts with the filters of the list, which the user most likely wants to verify. */
export function newVerifyDraft({
  method = '',
  operation = '',
  form = '',
  key = '',
  status = '',
  idempotency = '',
}: JournalFilters) {
  return {
    method,
    operation,
    form,
    key,
    idempotency,
    ...AT_LEAST_ONCE,
    /** With `*` or `?` it is a pattern of a path, otherwise the path itself. */
    path: '',
    /** One, or several with commas: `404, 5xx`. */
    status,
    headerName: '',
    headerValue: '',
    pointer: '',
    /** JSON, or a text without quotes. */
    value: '',
  };
}

const KEY_USES = ['same', 'differs'] as const;

const AT_LEAST_ONCE: { howOften: HowOften; times: number | string } = { howOften: 'at_least', times: 1 };

/** Empty fields match everything. A name or pointer without a value means that it must exist. */
export function verifyBody(draft: VerifyDraft): ControlBody<'POST /journal/verify'> {
  const { method, operation, form, key, idempotency, howOften, times } = draft;
  const texts = [draft.path, draft.status, draft.headerName, draft.pointer, draft.value];
  const [path, status, header, pointer, value = ''] = texts.map((text) => text.trim());
  const match: ControlBody<'POST /journal/verify'>['match'] = {};
  if (method !== '') match.method = method;
  if (isOneOf(OPERATION_NAMES, operation)) match.operation = operation;
  if (isOneOf(REQUEST_FORMS, form)) match.form = form;
  if (key !== '') match.key_id = key;
  if (isOneOf(KEY_USES, idempotency)) match.idempotency = idempotency;
  if (path) match.path = path;
  if (status) match.status = statusOf(status);
  if (header) match.headers = { [header]: draft.headerValue.trim() || { present: true } };
  if (pointer) match.body = { [pointer]: value === '' ? { present: true } : matcherOf(value) };
  return times === '' ? { match } : { match, [howOften]: times };
}

function statusOf(text: string): NonNullable<ControlBody<'POST /journal/verify'>['match']['status']> {
  const [first = '', ...others] = text.split(/[\s,]+/).map((one) => (/^\d+$/.test(one) ? Number(one) : one));
  return others.length === 0 ? first : [first, ...others];
}

function matcherOf(text: string): Matcher {
  const value = jsonOrText(text);
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar || value === null ? value : { equals: value };
}
