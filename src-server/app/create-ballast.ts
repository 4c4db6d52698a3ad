/** Starts a complete Ballast: a world, its server, and the scenarios that the server offers. */
import type { BallastOptions, BallastServer } from './ballast-options.ts';
import { createScenarioServices } from './scenario-services.ts';
import { startBallastServer } from './start-ballast.ts';

/** Rejects with `StartupError`; then nothing is running and no incomplete world remains. */
export function createBallast(options: BallastOptions): Promise<BallastServer> {
  return startBallastServer(options, createScenarioServices);
}
