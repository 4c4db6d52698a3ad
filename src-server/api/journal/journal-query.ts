/** Parses the query of the journal; an invalid parameter is a 400 that names it. */
import type { z } from 'zod';
import type { archiveQuery, JournalQuery } from '../../contract/control/world/journal.ts';
import { statusRanges } from '../../contract/fields/status-match.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { mapOutcome, type Outcome } from '../../engine/outcome.ts';
import type { JournalFilter } from '../../engine/ports/journal-port.ts';
import { numberOfCursor } from '../http/page-of.ts';
import type { JournalRecorder } from './journal-recorder.ts';

export async function filterOf(
  query: Omit<JournalQuery, 'limit' | 'full'> | z.output<typeof archiveQuery>,
  journal: Pick<JournalRecorder, 'ask'>,
): Promise<Outcome<JournalFilter>> {
  const { method, operation, form, fault, cursor } = query;
  const latest = cursor === undefined ? [] : (await journal.ask(LATEST)).rows;
  return mapOutcome(numberOfCursor(cursor, latest[0]?.seq ?? 0), (before) => ({
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

const LATEST = { filter: {}, order: 'latest', withContents: false, limit: 1, countTo: 0 } as const;

export function queryInstantMs(text: string | undefined): number | undefined {
  return text === undefined ? undefined : (parseInstant(text) ?? undefined);
}
