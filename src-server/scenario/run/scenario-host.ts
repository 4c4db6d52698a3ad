/** The port between a scenario and its world: real HTTP requests, and control of the clock. */
import type { JournalRecord } from '../../engine/ports/journal-port.ts';
import type { WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { RunContext } from '../ledger/figures.ts';

export interface ScenarioRequest {
  /** `control`: below `/sim`, with its token. */
  readonly base: 'A' | 'B' | 'both' | 'control';
  readonly method: string;
  /** Below the base, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The secret to send instead of the run's key; `null`: none. */
  readonly key?: string | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly text?: string;
  /** Host ms; 30 s by default. */
  readonly timeoutMs?: number;
}

export interface ScenarioResponse {
  /** `null`: no complete response. */
  readonly status: number | null;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The value of JSON, anything else as text. */
  readonly body: unknown;
  /** The original text of the body. */
  readonly text: string;
  /** Why there was no complete response; `null` if there was one. */
  readonly failure: string | null;
}

/** Control of a world in this process. A reset or restore replaces the world, so every call uses the current one. */
export interface WorldControl {
  nowMs(): number;
  /** When the next timer is due, or `null` when nothing is pending. */
  nextDueMs(): number | null;
  /** Resolves once virtual time is `targetMs` and every webhook due by then was answered. */
  advanceTo(targetMs: number): Promise<void>;
  /** The number of webhooks of a type that receivers accepted. */
  countDelivered(type: string): number;
  /** The status of a rebalance of either form, or `null` if there is none. */
  rebalanceStatus(rebalanceId: string): string | null;
  events(): readonly LoggedEvent[];
  /** Events after this sequence number, oldest first. */
  eventsAfter(seq: number): readonly LoggedEvent[];
  /** Resolves once no delivery attempt is in progress. */
  settled(): Promise<void>;
  /** Calls `listener` for each request of a client once its response was sent; returns a function that stops it. */
  onRequest(listener: (exchange: () => JournalRecord) => void): () => void;
  /** The deliveries of webhooks, read-only. */
  webhooks(): Pick<WebhookStore, 'deliveries' | 'attempts'>;
  /** The current world, read-only. */
  context(): RunContext;
  /** The whole current world as the bytes of a database. */
  image(): Uint8Array;
}

/** Addresses and keys of a served world. */
export type WorldAddresses = Readonly<
  Record<'baseUrl' | 'formAUrl' | 'formBUrl' | 'controlUrl' | 'apiKey' | 'adminToken', string>
>;

export interface ScenarioHost extends WorldControl {
  readonly seed: number;
  readonly addresses: WorldAddresses;
  /** The ids of the named portfolios of the scenario's world. */
  readonly aliases: ReadonlyMap<string, string>;
  send(request: ScenarioRequest): Promise<ScenarioResponse>;
  /** Sends all requests at once on separate connections; they are processed in the order of the list. */
  sendTogether(requests: readonly ScenarioRequest[]): Promise<ScenarioResponse[]>;
  /** Saves the whole world, stops its server, and continues in a new server from the saved world alone. */
  restartFromImage(): Promise<void>;
  stop(): Promise<void>;
}
