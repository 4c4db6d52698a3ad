/** The store of the built-in webhook receivers: received requests, and the scripts of their responses (decision L3). */
import type { AFTER_LAST_RESPONSE } from '../../domain/webhook-choices.ts';

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
  /** `null` if no endpoint of this world has the sink's URL. */
  readonly signatureValid: boolean | null;
  /** Status of the response, and its delay in host ms. */
  readonly status: number;
  readonly delayMs: number;
}

/** One response of a sink. */
export interface SinkResponse {
  readonly status: number;
  /** Host ms before it is sent. */
  readonly delayMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Number of consecutive requests that get it. */
  readonly times: number;
}

/** The response script of a sink: its responses in order, then as `afterwards` says. */
export interface SinkScript {
  readonly name: string;
  readonly answers: readonly SinkResponse[];
  readonly afterwards: (typeof AFTER_LAST_RESPONSE)[number];
  /** Number of requests that it has responded to so far. */
  readonly given: number;
}

/** Storage limits, because any client may send to a sink; the oldest requests are deleted first. */
export interface SinkBounds {
  readonly requestsPerSink: number;
  /** For all sinks together. */
  readonly characters: number;
  readonly sinks: number;
}
export const SINK_BOUNDS: SinkBounds = { requestsPerSink: 10_000, characters: 268_435_456, sinks: 1000 };

export interface SinkStore {
  /** Stores a request, and the number of responses of the sink's script so far; `null`: it has no script. */
  append(record: SinkRecord, given: number | null): void;
  /** Whether another new name can be stored. */
  hasRoomFor(name: string): boolean;
  /** Returns sinks by name: those with requests, or with a script. */
  names(): { name: string; received: number; scripted: boolean }[];
  /** In the order received; the latest `limit`. */
  requests(name: string, limit: number, beforeSeq?: number): (SinkRecord & { readonly seq: number })[];
  /** Returns requests with an event's id, in the order received. */
  ofEvent(eventId: string): SinkRecord[];
  /** Deletes the requests that a sink received; returns their number. */
  clear(name: string): number;
  script(name: string): SinkScript | null;
  /** Adds a script, or replaces the sink's earlier one. */
  putScript(script: SinkScript): void;
  dropScript(name: string): boolean;
}
