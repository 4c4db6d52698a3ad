/** The options with which a caller starts a Ballast server, and the server that it gets. */

import type { AppAddress } from '../api/http/app-admission.ts';
import type { RateLimitClockName } from '../contract/control/accounts/accounts.ts';
import type { WorldControl } from '../scenario/run/scenario-host.ts';
import type { ListeningHost } from '../system/http/listen.ts';
import type { LogFormat, LogLevel } from '../system/log-levels.ts';
import type { WorldOptions } from '../world/world-options.ts';

export interface BallastOptions extends WorldOptions {
  /** 0: any free port. */
  readonly port: number;
  /**
   * The address that the server listens on; left out: only 127.0.0.1. A loopback address of at least one family is
   * always included, because the server calls its own sinks there.
   */
  readonly host?: ListeningHost;
  /** The name of the app in a browser (decision L132); left out: a random one below `localhost`. */
  readonly appAddress?: AppAddress;
  /** Host names that requests may have other than those of loopback, in lower case (decision K70). */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may call the service from a browser (decision R2); left out: none. */
  readonly allowedOrigins?: readonly string[];
  /** `null`: a random one. */
  readonly adminToken: string | null;
  /** The sessions of browsers derive from it; left out: a random one, so that none survives a restart. */
  readonly sessionSecret?: string;
  /** Requests in any 60 s for keys without a limit of their own; `null`: no limit. */
  readonly rateLimitPerMinute: number | null;
  /** The clock that counts those 60 seconds (decision E19); left out: that of this machine. */
  readonly rateLimitClock?: RateLimitClockName;
  /** True: no key has a limit, even if one was set for it. */
  readonly ignoreRateLimits?: boolean;
  /** Maximum number of worlds of the server, including the first one (decision N3); left out: 256. */
  readonly maxWorlds?: number;
  /** Folder of files that responses of stubs may name (decision R1); left out: they may name none. */
  readonly stubFiles?: string | null;
  /** Whether the control plane runs the clients of explorations (decision Q6); left out: it does not. */
  readonly allowCommands?: boolean;
  /** Folder of the scenarios that the control plane lists and runs; left out: the library that comes with Ballast. */
  readonly scenarios?: string;
  /** Folder of the user's own scenarios, listed next to that library and written to; created for the first one. */
  readonly ownScenarios?: string;
  /** Folder of the cache, such as facts about scenario files, which may be lost; left out: nothing is cached. */
  readonly cacheDir?: string;
  readonly log: LogLevel;
  /** How requests and webhooks are logged; left out: as text. */
  readonly logFormat?: LogFormat;
}

export interface BallastServer {
  readonly baseUrl: string;
  readonly formAUrl: string;
  readonly formBUrl: string;
  readonly controlUrl: string;
  /** The origin of the app in a browser. */
  readonly appOrigin: string;
  readonly apiKey: string;
  readonly adminToken: string;
  readonly seed: number;
  /** Virtual time when the server was ready, ISO 8601. */
  readonly clock: string;
  /** Ids of portfolios by the names that the contents of a new world give them. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Controls the world from the same process, for scenarios and tests. */
  readonly control: WorldControl;
  /** Returns an address of the app that admits one browser, once (decision L114). */
  newAddress(): string;
  /**
   * Adds a scenario file from any folder to those that the control plane lists (decision L86): returns its name there,
   * or the reason for a refusal.
   */
  openScenario(path: string): Promise<{ readonly file: string } | { readonly reason: string }>;
  /** Finishes the requests in progress, saves everything and closes. */
  stop(): Promise<void>;
}
