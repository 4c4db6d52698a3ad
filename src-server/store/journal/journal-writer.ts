/** Writes requests into the tables of the journal, without their secrets, and deletes the oldest. */
import type Database from 'better-sqlite3';
import type { JournalRecord } from '../../engine/ports/journal-port.ts';
import {
  type KnownList,
  redactHeaders,
  redactText,
  type SoughtSecrets,
  secretsIn,
} from '../../engine/redact-secrets.ts';

const REQUEST_COLUMNS = 20;
const CONTENT_COLUMNS = 5;
const MAX_CACHED_HEADERS = 100;

/** Writes requests numbered from `firstSeq` on; returns how many bytes of text they have. */
export type WriteRequests = (firstSeq: number, records: readonly JournalRecord[], secrets: KnownList) => number;

export function createRequestWriter(sqlite: Database.Database): WriteRequests {
  const beginRequests = prepareRows(sqlite, 'exchanges', REQUEST_COLUMNS);
  const beginContents = prepareRows(sqlite, 'contents', CONTENT_COLUMNS);
  const requestHeadersOf = createHeaderCache();
  const add = ({ requests, contents }: Rows, seq: number, record: JournalRecord, known: KnownList): number => {
    const secrets = secretsIn(record.requestHeaders, known);
    const redact = (text: string) => redactText(text, secrets);
    const path = redact(record.path);
    const requestHeaders = requestHeadersOf(record.requestHeaders, secrets);
    const responseHeaders = JSON.stringify(redactHeaders(record.responseHeaders, secrets));
    const requestBody = record.requestBody === null ? null : redact(record.requestBody);
    const responseBody = redact(record.responseBody);
    const keyReuse = record.keyReuse === null ? null : redact(record.keyReuse);
    const texts = [path, requestHeaders, requestBody ?? '', responseHeaders, responseBody, keyReuse ?? ''];
    const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const { requestId, atMs, receivedMs, method, operation, form, accountId, keyId, status, durationMs } = record;
    const { injectedMs, faultId, faultKind, events, latencyFaultId } = record;
    requests.add([
      ...[seq, requestId, atMs, receivedMs, method, path, operation, form, accountId, keyId, status, durationMs],
      ...[injectedMs, faultId, faultKind, events?.first ?? null, events?.last ?? null, size, keyReuse],
      latencyFaultId,
    ]);
    contents.add([seq, requestHeaders, requestBody, responseHeaders, responseBody]);
    return size;
  };
  return (firstSeq, records, secrets) => {
    const rows = { requests: beginRequests(), contents: beginContents() };
    let size = 0;
    for (const [index, record] of records.entries()) size += add(rows, firstSeq + index, record, secrets);
    rows.requests.flush();
    rows.contents.flush();
    return size;
  };
}

interface Rows {
  readonly requests: RowWriter;
  readonly contents: RowWriter;
}

/** Caches redacted request headers: clients repeat the same ones, whose secrets are the same each time. */
function createHeaderCache(): (headers: string, secrets: SoughtSecrets) => string {
  const cache = new Map<string, string>();
  return (headers, secrets) => {
    let text = cache.get(headers);
    if (text === undefined) {
      text = JSON.stringify(redactHeaders(headers, secrets));
      if (cache.size >= MAX_CACHED_HEADERS) cache.clear();
      cache.set(headers, text);
    }
    return text;
  };
}

/** Deletes requests older than `seq`; returns how many bytes of text they had. */
export function createRequestDropper(sqlite: Database.Database, dropIndexed: (seq: number) => void) {
  const sizes = sqlite.prepare<[number], number>('select coalesce(sum(size), 0) from exchanges where seq < ?').pluck();
  const requests = sqlite.prepare('delete from exchanges where seq < ?');
  const contents = sqlite.prepare('delete from contents where seq < ?');
  return (seq: number): number => {
    const size = sizes.get(seq) ?? 0;
    dropIndexed(seq);
    requests.run(seq);
    contents.run(seq);
    return size;
  };
}

/** Writes the rows of one transaction: those of a failed transaction are discarded. */
interface RowWriter {
  add(values: readonly unknown[]): void;
  /** Writes the remaining rows; call it before the transaction ends. */
  flush(): void;
}

const ROWS_AT_ONCE = 10;

/** Called once for each transaction, so that no row of a failed one is written by the next. */
type BeginRows = () => RowWriter;

function prepareRows(sqlite: Database.Database, table: string, columns: number): BeginRows {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  const insertMany = sqlite.prepare(`insert into ${table} values ${Array(ROWS_AT_ONCE).fill(row).join(', ')}`);
  const insertOne = sqlite.prepare(`insert into ${table} values ${row}`);
  return () => {
    let waiting: unknown[] = [];
    return {
      add(values) {
        waiting.push(...values);
        if (waiting.length < columns * ROWS_AT_ONCE) return;
        insertMany.run(waiting);
        waiting = [];
      },
      flush() {
        for (let at = 0; at < waiting.length; at += columns) insertOne.run(waiting.slice(at, at + columns));
        waiting = [];
      },
    };
  };
}
