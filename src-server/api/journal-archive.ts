/** Entries of the journal as an HTTP archive (HAR 1.2). Pure. */
import { STATUS_CODES } from 'node:http';
import type { Archive, ArchiveEntry } from '../contract/archive.ts';
import { formatInstant } from '../domain/instant.ts';
import type { JournalRow } from '../engine/journal-port.ts';
import { contentsOf } from './journal-view.ts';

/** `rows` come latest first, as the journal gives them. */
export function archiveOf(
  rows: readonly JournalRow[],
  { origin, version }: { origin: string; version: string },
): Archive {
  return {
    log: {
      version: '1.2',
      creator: { name: 'Ballast', version },
      comment: 'What clients and the simulated service said to each other; secrets are left out.',
      entries: rows.map((row) => entryOf(row, origin)).reverse(),
    },
  };
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
