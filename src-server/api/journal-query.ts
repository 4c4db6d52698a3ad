/** What a query string asks of the journal; a bad parameter is a 400 that names it. */
import type { Request } from 'express';
import type { z } from 'zod';
import type { archiveQuery, JournalQuery } from '../contract/journal.ts';
import { parseInstant } from '../domain/instant.ts';
import type { JournalFilter } from '../engine/journal-port.ts';
import { parseWith } from './read-body.ts';

const NUMBERS = new Set(['limit', 'before', 'steps', 'points', 'after', 'columns']);
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The query as `schema` reads it: numbers and flags of a query string are texts before. */
export function parseQuery<S extends z.ZodType>(request: Request, schema: S): z.output<S> {
  const typed = Object.entries(request.query).map(([name, value]) => {
    if (NUMBERS.has(name) && typeof value === 'string' && /^\d{1,15}$/.test(value)) return [name, Number(value)];
    if (name === 'full' && typeof value === 'string') return [name, FLAGS[value] ?? value];
    return [name, value];
  });
  return parseWith(schema, Object.fromEntries(typed), 'query');
}

export function filterOf(query: Omit<JournalQuery, 'limit' | 'full'> | z.output<typeof archiveQuery>): JournalFilter {
  const { method, operation, form, fault, before } = query;
  return {
    ...{ method, operation, form, fault, before },
    pathGlob: query.path,
    keyId: query.key,
    accountId: query.account,
    status: statusesOf(query.status),
    sinceMs: instantOf(query.since),
    untilMs: instantOf(query.until),
    requestId: query.request_id,
    words: query.q,
  };
}

export function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : (parseInstant(text) ?? undefined);
}

/** `404`, or `4xx` for the whole hundred. */
function statusesOf(text: string | undefined): JournalFilter['status'] {
  if (text === undefined || text === 'none') return text;
  const first = Number(text.replace('xx', '00'));
  return [first, text.endsWith('xx') ? first + 99 : first];
}
