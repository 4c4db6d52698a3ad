/** A scenario's world: a real Ballast in memory, on any free port, with virtual stamps and a clock that only it moves. */

import { createBallast } from '../app.ts';
import type { ScenarioHost } from '../scenario/scenario-host.ts';
import { requestJson } from '../system/request-json.ts';
import type { BallastOptions } from './ballast-options.ts';

export interface ScenarioWorld {
  readonly seed: number;
  readonly startAt: number;
  readonly driftCheckMs: number | null;
  readonly contents: NonNullable<BallastOptions['contents']>;
}

export async function createScenarioHost(world: ScenarioWorld): Promise<ScenarioHost> {
  const ballast = await createBallast({
    ...world,
    port: 0,
    dataDir: null,
    clockMode: 'manual',
    clockRate: 1,
    apiKey: null,
    adminToken: null,
    tier: null,
    rateLimitPerMinute: null,
    rules: 'warn',
    webhookUrls: [],
    fixtureFile: null,
    demo: false,
    // Nobody could read it.
    journal: { rows: 0, megabytes: 1 },
    log: 'silent',
    virtualStamps: true,
  });
  const bases = { A: ballast.formAUrl, B: ballast.formBUrl, both: ballast.baseUrl };
  const headers = { authorization: `Bearer ${ballast.apiKey}` };
  const admin = { authorization: `Bearer ${ballast.adminToken}` };
  return {
    aliases: ballast.aliases,
    request: (form, method, path, body) => requestJson(method, `${bases[form]}${path}`, headers, body),
    control: (method, path, body) => requestJson(method, `${ballast.controlUrl}${path}`, admin, body),
    ...ballast.hands,
    stop: () => ballast.stop(),
  };
}
