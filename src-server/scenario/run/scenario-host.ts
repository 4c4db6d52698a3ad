/** The port through which a scenario speaks to its world: real requests, and a hand on the clock. */
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
  /** Secret to show instead of the run's; `null`: none. */
  readonly key?: string | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly text?: string;
  /** Host ms; 30 s where it is left out. */
  readonly timeoutMs?: number;
}

export interface ScenarioAnswer {
  /** `null`: nothing whole was answered. */
  readonly status: number | null;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as its value, anything else as text. */
  readonly body: unknown;
  /** Why nothing whole was answered; `null` where it was. */
  readonly failure: string | null;
}

/** Hands on a world in this process, which another may take the place of (reset, restore): ask anew each time. */
export interface WorldControl {
  nowMs(): number;
  /** When the next thing is due, or `null` when nothing is pending. */
  nextDueMs(): number | null;
  /** Resolves once virtual time is `targetMs` and every webhook due by then was answered. */
  advanceTo(targetMs: number): Promise<void>;
  /** How many webhooks of a type a receiver took. */
  countDelivered(type: string): number;
  /** The status of a rebalance of either form, or `null` where there is none. */
  rebalanceStatus(rebalanceId: string): string | null;
  events(): readonly LoggedEvent[];
  /** Entries of the log after this number, oldest first. */
  eventsAfter(seq: number): readonly LoggedEvent[];
  /** Resolves once no attempt to deliver is under way. */
  settled(): Promise<void>;
  /** Deliveries of webhooks, to be read. */
  webhooks(): Pick<WebhookStore, 'deliveries' | 'attempts'>;
  /** The world that is there now, to be read. */
  context(): RunContext;
  /** All of the world that is there now, as the bytes of a database. */
  image(): Uint8Array;
}

export interface ScenarioHost extends WorldControl {
  readonly seed: number;
  /** Ids of the named portfolios of the scenario's world. */
  readonly aliases: ReadonlyMap<string, string>;
  send(request: ScenarioRequest): Promise<ScenarioAnswer>;
  /** At once, each on a connection of its own; what they do comes in the order of the list. */
  sendTogether(requests: readonly ScenarioRequest[]): Promise<ScenarioAnswer[]>;
  /** Saves the whole world, stops its server, and goes on in a new server that has nothing but what was saved. */
  restartFromImage(): Promise<void>;
  stop(): Promise<void>;
}
