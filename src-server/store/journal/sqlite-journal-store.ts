/**
 * Keeps the journal within its bounds in its own database: the oldest exchanges go first. Runs in the journal's thread. In a
 * rush whole groups are kept; rows and the index of words follow when there is time, and at once where somebody asks.
 */
import type Database from 'better-sqlite3';
import type { JournalAnswer, JournalAsk, JournalBounds, JournalRecord } from '../../engine/ports/journal-port.ts';
import { redactHeaders, redactText, secretsIn } from '../../engine/redact-secrets.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { countOf, type JournalBatch, unpackExchanges } from './journal-batch.ts';
import { createJournalReader } from './journal-reader.ts';
import { createRowWriter } from './journal-rows.ts';
import { createWordIndex } from './journal-search-index.ts';
import { openJournalTables } from './journal-tables.ts';
import { createPendingBatchStore } from './pending-batches.ts';
import { redactBatch } from './redact-batch.ts';

export interface SqliteJournal {
  /** Keeps a group without `secrets`, and without what was presented as one. */
  append(parcel: JournalBatch, secrets: readonly string[]): void;
  ask(ask: JournalAsk): JournalAnswer;
  clear(): number;
  /** Takes a group of a rush apart, or indexes words of up to `most` exchanges; false when nothing is left to do. */
  tidy(most: number): boolean;
  close(): void;
}

export interface JournalSettings {
  /** `null`: a temporary one. */
  readonly file: string | null;
  readonly bounds: JournalBounds;
}

/** Larger groups are a rush. */
const LARGEST_CALM_GROUP = 50;
/** Exchanges that are dropped at once where there are too many bytes. */
const DROPPED_AT_ONCE = 200;

export function openSqliteJournal({ file, bounds }: JournalSettings): SqliteJournal {
  const sqlite = openJournalTables(file);
  const words = createWordIndex(sqlite);
  const rushes = createPendingBatchStore(sqlite);
  const read = createJournalReader(sqlite);
  const write = createWriter(sqlite);
  const drop = createDropper(sqlite, words.drop);
  let { firstSeq, lastSeq, bytes } = stateOf(sqlite);
  const dropBelow = (seq: number) => {
    bytes -= drop(seq) + rushes.drop(seq);
    firstSeq = seq;
  };
  const keepBounds = () => {
    if (lastSeq - bounds.rows >= firstSeq) dropBelow(lastSeq - bounds.rows + 1);
    while (bytes > bounds.bytes && firstSeq <= lastSeq) dropBelow(Math.min(firstSeq + DROPPED_AT_ONCE, lastSeq + 1));
  };
  const append = sqlite.transaction((parcel: JournalBatch, secrets: readonly string[]) => {
    const count = countOf(parcel);
    // What comes after a group that waits has to wait too, so that numbers and rows stay in one order.
    const isRush = count > LARGEST_CALM_GROUP || !rushes.isEmpty();
    const clean = isRush ? redactBatch(parcel, secrets) : null;
    if (clean !== null) bytes += rushes.add(lastSeq + 1, clean);
    else {
      while (takeApart()) {}
      bytes += write(lastSeq + 1, unpackExchanges(parcel), secrets);
    }
    lastSeq += count;
    keepBounds();
  });
  const takeApart = sqlite.transaction(() => {
    const group = rushes.take();
    if (group === null) return false;
    const records = unpackExchanges(group.parcel);
    const gone = Math.max(0, firstSeq - group.firstSeq);
    // Its secrets are out already.
    bytes += write(group.firstSeq + gone, records.slice(gone), []) - group.bytes;
    keepBounds();
    return true;
  });
  /** What was counted in a transaction that failed is counted anew. */
  const wholly = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      ({ firstSeq, lastSeq, bytes } = stateOf(sqlite));
      rushes.recount();
      throw error;
    }
  };
  const clear = sqlite.transaction(() => {
    const count = lastSeq - firstSeq + 1;
    sqlite.exec('delete from exchanges; delete from contents');
    words.clear();
    rushes.clear();
    [firstSeq, lastSeq, bytes] = [1, 0, 0];
    return count;
  });
  return {
    append: (parcel, secrets) => wholly(() => append.immediate(parcel, secrets)),
    ask(ask) {
      prepare(() => {
        while (wholly(() => takeApart.immediate())) {}
        if (ask.filter.text !== undefined) while (words.index(DROPPED_AT_ONCE * 10)) {}
      });
      return read(ask);
    },
    clear: () => clear.immediate(),
    tidy: (most) => wholly(() => takeApart.immediate()) || words.index(most),
    close: () => sqlite.close(),
  };
}

