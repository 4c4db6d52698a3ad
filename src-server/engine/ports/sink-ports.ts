/** What the built-in receivers of webhooks keep: what came, and what they were told to answer (decision L3). */
import type { AFTER_LAST_ANSWER } from '../../domain/webhook-choices.ts';

export interface SinkRecord {
  readonly name: string;
  /** Virtual time. */
  readonly receivedMs: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Its `webhook-id`; `null` without one. */
  readonly eventId: string | null;
  /** `null` where no endpoint of this world points at the sink. */
  readonly signatureValid: boolean | null;
  /** What it was answered, and after how many host ms. */
  readonly status: number;
  readonly delayMs: number;
}

/** One answer of a sink. */
export interface SinkAnswer {
  readonly status: number;
  /** Host ms before it is given. */
  readonly delayMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For so many requests, one after the other. */
  readonly times: number;
}

/** What a sink was told to answer: its answers in turn, then what `afterwards` says. */
export interface SinkScript {
  readonly name: string;
  readonly answers: readonly SinkAnswer[];
  readonly afterwards: (typeof AFTER_LAST_ANSWER)[number];
  /** Requests answered by it so far. */
  readonly given: number;
}

/** Anybody may send to a sink, so there is an end to what is kept; what is older goes first. */
export interface SinkBounds {
  readonly requestsPerSink: number;
  /** Of all sinks together. */
  readonly characters: number;
  readonly sinks: number;
}
export const SINK_BOUNDS: SinkBounds = { requestsPerSink: 10_000, characters: 268_435_456, sinks: 1000 };

export interface SinkStore {
  /** Keeps a request, and with it how many its script has answered now; `null`: it has none. */
  append(record: SinkRecord, given: number | null): void;
  /** Whether another name than those that are known can be taken. */
  hasRoomFor(name: string): boolean;
  /** By name: those that have requests, or a script. */
  names(): { name: string; received: number; scripted: boolean }[];
  /** In the order received; the latest `limit`. */
  requests(name: string, limit: number, beforeSeq?: number): (SinkRecord & { readonly seq: number })[];
  /** Those that carried an event's id, in the order received. */
  ofEvent(eventId: string): SinkRecord[];
  /** Forgets what a sink received; returns how much that was. */
  clear(name: string): number;
  script(name: string): SinkScript | null;
  /** Takes the place of an earlier one. */
  putScript(script: SinkScript): void;
  dropScript(name: string): boolean;
}
