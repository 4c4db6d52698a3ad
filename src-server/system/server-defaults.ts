/**
 * What a server is like when nobody says otherwise: the starting point of `serve`, of the app in a browser and of the
 * desktop app alike. Refuses to know the composition root; it is shaped so that the root's options accept it.
 */

export const serverDefaults = {
  port: 4710,
  dataDir: null,
  /**
   * Null: 1, real time, the start of decision J and a look at drift every 15 minutes for a new world; one that exists
   * goes on as it was.
   */
  seed: null,
  startAt: null,
  clockMode: null,
  clockRate: null,
  driftCheckMs: null,
  /** Null: no dividends in a new world. */
  dividends: null,
  apiKey: null,
  adminToken: null,
  tier: null,
  /** Decision E2: requests in any 60 s, per key. */
  rateLimitPerMinute: 60,
  rules: 'warn',
  webhookUrls: [] as readonly string[],
  fixtureFile: null,
  demo: false,
  /** Decision L32: what is kept of what is said over HTTP. */
  journal: { rows: 100_000, megabytes: 256 },
  log: 'silent',
} as const;

/** Worlds of a server, its first one included. */
export const MAX_WORLDS = 256;

/**
 * Trials of an exploration at once, for each core: a client that is started for each, and one that stays. Clients wait more
 * than they compute, and to start one takes most of a trial.
 */
export const TRIALS_OF_CORE = { started: 3, reused: 16 } as const;

/** The server as the app runs it, in a window or a browser: real time, and a demo world to begin with. */
export function appServerOptions<Log extends string, World extends object>(
  place: {
    readonly port: number;
    readonly dataDir: string | null;
    readonly ownScenarios: string;
    /** What was said of the world and its limits; left out: nothing. */
    readonly world?: World;
  },
  log: Log,
) {
  const { port, dataDir, ownScenarios, world } = place;
  return { ...serverDefaults, ...world, port, dataDir, ownScenarios, allowCommands: true, demo: true, log };
}