/** A disk that takes nothing is read all the same: what has a row, and what was indexed. */
function prepare(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (storageFailureOf(error) === null) throw error;
  }
}

function stateOf(sqlite: Database.Database): { firstSeq: number; lastSeq: number; bytes: number } {
  const text =
    'select min(first) as firstSeq, max(last) as lastSeq, sum(size) as bytes from (' +
    'select min(seq) as first, max(seq) as last, sum(size) as size from exchanges union all ' +
    'select min(first_seq), max(last_seq), sum(size) from rushes)';
  const kept = sqlite.prepare<[], Record<'firstSeq' | 'lastSeq' | 'bytes', number | null>>(text).get();
  return { firstSeq: kept?.firstSeq ?? 1, lastSeq: kept?.lastSeq ?? 0, bytes: kept?.bytes ?? 0 };
}

/** Writes exchanges, numbered from `seq` on, without their secrets; says how much text it is. */
function createWriter(sqlite: Database.Database) {
  const exchanges = createRowWriter(sqlite, 'exchanges', 18);
  const contents = createRowWriter(sqlite, 'contents', 5);
  const requestHeadersOf = createHeaderTexts();
  const add = (seq: number, record: JournalRecord, known: readonly string[]): number => {
    const secrets = secretsIn(record.requestHeaders, known);
    const clean = (text: string) => redactText(text, secrets);
    const path = clean(record.path);
    const requestHeaders = requestHeadersOf(record.requestHeaders, secrets);
    const responseHeaders = JSON.stringify(redactHeaders(record.responseHeaders, secrets));
    const requestBody = record.requestBody === null ? null : clean(record.requestBody);
    const responseBody = clean(record.responseBody);
    const said = [path, requestHeaders, requestBody ?? '', responseHeaders, responseBody];
    const size = said.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const { requestId, atMs, receivedMs, method, operation, form, accountId, keyId, status, durationMs } = record;
    const { injectedMs, faultId, faultKind, events } = record;
    exchanges.add([
      ...[seq, requestId, atMs, receivedMs, method, path, operation, form, accountId, keyId, status, durationMs],
      ...[injectedMs, faultId, faultKind, events?.first ?? null, events?.last ?? null, size],
    ]);
    contents.add([seq, requestHeaders, requestBody, responseHeaders, responseBody]);
    return size;
  };
  return (firstSeq: number, records: readonly JournalRecord[], secrets: readonly string[]): number => {
    let size = 0;
    for (const [index, record] of records.entries()) size += add(firstSeq + index, record, secrets);
    exchanges.flush();
    contents.flush();
    return size;
  };
}

/** Request headers as they are kept. Clients say the same over and over, and what they say names its own secrets. */
function createHeaderTexts(): (headers: string, secrets: readonly string[]) => string {
  const texts = new Map<string, string>();
  return (headers, secrets) => {
    let text = texts.get(headers);
    if (text === undefined) {
      text = JSON.stringify(redactHeaders(headers, secrets));
      if (texts.size >= 100) texts.clear();
      texts.set(headers, text);
    }
    return text;
  };
}

/** Forgets what is older than `seq`; returns how much text it was. */
function createDropper(sqlite: Database.Database, dropWords: (seq: number) => void) {
  const sizes = sqlite.prepare<[number], number>('select coalesce(sum(size), 0) from exchanges where seq < ?').pluck();
  const exchanges = sqlite.prepare('delete from exchanges where seq < ?');
  const contents = sqlite.prepare('delete from contents where seq < ?');
  return (seq: number): number => {
    const size = sizes.get(seq) ?? 0;
    dropWords(seq);
    exchanges.run(seq);
    contents.run(seq);
    return size;
  };
}
