/** Which requests or webhooks a fault is about, as the form holds it, and the `match` that it becomes. */
import type { FormBody } from '../../../api/market-calls.ts';
import type { WireScope } from '../../../components/faults/wire-fault-kinds.ts';

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

/** Empty where nothing is said: it is about everything then. */
export function matchBody(draft: MatchDraft, scope: WireScope): FormBody {
  if (scope === 'webhook') {
    return {
      ...filled('webhook_id', draft.webhookId),
      ...(draft.types.length === 0 ? {} : { types: draft.types }),
      ...filled('event_id', draft.eventId.trim()),
    };
  }
  const { way, value } = draft.path;
  return {
    ...filled('operation', draft.operation),
    ...filled('method', draft.method),
    ...filled('form', draft.form),
    ...filled('key_id', draft.keyId),
    ...(value.trim() === '' ? {} : { path: matcherOf(way, value.trim()) }),
    ...named('query', draft.query, (text) => text),
    ...named('headers', draft.headers, (text) => text),
    ...named('body', draft.body, jsonValue),
  };
}

function named(field: string, rows: readonly NamedMatch[], read: (text: string) => unknown): FormBody {
  if (rows.length === 0) return {};
  return {
    [field]: Object.fromEntries(rows.map(({ name, way, value }) => [name.trim(), matcherOf(way, value, read)])),
  };
}

function matcherOf(way: Operator, value: string, read: (text: string) => unknown = (text) => text): unknown {
  switch (way) {
    case 'is':
      return { equals: read(value) };
    case 'present':
      return { present: true };
    case 'absent':
      return { present: false };
    default:
      return { [way]: value };
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

function filled(field: string, value: string): FormBody {
  return value === '' ? {} : { [field]: value };
}
