/** Starts a Ballast as its users know it: a world, its server, and the scenarios that the server offers. */
import type { BallastOptions, BallastServer } from './ballast-options.ts';
import { createScenarioServices } from './scenario-services.ts';
import { startBallastServer } from './start-ballast.ts';

/** Rejects with `StartupError` and leaves nothing running and no world half made. */
export function createBallast(options: BallastOptions): Promise<BallastServer> {
  return startBallastServer(options, createScenarioServices);
}
