/** Starts a server in this process for a test, or connects to one that runs elsewhere. */
import type { StartOptions } from '../contract/control/world/test-server.ts';
import { BallastStartError, BallastStoppedError } from './ballast-errors.ts';
import type { Ballast } from './ballast-handle.ts';
import { createBallastHandle } from './create-ballast-handle.ts';
import { loadServer } from './load-server.ts';

/**
 * A server of its own on a free port of 127.0.0.1, in memory, whose clock only the test moves (decision K73). Any
 * number may run at once. Rejects with `BallastStartError`, with one line for every reason, and leaves nothing running.
 */
export async function startBallast(options: StartOptions = {}): Promise<Ballast> {
  const { openServer } = await loadServer();
  const opening = await openServer(options);
  if (!opening.ok) throw new BallastStartError(opening.faults);
  return createBallastHandle(opening.server);
}

export interface ConnectOptions {
  /** Its control plane, as in the ready line: `http://127.0.0.1:4710/sim`. */
  readonly controlUrl: string;
  readonly adminToken: string;
}

/** The same helpers for a server that runs elsewhere, in a container for instance; `stop` leaves it running. */
export async function connectBallast({ controlUrl, adminToken }: ConnectOptions): Promise<Ballast> {
  try {
    return await createBallastHandle({ controlUrl, adminToken, aliases: {}, stop: async () => {} });
  } catch (error) {
    // Nothing listens there, or something else does.
    if (error instanceof BallastStoppedError) throw new BallastStartError([error.message]);
    throw error;
  }
}
