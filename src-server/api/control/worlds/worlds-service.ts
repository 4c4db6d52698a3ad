/** The service through which the control plane makes, lists and ends the worlds of a server (decisions N1 to N7). */

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

/** Where a world comes from. */
export type WorldSource =
  | { readonly kind: 'new'; readonly contents: WorldContents | null; readonly prices: PricesToRead | null }
  /** A snapshot of the first world. */
  | { readonly kind: 'snapshot'; readonly snapshot: string }
  /** The world of this name, as it is now, or as it began. */
  | { readonly kind: 'fork'; readonly world: string; readonly isBeginning: boolean };

/** How long a world is there. */
export interface WorldStay {
  /** `null`: drawn. */
  readonly name: string | null;
  /** Host time without a request after which it ends; `null`: never. */
  readonly expiresAfterMs: number | null;
  readonly isStored: boolean;
}

/** What is said of a world; what is left out is as the server, or the world that is copied, has it. */
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

/** A world that is stored and cannot be opened. */
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
  /** How many there may be, the first one among them. */
  readonly most: number;
  readonly canStore: boolean;
  create(source: WorldSource, settings: WorldSettings, stay: WorldStay): Promise<Outcome<NewWorldFacts>>;
  /** The first one, then the others by name. */
  list(): WorldFacts[];
  /** By name. */
  listUnopened(): UnopenedWorld[];
  find(name: string): Outcome<WorldFacts>;
  /** Also of one that cannot be opened. Resolves once everything of it is gone. */
  end(name: string): Promise<Outcome<null>>;
  /** A zip archive. */
  export(name: string): Promise<Outcome<Buffer>>;
  import(archive: Buffer, stay: WorldStay): Promise<Outcome<NewWorldFacts>>;
  compare(first: string, second: string): Outcome<LogComparison>;
}
