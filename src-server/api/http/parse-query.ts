/**
 * Query strings under `/sim`: every operation parses its own with a schema. Numbers and flags arrive as texts. An
 * invalid, unknown or repeated parameter is a 400 that names it (decision A10).
 */
import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import type { z } from 'zod';
import type { ErrorDetail } from '../../contract/service/errors.ts';
import { Problem, problemOfDetails, problemOfIssues } from './problem.ts';

/** Returns the query as `schema` parses it. */
export function parseQuery<S extends z.ZodObject>(request: Request, schema: S): z.output<S> {
  const given = Object.entries(request.query);
  const known = given.filter(([name]) => Object.hasOwn(schema.shape, name));
  const typed = known.map(([name, value]) => [name, typedAs(schema.shape[name], value)]);
  const unknown = unknownParameters(request, Object.keys(schema.shape));
  const parsed = schema.safeParse(Object.fromEntries(typed), { reportInput: true });
  if (!parsed.success) throw problemOfIssues(parsed.error, 'query', unknown);
  refuse(unknown);
  return parsed.data;
}

/** For operations without parameters. */
export function refuseParameters(request: Request): void {
  refuse(unknownParameters(request, []));
}

function refuse(unknown: readonly ErrorDetail[]): void {
  if (unknown.length > 0) throw problemOfDetails(unknown, 'query');
}

/** Refuses percent-encoded bytes that are not UTF-8: they would be replaced, and another text would be searched. */
function refuseForeignBytes({ originalUrl }: Request): void {
  // Everything after the first question mark is the query, others included.
  const [, query = ''] = /\?(.*)/.exec(originalUrl) ?? [];
  for (const [bytes] of query.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex')))
      throw new Problem('invalid_request', `The query has ${bytes}, which is not UTF-8.`);
  }
}

function unknownParameters(request: Request, known: readonly string[]): ErrorDetail[] {
  refuseForeignBytes(request);
  const { query } = request;
  const those = known.length === 0 ? 'there are none' : `possible: ${known.join(', ')}`;
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: `/${name}`, issue: `is not a known parameter (${those})` }));
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

function typedAs(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (schema === undefined || typeof value !== 'string') return value;
  const kind = kindOf(schema);
  if (kind === 'number' && /^\d{1,15}$/.test(value)) return Number(value);
  return kind === 'boolean' ? (FLAGS[value] ?? value) : value;
}

/** Returns `number`, `boolean` …: the type without defaults and optional wrappers. */
function kindOf({ _zod: { def } }: z.core.$ZodType): string {
  const { innerType } = def as { readonly innerType?: z.core.$ZodType };
  return innerType === undefined ? def.type : kindOf(innerType);
}
