/** A child process: one Ballast with the given options, as `serve` would start it. */
import { type BallastOptions, createBallast } from '../src-server/app.ts';
import { serverDefaults } from '../src-server/system/server-defaults.ts';
import { announceReady, childSettings } from './child-server.ts';

export const API_KEY = 'ak_bench';
export const ADMIN_TOKEN = 'bench';

/** Any of Ballast's options; the defaults are those of `serve`. */
export type ServerSettings = Partial<BallastOptions>;

if (import.meta.main) {
  const ballast = await createBallast({
    ...serverDefaults,
    port: 0,
    apiKey: API_KEY,
    adminToken: ADMIN_TOKEN,
    ...childSettings<ServerSettings>(),
  });
  announceReady(new URL(ballast.baseUrl).origin, () => ballast.stop());
}
