/** What a caller says when it starts a Ballast, and what it gets. */

import type { WorldContents } from '../contract/scenario/world-file.ts';
import type { ValidationIssue } from '../engine/outcome.ts';
import type { Tier } from '../engine/ports/account-ports.ts';
import type { AllowedHost } from '../engine/ports/webhook-ports.ts';
import type { RulesMode } from '../engine/world.ts';
import type { ClockMode } from '../kernel/kernel-store.ts';
import type { WorldControl } from '../scenario/run/scenario-host.ts';
import type { Resolve } from '../system/http/address-gate.ts';
import type { ListeningHost } from '../system/http/listen.ts';
import type { ContentsPlace } from '../world/series-files.ts';

export interface BallastOptions {
  /** 0 takes any free one. */
  readonly port: number;
  /** Where it listens; left out: on 127.0.0.1 alone. Loopback is among them always, because its own sinks are called there. */
  readonly host?: ListeningHost;
  /** Names under which requests may come besides those of loopback, in small letters (decision K70). */
  readonly allowedHosts?: readonly string[];
  /** Folder of the database; `null` keeps the world in memory. */
  readonly dataDir: string | null;
  /** What a new world follows from; `null`: 1. Exit 64 where the folder holds a world of another seed. */
  readonly seed: number | null;
  /** When a new world begins; `null`: the start of decision J. Exit 64 where the folder's world began elsewhere. */
  readonly startAt: number | null;
  /** `null`: realtime at rate 1 for a new world, as it was for one that exists. */
  readonly clockMode: ClockMode | null;
  readonly clockRate: number | null;
  /** `null`: made from the seed. */
  readonly apiKey: string | null;
  /** `null`: a random one. */
  readonly adminToken: string | null;
  /** What lets browsers in follows from it; left out: one that is kept in the data folder, or a random one. */
  readonly sessionSecret?: string;
  /** The tier of the account `default`; `null`: `growth` in a new world, as it was in one that exists. */
  readonly tier: Tier | null;
  /** Requests in any 60 s for keys without a limit of their own; `null`: no limit. */
  readonly rateLimitPerMinute: number | null;
  /** True: no key has a limit, whatever was set for it. */
  readonly ignoreRateLimits?: boolean;
  readonly rules: RulesMode;
  readonly webhookUrls: readonly string[];
  /** Hosts beyond loopback that webhooks may go to (decision I15). */
  readonly allowedWebhookHosts?: readonly AllowedHost[];
  /** How names of hosts are resolved, where that is not left to this machine. */
  readonly resolveHost?: Resolve;
  /** A world file that furnishes a new world. */
  readonly fixtureFile: string | null;
  /** Folder of the scenarios that the control plane shows and plays; left out: the library that comes with Ballast. */
  readonly scenarios?: string;
  /** Folder of what may be lost, for whatever a later server need not find out again; left out: nothing is kept. */
  readonly cacheDir?: string;
  /** Furnishes a new world with the demo portfolios. */
  readonly demo: boolean;
  /** How much of what is said over HTTP is kept, the oldest going first; 0 rows: nothing is. */
  readonly journal: { readonly rows: number; readonly megabytes: number };
  /** False: what is asked of the world is not kept, so nothing of it can be recorded; left out: it is. */
  readonly recordCommands?: boolean;
  readonly log: 'silent' | 'info' | 'debug';
  /** How often drift is looked at, virtual ms; `null`: every 15 minutes in a new world, as it was in one that exists. */
  readonly driftCheckMs: number | null;
  /** Stamps webhooks and counts rate limits by virtual time, as scenarios do (decisions E2, I). */
  readonly virtualStamps?: boolean;
  /** A saved world to begin from, in place of a new one; the data folder has to be empty. */
  readonly image?: Buffer;
  /** Webhooks to any address but the built-in receivers' leave nothing and count as taken (decision K53). */
  readonly standInReceivers?: boolean;
  /** What a new world holds, where that does not come from a file. */
  readonly contents?: {
    readonly world: WorldContents;
    readonly describe: (fault: ValidationIssue) => string;
    /** Where they come from; left out: nowhere, so they can name no files. */
    readonly place?: ContentsPlace;
  };
}

export interface Ballast {
  readonly baseUrl: string;
  readonly formAUrl: string;
  readonly formBUrl: string;
  readonly controlUrl: string;
  readonly apiKey: string;
  readonly adminToken: string;
  readonly seed: number;
  /** Virtual time when it was ready, ISO 8601. */
  readonly clock: string;
  /** Ids of the portfolios that the contents of a new world gave a name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Hands on the world for whoever runs it in this process: scenarios and tests. */
  readonly hands: WorldControl;
  /** An address of the app that lets one browser in, once (decision L114). */
  newAddress(): string;
  /** Takes a scenario file from anywhere among those that the control plane shows (decision L86): its name there, or why not. */
  openScenario(path: string): Promise<{ readonly file: string } | { readonly reason: string }>;
  /** Finishes what is being answered, remembers everything and closes. */
  stop(): Promise<void>;
}
