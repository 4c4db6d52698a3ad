/** Which requests or webhooks a fault is about, as the form holds it, and the `match` that it becomes. */
import type { Schemas } from '../../../api/api-client.ts';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { OPERATION_NAMES, REQUEST_FORMS } from '../../../components/webhooks/operation-names.ts';
import { WEBHOOK_TYPES } from '../../../components/webhooks/webhook-types.ts';

/** How a text is compared; a header or a body value may also only have to be there, or not. */
export const TEXT_OPERATORS = ['is', 'contains', 'glob', 'pattern'] as const;
export const OPERATORS = [...TEXT_OPERATORS, 'present', 'absent'] as const;
export const BODY_OPERATORS = ['is', 'contains', 'pattern', 'present', 'absent'] as const;
export type Operator = (typeof OPERATORS)[number];

/** One line of the form: a header, a query parameter or a place in the body. */
export interface NamedMatch {
  readonly id: number;
  readonly name: string;
  readonly way: Operator;
  readonly value: string;
}

export interface MatchDraft {
  readonly operation: string;
  readonly method: string;
  readonly form: string;
  readonly keyId: string;
  readonly path: { readonly way: Operator; readonly value: string };
  readonly query: readonly NamedMatch[];
  readonly headers: readonly NamedMatch[];
  readonly body: readonly NamedMatch[];
  readonly webhookId: string;
  readonly types: readonly string[];
  readonly eventId: string;
}

export const NEW_MATCH: MatchDraft = {
  ...{ operation: '', method: '', form: '', keyId: '', path: { way: 'glob', value: '' } },
  ...{ query: [], headers: [], body: [], webhookId: '', types: [], eventId: '' },
};

/** Empty where nothing is said: it is about every webhook then. */
export function webhookMatch({ webhookId, types, eventId }: MatchDraft): Schemas['WebhookMatch'] {
  return {
    ...(webhookId === '' ? {} : { webhook_id: webhookId }),
    ...(types.length === 0 ? {} : { types: WEBHOOK_TYPES.filter((type) => types.includes(type)) }),
    ...(eventId.trim() === '' ? {} : { event_id: eventId.trim() }),
  };
}

/** Empty where nothing is said: it is about every request then. */
export function requestMatch(draft: MatchDraft): Schemas['RequestMatch'] {
  const { operation, method, form, keyId, query, headers, body } = draft;
  const path = draft.path.value.trim();
  return {
    ...(isOneOf(OPERATION_NAMES, operation) ? { operation } : {}),
    ...(method === '' ? {} : { method }),
    ...(isOneOf(REQUEST_FORMS, form) ? { form } : {}),
    ...(keyId === '' ? {} : { key_id: keyId }),
    ...(path === '' ? {} : { path: textMatcher(draft.path.way, path) }),
    ...(query.length === 0 ? {} : { query: byName(query, textMatcher) }),
    ...(headers.length === 0 ? {} : { headers: byName(headers, textMatcher) }),
    ...(body.length === 0 ? {} : { body: byName(body, bodyMatcher) }),
  };
}

function byName<Matched>(rows: readonly NamedMatch[], matcher: (way: Operator, value: string) => Matched) {
  return Object.fromEntries(rows.map(({ name, way, value }) => [name.trim(), matcher(way, value)]));
}

function textMatcher(way: Operator, value: string): NonNullable<Schemas['RequestMatch']['path']> {
  switch (way) {
    case 'is':
      return { equals: value };
    case 'contains':
      return { contains: value };
    case 'glob':
      return { glob: value };
    case 'pattern':
      return { pattern: value };
    case 'present':
      return { present: true };
    case 'absent':
      return { present: false };
  }
}

/** A body has no glob: `BODY_OPERATORS` does not offer it. */
function bodyMatcher(way: Operator, value: string): Schemas['Matcher'] {
  switch (way) {
    case 'contains':
      return { contains: value };
    case 'pattern':
      return { pattern: value };
    case 'present':
    case 'absent':
      return { present: way === 'present' };
    default:
      return { equals: jsonValue(value) };
  }
}

/** `100` and `true` are what JSON makes of them; what is no JSON is a text. */
function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
