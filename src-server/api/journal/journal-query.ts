/** What a query string asks of the journal; a bad parameter is a 400 that names it. */
import type { z } from 'zod';
import type { archiveQuery, JournalQuery } from '../../contract/control/world/journal.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { JournalFilter } from '../../engine/ports/journal-port.ts';
import { numberOfCursor } from '../http/page-of.ts';

export function filterOf(query: Omit<JournalQuery, 'limit' | 'full'> | z.output<typeof archiveQuery>): JournalFilter {
  const { method, operation, form, fault, cursor } = query;
  return {
    ...{ method, operation, form, fault, before: numberOfCursor(cursor) },
    pathGlob: query.path,
    keyId: query.key,
    accountId: query.account,
    status: statusesOf(query.status),
    sinceMs: instantOf(query.since),
    untilMs: instantOf(query.until),
    requestId: query.request_id,
    text: query.q,
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
