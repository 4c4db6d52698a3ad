/** The function by which a runner starts its worlds: passed in by `app`, in this process or on a thread. */
import type { WorldAddresses, WorldControl } from '../../scenario/run/scenario-host.ts';
import type { WorldOptions } from '../../world/world-options.ts';

export interface ScenarioWorldOptions extends WorldOptions {
  /** Requests in any 60 s for keys without a limit of their own; `null`: no limit. */
  readonly rateLimitPerMinute: number | null;
  readonly ignoreRateLimits?: boolean;
  /** Left out: any free port. */
  readonly port?: number;
  /** `null`: a random one. */
  readonly adminToken: string | null;
}

/** A world that is served on any free port. */
export interface StartedWorld extends WorldAddresses {
  readonly seed: number;
  /** Ids of the portfolios with an alias in the contents of a new world. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly control: WorldControl;
  stop(): Promise<void>;
}

/** Rejects with `StartupError`. */
export type StartWorld = (options: ScenarioWorldOptions) => Promise<StartedWorld>;

export interface WorldStarter {
  readonly startWorld: StartWorld;
  /** The entry of a thread that runs scenarios with the same worlds. */
  readonly workerFile: URL;
}
