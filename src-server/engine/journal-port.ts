/** What the journal of `/v1` exchanges keeps, and the port through which it is kept and read. */

export interface JournalRecord {
  readonly requestId: string;
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  readonly form: 'A' | 'B' | null;
  readonly status: number;
  readonly durationMs: number;
  readonly requestBody: string | null;
  readonly responseBody: string;
}

export interface JournalStore {
  /** Writes a group of records in one commit. */
  append(records: readonly JournalRecord[]): void;
  /** Newest first. */
  latest(limit: number): (JournalRecord & { seq: number })[];
}
