/**
 * A world without a server: the real engine, market and SQLite in memory, moved by the test. Sets only what a test
 * names.
 */

import type { BallastOptions } from '../../src-server/app/ballast-options.ts';
import type { WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { loadLinearSolver } from '../../src-server/system/highs-solver.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';
import { openWorld } from '../../src-server/world/open-world.ts';
import type { OpenedWorld } from '../../src-server/world/opened-world.ts';
import { openWorldDatabase } from '../../src-server/world/world-database.ts';
import { applyOptions } from './ballast-defaults.ts';

const solver = await loadLinearSolver();

const facts = readMarketFacts(packageRoot());
const TIMERS_AT_ONCE = 512;
const NO_BARRIERS: ReadonlySet<string> = new Set();

export interface TestWorld extends OpenedWorld {
  readonly database: WorldDatabase;
  /** Moves virtual time, running what is due, as an advance would. */
  advanceTo(targetMs: number): void;
  close(): void;
}

export function makeWorld(options: Partial<BallastOptions> = {}): TestWorld {
  const database = openWorldDatabase(null, packageRoot());
  const opened = openWorld(applyOptions(options), facts.market, database, solver);
  const { kernel } = opened.world;
  return {
    ...opened,
    database,
    advanceTo(targetMs) {
      while (kernel.runUntil(targetMs, TIMERS_AT_ONCE, NO_BARRIERS).timers === TIMERS_AT_ONCE);
    },
    close: () => database.close(),
  };
}
