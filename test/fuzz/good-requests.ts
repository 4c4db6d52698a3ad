/**
 * The good requests from which hostile ones are made: the recorded example of every operation in the OpenAPI table,
 * with ids that this world knows. Leaves out operations whose response does not end and the one that removes what the
 * others use; marks those that affect the worlds of others.
 */
import { readFileSync } from 'node:fs';
import type { DocumentName } from '../../src-server/contract/openapi/bases.ts';
import { DOCUMENT_NAMES } from '../../src-server/contract/openapi/bases.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';

export interface GoodRequest {
  readonly document: DocumentName;
  readonly method: string;
  /** From the root, with its query. */
  readonly path: string;
  /** `undefined`: the operation takes no JSON. */
  readonly body: unknown;
  /** True if acceptance would move time, change the market or change permissions: always made invalid. */
  readonly isDelicate: boolean;
}

/** Ids by their prefix, such as `pf`. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

interface Example {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly request?: unknown;
}

const examples = JSON.parse(readFileSync(new URL('../../fixtures/openapi/examples.json', import.meta.url), 'utf8')) as {
  readonly operations: Readonly<Record<DocumentName, Readonly<Record<string, Example>>>>;
};

/** One request for every operation of some documents. */
export function goodRequests(documents: readonly DocumentName[], known: KnownIds): GoodRequest[] {
  return documents.flatMap((document) =>
    DOCUMENTS[document].operations.flatMap((operation): GoodRequest[] => {
      const { id, method, path, success } = operation;
      const example = examples.operations[document]?.[id] ?? exampleElsewhere(id);
      if (success.content.includes('text/event-stream') || example === undefined || id === 'resetWorld') return [];
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        knownText(example.parameters[name] ?? 'x', known, method === 'delete'),
      );
      const query = new URLSearchParams(
        Object.entries(example.query ?? {}).map(([key, value]) => [key, String(value)]),
      );
      return [
        {
          document,
          method: method.toUpperCase(),
          path: `${DOCUMENTS[document].basePath}${filled}${query.size > 0 ? `?${query}` : ''}`,
          body: example.request === undefined ? undefined : withKnownIds(example.request, known),
          isDelicate: document === 'control' && method !== 'get' && path !== '/compare',
        },
      ];
    }),
  );
}

/** The base of both forms has no examples of its own for operations of a form. */
function exampleElsewhere(id: string): Example | undefined {
  return DOCUMENT_NAMES.map((name) => examples.operations[name]?.[id]).find((example) => example !== undefined);
}

function withKnownIds(value: unknown, known: KnownIds): unknown {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'string' ? knownText(member, known) : member,
  );
}

/**
 * Recorded ids belong to another world: they are replaced by this world's first id of their kind, or by the last one if
 * it is to be deleted, so that the others still exist.
 */
function knownText(text: string, known: KnownIds, isLast = false): string {
  const prefix = /^([a-z]{2})_[0-9A-Z]{26}$/.exec(text)?.[1];
  return (prefix === undefined ? undefined : known[prefix]?.at(isLast ? -1 : 0)) ?? text;
}
