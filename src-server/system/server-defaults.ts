/**
 * The defaults of a server: the starting point of `serve`, of the app in a browser and of the desktop app. Does not
 * import the composition root; it is shaped so that the root's options accept it.
 */

export const serverDefaults = {
  port: 4710,
  dataDir: null,
  /**
   * Null: 1, real time, the start of decision J and a drift check every 15 minutes for a new world; an existing one
   * stays as it was.
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
  /** Decision L32: how much HTTP traffic is stored. */
  journal: { rows: 100_000, megabytes: 256 },
  log: 'silent',
} as const;

/** Limit of the worlds of a server, including its first one. */
export const MAX_WORLDS = 256;

/**
 * Concurrent trials of an exploration per core: for a client that is started for each trial, and for one that stays
 * alive. Clients wait more than they compute, and starting one takes most of a trial.
 */
export const TRIALS_OF_CORE = { started: 3, reused: 16 } as const;

/** Options of the server as the app runs it, in a window or a browser: real time, and a demo world at first. */
export function appServerOptions<Log extends string, World extends object>(
  place: {
    readonly port: number;
    readonly dataDir: string | null;
    readonly ownScenarios: string;
    /** Options given for the world and its limits; left out: none. */
    readonly world?: World;
  },
  log: Log,
) {
  const { port, dataDir, ownScenarios, world } = place;
  return { ...serverDefaults, ...world, port, dataDir, ownScenarios, allowCommands: true, demo: true, log };
}
