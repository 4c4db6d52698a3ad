/** Creates further worlds on the server of a test (decision N6). */
import type { ControlTerms } from '../contract/control/control-routes.ts';
import type { CreatedWorld, HostedWorldWire } from '../contract/control/worlds/worlds.ts';
import { BallastRequestError, BallastStoppedError } from './ballast-errors.ts';
import type { Ballast } from './ballast-handle.ts';
import type { ControlPlane } from './control-plane.ts';
import type { NewWorld, WorldsClient } from './worlds-handle.ts';

/** A world that was created, and how it is ended. */
export interface MadeWorld {
  readonly world: CreatedWorld;
  stop(): Promise<void>;
}

/** The worlds of a server, whichever of them the handle belongs to. */
export interface ServerWorlds {
  make(options: NewWorld): Promise<MadeWorld>;
  list(): Promise<HostedWorldWire[]>;
}

/** `plane`: of the server's first world. */
export function createServerWorlds(plane: ControlPlane): ServerWorlds {
  return {
    async make(options) {
      const world = await plane.ask('POST /worlds', { body: bodyOf(options) });
      return { world, stop: () => end(plane, world.name) };
    },
    list: async () => (await plane.ask('GET /worlds')).worlds,
  };
}

/** `of`: the world of the handle; a copy has its named portfolios, too. */
export function createWorldsClient(
  worlds: ServerWorlds,
  of: { readonly name: string; readonly aliases: Readonly<Record<string, string>> },
  handleOf: (made: MadeWorld) => Promise<Ballast>,
): WorldsClient<Ballast> {
  return {
    world: async (options = {}) => handleOf(await worlds.make(options)),
    async fork(options = {}) {
      const { world, stop } = await worlds.make({ ...options, forkOf: of.name });
      return handleOf({ world: { ...world, aliases: { ...of.aliases } }, stop });
    },
    worlds: worlds.list,
  };
}

/**
 * Defaults as in `startBallast`: only the test moves the clock, nothing limits it, and limits that are set count
 * virtual time. A copy keeps its settings.
 */
function bodyOf(options: NewWorld): NonNullable<ControlTerms<'POST /worlds'>['body']> {
  const isCopy = options.forkOf !== undefined || options.snapshot !== undefined;
  const { clockMode, clockRate, driftCheck, rateLimit, rateLimitClock, forkOf, expiresAfter, ...same } = isCopy
    ? options
    : { clockMode: 'manual' as const, rateLimit: 'off' as const, ...withRateLimitClock(options) };
  return {
    ...same,
    clock_mode: clockMode,
    clock_rate: clockRate,
    drift_check: driftCheck,
    rate_limit: rateLimit,
    rate_limit_clock: rateLimitClock,
    fork_of: forkOf,
    expires_after: expiresAfter,
  };
}

function withRateLimitClock(options: NewWorld): NewWorld {
  const { clockMode = 'manual' } = options;
  return { rateLimitClock: clockMode === 'manual' ? 'virtual' : 'real', ...options };
}

/** A world that is already gone counts as ended. */
async function end(plane: ControlPlane, name: string): Promise<void> {
  try {
    await plane.ask('DELETE /worlds/{name}', { params: { name } });
  } catch (error) {
    const isGone =
      error instanceof BallastStoppedError || (error instanceof BallastRequestError && error.status === 404);
    if (!isGone) throw error;
  }
}
