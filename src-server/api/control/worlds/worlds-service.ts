/** The service through which the control plane creates, lists and ends the worlds of a server (decisions N1 to N7). */

import type { RateLimitClockName } from '../../../contract/control/accounts/accounts.ts';
import type { PricesToRead } from '../../../contract/control/imports/import-requests.ts';
import type { DividendsMode } from '../../../contract/fields/dividends-mode.ts';
import type { WorldContents } from '../../../contract/scenario/world-file.ts';
import type { Outcome } from '../../../engine/outcome.ts';
import type { Tier } from '../../../engine/ports/account-ports.ts';
import type { WorldSettlementMode } from '../../../engine/settlement/world-settlement.ts';
import type { RulesMode } from '../../../engine/world.ts';
import type { LoggedEvent } from '../../../kernel/event-chain.ts';
import type { ClockMode } from '../../../kernel/kernel-store.ts';

/** The source of a new world. */
export type WorldSource =
  | { readonly kind: 'new'; readonly contents: WorldContents | null; readonly prices: PricesToRead | null }
  /** A snapshot of the first world. */
  | { readonly kind: 'snapshot'; readonly snapshot: string }
  /** The world of this name, in its current state or as it began. */
  | { readonly kind: 'fork'; readonly world: string; readonly isBeginning: boolean };

/** The name and the lifetime of a world. */
export interface WorldStay {
  /** `null`: a random one. */
  readonly name: string | null;
  /** Host time without a request after which the world ends; `null`: never. */
  readonly expiresAfterMs: number | null;
  readonly isStored: boolean;
}

/** Settings of a new world; one that is left out is that of the server, or of the copied world. */
export interface WorldSettings {
  readonly seed?: number;
  readonly startAt?: number;
  readonly clockMode?: ClockMode;
  readonly clockRate?: number;
  readonly driftCheckMs?: number;
  readonly tier?: Tier;
  readonly rules?: RulesMode;
  /** `null`: no limit. */
  readonly rateLimitPerMinute?: number | null;
  readonly rateLimitClock?: RateLimitClockName;
  readonly dividends?: DividendsMode;
  readonly settlement?: WorldSettlementMode;
}

export interface WorldFacts {
  readonly name: string;
  readonly seed: number;
  /** Virtual time. */
  readonly nowMs: number;
  readonly events: number;
  readonly head: string;
  /** Host time. */
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly isStored: boolean;
  readonly forkOf: string | null;
}

/** A stored world that cannot be opened. */
export interface UnopenedWorld {
  readonly name: string;
  readonly reason: string;
}

export interface NewWorldFacts extends WorldFacts {
  readonly apiKey: string;
  readonly adminToken: string;
  readonly aliases: ReadonlyMap<string, string>;
}

export interface LogComparison {
  readonly first: WorldFacts;
  readonly second: WorldFacts;
  readonly sameEvents: number;
  readonly next: readonly [LoggedEvent | null, LoggedEvent | null];
}

export interface WorldsService {
  /** Maximum number of worlds, including the first one. */
  readonly most: number;
  readonly canStore: boolean;
  create(source: WorldSource, settings: WorldSettings, stay: WorldStay): Promise<Outcome<NewWorldFacts>>;
  /** Returns the first world, then the others by name. */
  list(): WorldFacts[];
  /** Sorted by name. */
  listUnopened(): UnopenedWorld[];
  find(name: string): Outcome<WorldFacts>;
  /** Also ends one that cannot be opened. Resolves once all of it is removed. */
  end(name: string): Promise<Outcome<null>>;
  /** Resolves with a zip archive. */
  export(name: string): Promise<Outcome<Buffer>>;
  import(archive: Buffer, stay: WorldStay): Promise<Outcome<NewWorldFacts>>;
  compare(first: string, second: string): Outcome<LogComparison>;
}
