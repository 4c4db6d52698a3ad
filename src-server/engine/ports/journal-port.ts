/**
 * What the journal of `/v1` exchanges keeps, and the port through which it is kept and read. It is no part of the
 * world: no transaction waits for it and no command reads it.
 */
import type { BaseForms } from '../../domain/world-choices.ts';

/** The numbers of the log entries that a command wrote. */
export interface EventSpan {
  readonly first: number;
  readonly last: number;
}

/** A request and its answer, as they went over the wire. */
export interface JournalRecord {
  readonly requestId: string;
  /** Virtual time. */
  readonly atMs: number;
  /** Wall clock when it came. */
  readonly receivedMs: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly operation: string | null;
  readonly form: 'A' | 'B' | null;
  readonly accountId: string | null;
  readonly keyId: string | null;
  /** `null`: nothing was answered. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly injectedMs: number;
  readonly faultId: string | null;
  readonly faultKind: string | null;
  /** The latency that hit it beside another fault. */
  readonly latencyFaultId: string | null;
  /** Of a request whose idempotency key has its answer already, as `engine/key-reuse.ts` writes it. */
  readonly keyReuse: string | null;
  readonly events: EventSpan | null;
  /** Names and values in turn, as they came, a line each: one text is handed from thread to thread faster than many. */
  readonly requestHeaders: string;
  readonly requestBody: string | null;
  readonly responseHeaders: string;
  readonly responseBody: string;
}

/** What is told of an exchange before it is stored. */
export type JournalSummary = Omit<JournalRecord, 'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody'>;

export interface JournalContents {
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}

/** An exchange as it is kept: secrets are redacted. `contents` only where they were asked for. */
export interface JournalRow extends JournalSummary {
  readonly seq: number;
  readonly contents: JournalContents | null;
}

/** An entry of the journal, as far as it says when it was. */
export type DatedEntry = Pick<JournalRow, 'seq' | 'atMs' | 'receivedMs' | 'events'>;

/** Everything said has to hold. */
export interface JournalFilter {
  readonly method?: string | undefined;
  /** `*` any text, `?` one character. */
  readonly pathGlob?: string | undefined;
  readonly operation?: string | undefined;
  /** `both`: the base that knows both. */
  readonly form?: BaseForms | undefined;
  readonly keyId?: string | undefined;
  readonly accountId?: string | undefined;
  /** One of these, each from its first to its last status; `none`: not answered. */
  readonly statuses?: readonly (readonly [number, number] | 'none')[] | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** `any`, `none`, an id or a kind. */
  readonly fault?: string | undefined;
  readonly requestId?: string | undefined;
  /** Whose idempotency key has its answer already, and that ask for the same as the first, or not. */
  readonly keyReuse?: 'same' | 'differs' | undefined;
  readonly text?: string | undefined;
  /** Whose command wrote any of these entries of the log. */
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
  /** Counts what matches without `before` and `after`, up to here; 0: does not count. */
  readonly countTo: number;
}

/** What was found: the entries, and how many there are in all where that was counted. */
export interface JournalAnswer {
  readonly rows: readonly JournalRow[];
  readonly total: number;
}

/** Requests that were answered and are not in the journal. */
export interface JournalMissing {
  /** They wait in memory for a disk that takes them. */
  readonly unwritten: number;
  /** They never will be: what waited was too much, or the store broke down. */
  readonly lost: number;
}

/** Reading is exact: it sees everything that was flushed before, but for what the disk does not take. */
export interface JournalStore {
  missing(): JournalMissing;
  /**
   * Takes an exchange down beside those that wait, and holds nothing of it; returns how many bytes of text wait now.
   */
  add(exchange: JournalRecord): number;
  /**
   * Lets those that wait be kept, without `secrets`; waits where the store is far behind, throws where it is broken.
   */
  flush(secrets: readonly string[]): void;
  /** Forgets those that wait; returns how many there were. */
  drop(): number;
  ask(ask: JournalAsk): Promise<JournalAnswer>;
  /** Forgets everything; resolves with how many there were. */
  clear(): Promise<number>;
  /** To be called when nothing is going on: prepares searches. */
  tidy(): void;
  close(): Promise<void>;
}

/** How much is kept; the oldest go first. */
export interface JournalBounds {
  /** 0: nothing is kept. */
  readonly rows: number;
  readonly bytes: number;
}
