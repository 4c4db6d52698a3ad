/**
 * Runs one server: creates it, reports that it is ready, waits for SIGTERM or SIGINT, stops it. Shared by `serve` and
 * by the app in a browser.
 */

import type { BallastOptions, BallastServer } from '../app.ts';
import { makeFilesPrivate } from '../system/files/private-files.ts';
import { exitCodes } from './exit-codes.ts';
import type { Shutdown } from './shutdown-signals.ts';

/** Resolves with 0 once the server has stopped; rejects with app.ts's `StartupError` when it cannot start. */
export async function runServer(
  options: BallastOptions,
  shutdown: Shutdown,
  whenReady: (ballast: BallastServer) => void,
): Promise<number> {
  makeFilesPrivate();
  const { createBallast } = await import('../app.ts');
  if (shutdown.isRequested()) return exitCodes.done;
  const ballast = await createBallast(options);
  // A signal during the start waits until the start is complete, so that no partial database is left behind.
  if (!shutdown.isRequested()) {
    whenReady(ballast);
    await shutdown.requested;
  }
  await ballast.stop();
  return exitCodes.done;
}
