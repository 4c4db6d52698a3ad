/** Parses the query of the journal; an invalid parameter is a 400 that names it. */
import type { z } from 'zod';
import type { archiveQuery, JournalQuery } from '../../contract/control/world/journal.ts';
import { statusRanges } from '../../contract/fields/status-match.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { mapOutcome, type Outcome } from '../../engine/outcome.ts';
import type { JournalFilter } from '../../engine/ports/journal-port.ts';
import { numberOfCursor } from '../http/page-of.ts';

export function filterOf(
  query: Omit<JournalQuery, 'limit' | 'full'> | z.output<typeof archiveQuery>,
): Outcome<JournalFilter> {
  const { method, operation, form, fault, cursor } = query;
  return mapOutcome(numberOfCursor(cursor), (before) => ({
    method,
    operation,
    form,
    fault,
    before,
    pathGlob: query.path,
    keyId: query.key,
    accountId: query.account,
    statuses: query.status === undefined ? undefined : statusRanges(query.status.split(',')),
    sinceMs: queryInstantMs(query.since),
    untilMs: queryInstantMs(query.until),
    requestId: query.request_id,
    keyReuse: query.idempotency,
    text: query.q,
  }));
}

export function queryInstantMs(text: string | undefined): number | undefined {
  return text === undefined ? undefined : (parseInstant(text) ?? undefined);
}
