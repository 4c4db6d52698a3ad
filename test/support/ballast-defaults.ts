/** What tests start a Ballast with unless they say otherwise: in memory, any port, a clock that stands still. */
import type { BallastOptions } from '../../src-server/app/ballast-options.ts';

export const TEST_START_MS = Date.UTC(2026, 2, 2, 9, 30);

export function applyOptions(options: Partial<BallastOptions>): BallastOptions {
  return {
    port: 0,
    dataDir: null,
    seed: 1,
    startAt: TEST_START_MS,
    clockMode: 'manual',
    clockRate: 1,
    apiKey: null,
    adminToken: null,
    rateLimitPerMinute: null,
    rules: 'warn',
    webhookUrls: [],
    fixtureFile: null,
    demo: false,
    log: 'silent',
    ...options,
  };
}
