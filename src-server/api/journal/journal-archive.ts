/** Entries of the journal as an HTTP archive (HAR 1.2). Pure. */
import { createRequire } from 'node:module';
import type { Archive, ArchiveEntry } from '../../contract/control/world/archive.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { archivedRequest, archivedResponse, archivedTimings } from '../../engine/archive-parts.ts';
import type { JournalFilter, JournalRow } from '../../engine/ports/journal-port.ts';
import type { JournalRecorder } from './journal-recorder.ts';
import { bodyContentsOf, viewKeyReuse } from './journal-view.ts';

/**
 * Required, because importing it by name loads modules that would add 35 ms to each start (`system/http/node-http.ts`).
 */
const { STATUS_CODES } = createRequire(import.meta.url)('node:http') as typeof import('node:http');

/** Entries with contents that are in memory at once: at most 1 MiB of body each. */
const AT_ONCE = 20;

interface ArchiveTerms {
  /** Maximum number of latest matching entries. */
  readonly limit: number;
  readonly origin: string;
  readonly version: string;
  readonly isUndone: (row: JournalRow) => boolean;
}

/**
 * Yields the text of an archive in pieces, oldest entry first: it reads numbers first, then contents a few at a time.
 */
export async function* archivePieces(
  journal: Pick<JournalRecorder, 'ask'>,
  filter: JournalFilter,
  { limit, origin, version, isUndone }: ArchiveTerms,
): AsyncGenerator<string> {
  const head: Omit<Archive['log'], 'entries'> = {
    version: '1.2',
    creator: { name: 'Ballast', version },
    comment: 'Requests to the simulated service and their responses, without secrets.',
  };
  yield `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`;
  const common = { order: 'latest', countTo: 0 } as const;
  const { rows: numbered } = await journal.ask({ ...common, filter, withContents: false, limit });
  let separator = '';
  for (let end = numbered.length; end > 0; end -= AT_ONCE) {
    const part = numbered.slice(Math.max(0, end - AT_ONCE), end);
    const before = (part[0]?.seq ?? 0) + 1;
    const { rows } = await journal.ask({
      ...common,
      filter: { ...filter, before },
      withContents: true,
      limit: part.length,
    });
    for (const row of rows.toReversed()) {
      yield `${separator}${JSON.stringify(entryOf(row, origin, isUndone(row)))}`;
      separator = ',';
    }
  }
  yield ']}}';
}

function entryOf(row: JournalRow, origin: string, isUndone: boolean): ArchiveEntry {
  const { faultId, faultKind } = row;
  const { requestHeaders, requestBody, responseHeaders, responseBody } = bodyContentsOf(row);
  const statusText = STATUS_CODES[row.status ?? 0] ?? '';
  return {
    startedDateTime: formatInstant(Math.floor(row.receivedMs)),
    time: row.durationMs,
    request: archivedRequest(row.method, `${origin}${row.path}`, { headers: requestHeaders, body: requestBody }),
    response: archivedResponse(row.status, statusText, { headers: responseHeaders, body: responseBody }),
    cache: {},
    timings: archivedTimings(row.durationMs),
    serverIPAddress: '127.0.0.1',
    _request_id: row.requestId,
    _at: formatInstant(row.atMs),
    _operation: row.operation,
    _key_id: row.keyId,
    _injected_ms: row.injectedMs,
    _undone: isUndone,
    _idempotency: viewKeyReuse(row.keyReuse),
    _fault: faultId === null || faultKind === null ? null : { fault_id: faultId, kind: faultKind },
    _latency_fault_id: row.latencyFaultId,
  };
}
