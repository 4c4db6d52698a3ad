/** Starts a Ballast as its users know it: a world, its server, and the scenarios that the server offers. */
import type { Ballast, BallastOptions } from './ballast-options.ts';
import { createScenarioServices } from './scenario-services.ts';
import { startBallast } from './start-ballast.ts';

/** Rejects with `StartupError` and leaves nothing running and no world half made. */
export function createBallast(options: BallastOptions): Promise<Ballast> {
  return startBallast(options, createScenarioServices);
}
