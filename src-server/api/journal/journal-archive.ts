/** Entries of the journal as an HTTP archive (HAR 1.2). Pure. */
import { createRequire } from 'node:module';
import type { Archive, ArchiveEntry } from '../../contract/control/world/archive.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { JournalFilter, JournalRow } from '../../engine/ports/journal-port.ts';
import type { JournalRecorder } from './journal-recorder.ts';
import { contentsOf } from './journal-view.ts';

/** Required, because an import by name loads what takes each start 35 ms (`system/http/node-http.ts`). */
const { STATUS_CODES } = createRequire(import.meta.url)('node:http') as typeof import('node:http');

/** Entries with their contents that are held at once: at most 1 MiB of body each. */
const AT_ONCE = 20;

interface ArchiveTerms {
  /** How many of the latest that match. */
  readonly limit: number;
  readonly origin: string;
  readonly version: string;
}

/** The text of an archive, oldest entry first, in pieces: numbers are asked for first, contents a few at a time. */
export async function* archivePieces(
  journal: Pick<JournalRecorder, 'ask'>,
  filter: JournalFilter,
  { limit, origin, version }: ArchiveTerms,
): AsyncGenerator<string> {
  const head: Omit<Archive['log'], 'entries'> = {
    version: '1.2',
    creator: { name: 'Ballast', version },
    comment: 'Requests to the simulated service and their responses; secrets are left out.',
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
      yield `${separator}${JSON.stringify(entryOf(row, origin))}`;
      separator = ',';
    }
  }
  yield ']}}';
}

function entryOf(row: JournalRow, origin: string): ArchiveEntry {
  const { faultId, faultKind } = row;
  return {
    startedDateTime: formatInstant(Math.floor(row.receivedMs)),
    time: row.durationMs,
    request: requestOf(row, origin),
    response: responseOf(row),
    cache: {},
    timings: { send: 0, wait: row.durationMs, receive: 0 },
    serverIPAddress: '127.0.0.1',
    _request_id: row.requestId,
    _at: formatInstant(row.atMs),
    _operation: row.operation,
    _key_id: row.keyId,
    _injected_ms: row.injectedMs,
    _fault: faultId === null || faultKind === null ? null : { fault_id: faultId, kind: faultKind },
  };
}

function requestOf(row: JournalRow, origin: string): ArchiveEntry['request'] {
  const { requestHeaders, requestBody } = contentsOf(row);
  const query = row.path.includes('?') ? row.path.slice(row.path.indexOf('?') + 1) : '';
  const mimeType = requestHeaders['content-type'] ?? '';
  return {
    method: row.method,
    url: `${origin}${row.path}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairsOf(Object.entries(requestHeaders)),
    queryString: pairsOf([...new URLSearchParams(query)]),
    ...(requestBody === null ? {} : { postData: { mimeType, text: requestBody } }),
    headersSize: -1,
    bodySize: Buffer.byteLength(requestBody ?? ''),
  };
}

function responseOf(row: JournalRow): ArchiveEntry['response'] {
  const { responseHeaders, responseBody } = contentsOf(row);
  const size = Buffer.byteLength(responseBody);
  return {
    status: row.status ?? 0,
    statusText: STATUS_CODES[row.status ?? 0] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairsOf(Object.entries(responseHeaders)),
    content: { size, mimeType: responseHeaders['content-type'] ?? 'x-unknown', text: responseBody },
    redirectURL: '',
    headersSize: -1,
    bodySize: size,
  };
}

function pairsOf(entries: readonly (readonly [string, string])[]): { name: string; value: string }[] {
  return entries.map(([name, value]) => ({ name, value }));
}
