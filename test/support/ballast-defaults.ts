/** The default options of a Ballast in tests: in memory, any port, a paused clock, no limit. */
import type { BallastOptions } from '../../src-server/app.ts';
import { serverDefaults } from '../../src-server/system/server-defaults.ts';

export const TEST_START_MS = Date.UTC(2026, 2, 2, 9, 30);

export function applyOptions(options: Partial<BallastOptions>): BallastOptions {
  return { ...serverDefaults, port: 0, clockMode: 'manual', rateLimitPerMinute: null, ...options };
}
