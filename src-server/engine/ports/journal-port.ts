/**
 * The entries of the journal of `/v1` requests, and the port through which they are stored and read. The journal is not
 * part of the world: no transaction waits for it and no command reads it.
 */
import type { BaseForms } from '../../domain/world-choices.ts';

/** The numbers of the log entries that a command wrote. */
export interface EventSpan {
  readonly first: number;
  readonly last: number;
}

/** A request and its response, as sent over the wire. */
export interface JournalRecord {
  readonly requestId: string;
  /** Virtual time. */
  readonly atMs: number;
  /** Wall clock on receipt. */
  readonly receivedMs: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly operation: string | null;
  readonly form: 'A' | 'B' | null;
  readonly accountId: string | null;
  readonly keyId: string | null;
  /** `null`: there was no response. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly injectedMs: number;
  readonly faultId: string | null;
  readonly faultKind: string | null;
  /** The latency fault that hit it in addition to another fault. */
  readonly latencyFaultId: string | null;
  /** For a request whose idempotency key already had a response, as formatted by `engine/key-reuse.ts`. */
  readonly keyReuse: string | null;
  readonly events: EventSpan | null;
  /** Alternating names and values as received, one per line: one text is passed between threads faster than many. */
  readonly requestHeaders: string;
  readonly requestBody: string | null;
  readonly responseHeaders: string;
  readonly responseBody: string;
}

/** The part of a record that is published before it is stored. */
export type JournalSummary = Omit<JournalRecord, 'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody'>;

export interface JournalContents {
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}

/** A stored record: secrets are redacted. `contents` only if requested. */
export interface JournalRow extends JournalSummary {
  readonly seq: number;
  readonly contents: JournalContents | null;
}

/** The fields of an entry that state when it occurred. */
export type DatedEntry = Pick<JournalRow, 'seq' | 'atMs' | 'receivedMs' | 'events'>;

/** All conditions must be met. */
export interface JournalFilter {
  readonly method?: string | undefined;
  /** `*` any text, `?` one character. */
  readonly pathGlob?: string | undefined;
  readonly operation?: string | undefined;
  /** `both`: the base that serves both forms. */
  readonly form?: BaseForms | undefined;
  readonly keyId?: string | undefined;
  readonly accountId?: string | undefined;
  /** Any of these ranges, each from its first to its last status; `none`: no response. */
  readonly statuses?: readonly (readonly [number, number] | 'none')[] | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** `any`, `none`, an id or a kind. */
  readonly fault?: string | undefined;
  readonly requestId?: string | undefined;
  /** Requests whose idempotency key already had a response, and that equal the first request, or differ from it. */
  readonly keyReuse?: 'same' | 'differs' | undefined;
  readonly text?: string | undefined;
  /** Requests whose command wrote any of these entries of the log. */
  readonly events?: EventSpan | undefined;
  /** Numbers strictly between these. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

export interface JournalAsk {
  readonly filter: JournalFilter;
  readonly limit: number;
  readonly order: 'latest' | 'oldest';
  readonly withContents: boolean;
  /** Counts matches without `before` and `after`, up to this number; 0: does not count. */
  readonly countTo: number;
}

/** The entries found, and their total number if it was counted. */
export interface JournalResponse {
  readonly rows: readonly JournalRow[];
  readonly total: number;
}

/** Requests with a response that are missing in the journal. */
export interface JournalMissing {
  /** Number that waits in memory until the disk accepts them. */
  readonly unwritten: number;
  /** Number that will never be written: too many waited, or the store failed. */
  readonly lost: number;
}

/** Reads are exact: they include everything that was flushed before, except what the disk refuses. */
export interface JournalStore {
  missing(): JournalMissing;
  /** Adds a record to those that wait, without retaining a reference; returns the number of waiting bytes of text. */
  add(exchange: JournalRecord): number;
  /** Stores the waiting records, without `secrets`; waits if the store is far behind, throws if it has failed. */
  flush(secrets: readonly string[]): void;
  /** Drops the waiting records; returns their number. */
  drop(): number;
  ask(ask: JournalAsk): Promise<JournalResponse>;
  /** Deletes all records; resolves with their number. */
  clear(): Promise<number>;
  /** Prepares searches; must be called when nothing is in progress. */
  tidy(): void;
  close(): Promise<void>;
}

/** Size limits; the oldest records are deleted first. */
export interface JournalBounds {
  /** 0: nothing is stored. */
  readonly rows: number;
  readonly bytes: number;
}
