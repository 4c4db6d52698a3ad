/** Reads the journal: a filter becomes one statement, whose text is written here and never comes from a request. */
import type Database from 'better-sqlite3';
import type { JournalAsk, JournalFilter, JournalResponse, JournalRow } from '../../engine/ports/journal-port.ts';
import { matchQuery } from './journal-search-index.ts';

type Value = string | number;

interface Condition {
  readonly text: string;
  readonly values: readonly Value[];
}

/** A row of both tables; contents only where they were requested. */
interface StoredRequest {
  readonly seq: number;
  readonly request_id: string;
  readonly at_ms: number;
  readonly received_ms: number;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly form: 'A' | 'B' | null;
  readonly account_id: string | null;
  readonly key_id: string | null;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly injected_ms: number;
  readonly fault_id: string | null;
  readonly fault_kind: string | null;
  readonly first_event: number | null;
  readonly last_event: number | null;
  readonly key_reuse: string | null;
  readonly latency_fault_id: string | null;
  readonly request_headers?: string;
  readonly request_body?: string | null;
  readonly response_headers?: string;
  readonly response_body?: string;
}

/** The only kind that can hit a request together with another fault. */
const LATENCY = 'api_latency';

export function createJournalReader(sqlite: Database.Database): (ask: JournalAsk) => JournalResponse {
  return ({ filter, limit, order, withContents, countTo }) => {
    const match = filter.text === undefined ? null : matchQuery(filter.text);
    if (filter.text !== undefined && match === null) return { rows: [], total: 0 };
    const search: Condition[] = match === null ? [] : [{ text: 'words match ?', values: [match] }];
    const from = match === null ? 'exchanges' : 'words cross join exchanges on exchanges.seq = words.rowid';
    const conditions = [...search, ...conditionsOf(filter)];
    const by = match === null ? 'exchanges.seq' : 'words.rowid';
    const inRange = [...conditions, ...rangeOf(filter, by)];
    const direction = order === 'latest' ? 'desc' : 'asc';
    const contents = withContents ? ' join contents on contents.seq = exchanges.seq' : '';
    const columns = withContents ? 'exchanges.*, contents.*' : 'exchanges.*';
    const text = `select ${columns} from ${from}${contents}${whereOf(inRange)} order by ${by} ${direction} limit ?`;
    const rows = sqlite.prepare<Value[], StoredRequest>(text).all(...valuesOf(inRange), limit);
    if (countTo === 0) return { rows: rows.map(toRow), total: rows.length };
    // A search for words alone is counted in their index, without reading a row.
    const counted = conditions.length === search.length && match !== null ? 'words' : from;
    const count = `select count(*) from (select 1 from ${counted}${whereOf(conditions)} limit ?)`;
    const total =
      sqlite
        .prepare<Value[], number>(count)
        .pluck()
        .get(...valuesOf(conditions), countTo) ?? 0;
    return { rows: rows.map(toRow), total };
  };
}

function whereOf(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.map(({ text }) => text).join(' and ')}`;
}

function valuesOf(conditions: readonly Condition[]): Value[] {
  return conditions.flatMap(({ values }) => values);
}

function rangeOf({ before, after }: JournalFilter, column: string): Condition[] {
  const range: Condition[] = [];
  if (before !== undefined) range.push({ text: `${column} < ?`, values: [before] });
  if (after !== undefined) range.push({ text: `${column} > ?`, values: [after] });
  return range;
}

function conditionsOf(filter: JournalFilter): Condition[] {
  const conditions: Condition[] = [];
  const add = (text: string, ...values: readonly (Value | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    if (known.length === values.length) conditions.push({ text, values: known });
  };
  add('request_id = ?', filter.requestId);
  add('method = ?', filter.method);
  add('operation = ?', filter.operation);
  add('key_id = ?', filter.keyId);
  add('account_id = ?', filter.accountId);
  if (filter.keyReuse !== undefined) {
    // The differences are on further lines.
    add(`key_reuse is not null and instr(key_reuse, char(10)) ${filter.keyReuse === 'differs' ? '> 0' : '= 0'}`);
  }
  add('at_ms >= ?', filter.sinceMs);
  add('at_ms < ?', filter.untilMs);
  add('last_event >= ? and first_event <= ?', filter.events?.first, filter.events?.last);
  if (filter.form === 'both') add('form is null');
  else add('form = ?', filter.form);
  if (filter.statuses !== undefined) {
    const one = (range: (typeof filter.statuses)[number]) =>
      range === 'none' ? 'status is null' : 'status between ? and ?';
    add(
      `(${filter.statuses.map(one).join(' or ')})`,
      ...filter.statuses.flatMap((range) => (range === 'none' ? [] : range)),
    );
  }
  if (filter.pathGlob !== undefined) {
    // A bracket would begin a class of characters, which the filter does not support; the query of the path may be left
    // out.
    const glob = filter.pathGlob.replaceAll('[', '[[]');
    add('(path glob ? or path glob ?)', glob, `${glob}[?]*`);
  }
  if (filter.fault === 'any') add('fault_id is not null');
  else if (filter.fault === 'none') add('fault_id is null');
  else if (filter.fault?.startsWith('ft_')) add('(fault_id = ? or latency_fault_id = ?)', filter.fault, filter.fault);
  else if (filter.fault === LATENCY) add('(fault_kind = ? or latency_fault_id is not null)', LATENCY);
  else add('fault_kind = ?', filter.fault);
  return conditions;
}

function toRow(stored: StoredRequest): JournalRow {
  const { request_headers: requestHeaders, response_headers: responseHeaders, response_body: responseBody } = stored;
  const { first_event: first, last_event: last } = stored;
  const hasContents = requestHeaders !== undefined && responseHeaders !== undefined && responseBody !== undefined;
  return {
    seq: stored.seq,
    requestId: stored.request_id,
    atMs: stored.at_ms,
    receivedMs: stored.received_ms,
    method: stored.method,
    path: stored.path,
    operation: stored.operation,
    form: stored.form,
    accountId: stored.account_id,
    keyId: stored.key_id,
    status: stored.status,
    durationMs: stored.duration_ms,
    injectedMs: stored.injected_ms,
    faultId: stored.fault_id,
    faultKind: stored.fault_kind,
    latencyFaultId: stored.latency_fault_id,
    keyReuse: stored.key_reuse,
    events: first === null || last === null ? null : { first, last },
    contents: !hasContents
      ? null
      : {
          requestHeaders: JSON.parse(requestHeaders) as Record<string, string>,
          requestBody: stored.request_body ?? null,
          responseHeaders: JSON.parse(responseHeaders) as Record<string, string>,
          responseBody,
        },
  };
}
