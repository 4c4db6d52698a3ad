/** What a caller says when it starts a Ballast, and what it gets. */

import type { AppAddress } from '../api/http/app-admission.ts';
import type { RateLimitClockName } from '../contract/control/accounts/accounts.ts';
import type { WorldControl } from '../scenario/run/scenario-host.ts';
import type { ListeningHost } from '../system/http/listen.ts';
import type { LogFormat, LogLevel } from '../system/log-levels.ts';
import type { WorldOptions } from '../world/world-options.ts';

export interface BallastOptions extends WorldOptions {
  /** 0 takes any free one. */
  readonly port: number;
  /** Where it listens; left out: on 127.0.0.1 alone. Loopback, of one family at least, is always among them: its own sinks are called there. */
  readonly host?: ListeningHost;
  /** The name under which the app is used in a browser (decision L132); left out: a random one below `localhost`. */
  readonly appAddress?: AppAddress;
  /** Names under which requests may come besides those of loopback, in small letters (decision K70). */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may call the service from a browser (decision R2); left out: none. */
  readonly allowedOrigins?: readonly string[];
  /** `null`: a random one. */
  readonly adminToken: string | null;
  /** What admits browsers follows from it; left out: a random one, so that a restart lets nobody in. */
  readonly sessionSecret?: string;
  /** Requests in any 60 s for keys without a limit of their own; `null`: no limit. */
  readonly rateLimitPerMinute: number | null;
  /** By which clock their 60 seconds are counted (decision E19); left out: by that of this machine. */
  readonly rateLimitClock?: RateLimitClockName;
  /** True: no key has a limit, whatever was set for it. */
  readonly ignoreRateLimits?: boolean;
  /** How many worlds the server has at most, the first one among them (decision N3); left out: 256. */
  readonly maxWorlds?: number;
  /** Folder whose files answers of stubs may name (decision R1); left out: none may. */
  readonly stubFiles?: string | null;
  /** Whether the control plane runs the clients of explorations (decision Q6); left out: it does not. */
  readonly allowCommands?: boolean;
  /** Folder of the scenarios that the control plane shows and plays; left out: the library that comes with Ballast. */
  readonly scenarios?: string;
  /** Folder of the user's own scenarios, shown beside that library and written to; made when the first one is saved. */
  readonly ownScenarios?: string;
  /** Folder of what may be lost, such as what is known of scenario files; left out: nothing is cached. */
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
  /** Where a browser uses the app. */
  readonly appOrigin: string;
  readonly apiKey: string;
  readonly adminToken: string;
  readonly seed: number;
  /** Virtual time when it was ready, ISO 8601. */
  readonly clock: string;
  /** Ids of the portfolios that the contents of a new world gave a name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Controls the world for whoever runs it in this process: scenarios and tests. */
  readonly control: WorldControl;
  /** An address of the app that admits one browser, once (decision L114). */
  newAddress(): string;
  /**
   * Takes a scenario file from anywhere among those that the control plane shows (decision L86): its name there, or why
   * not.
   */
  openScenario(path: string): Promise<{ readonly file: string } | { readonly reason: string }>;
  /** Finishes the requests under way, saves everything and closes. */
  stop(): Promise<void>;
}
