/**
 * The watermark of an event log: how far it was written, stored outside of its database (decision K116). Types only.
 */

/** Number of events, and the hash of the last one in hexadecimal. */
export interface Mark {
  readonly events: number;
  readonly head: string;
}

export interface Watermark {
  /** The mark that was stored when the watermark was opened; `null`: none, or an unreadable one. */
  readonly found: Mark | null;
  /** Throws if the disk refuses the write. */
  write(mark: Mark): void;
}
