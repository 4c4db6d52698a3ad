/** The worlds of a handle's server (decision N6). */
import type { z } from 'zod';
import type { createWorld, HostedWorldWire } from '../contract/control/worlds/worlds.ts';

type WorldOptions = z.input<typeof createWorld>;

/**
 * The options of a new world. `world` has the contents of a world file. `snapshot` is one of the server's first world,
 * `forkOf` the name of a world that it is copied from. `expiresAfter` is host time without a request, as `10m`.
 */
export interface NewWorld
  extends Pick<
    WorldOptions,
    'name' | 'seed' | 'clock' | 'tier' | 'rules' | 'dividends' | 'settlement' | 'world' | 'snapshot' | 'keep'
  > {
  readonly clockMode?: WorldOptions['clock_mode'];
  readonly clockRate?: WorldOptions['clock_rate'];
  readonly driftCheck?: WorldOptions['drift_check'];
  readonly rateLimit?: WorldOptions['rate_limit'];
  readonly rateLimitClock?: WorldOptions['rate_limit_clock'];
  readonly forkOf?: WorldOptions['fork_of'];
  readonly expiresAfter?: WorldOptions['expires_after'];
}

/** `Handle`: of a world. */
export interface WorldsClient<Handle> {
  /**
   * Creates a world on the same server, with clock, keys, faults, journal and sinks of its own, and resolves with its
   * handle, whose `stop` ends that world alone. As in `startBallast`, only the test moves its clock and nothing is
   * limited, unless the options say otherwise. Rejects with `BallastRequestError` for a name that is taken, or options
   * that contradict each other.
   */
  world(options?: NewWorld): Promise<Handle>;
  /** Creates a world that begins as an exact copy of this one; its webhooks to other servers are paused. */
  fork(options?: Pick<NewWorld, 'name' | 'expiresAfter' | 'keep' | 'clockMode'>): Promise<Handle>;
  /** All worlds of the server, the first one first. */
  worlds(): Promise<HostedWorldWire[]>;
}
