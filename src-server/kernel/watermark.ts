/** How far an event log was written, kept outside of its database (decision K116). Types only. */

/** Number of events, and the hash of the last one in hexadecimal. */
export interface Mark {
  readonly events: number;
  readonly head: string;
}

export interface Watermark {
  /** What stood there when it was opened; `null`: nothing, or nothing that can be read. */
  readonly found: Mark | null;
  /** Throws where the disk does not take it. */
  write(mark: Mark): void;
}
