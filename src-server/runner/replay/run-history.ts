/** Opens the history of a run from the image of its world, read-only: without clock, webhooks or server. */
import type { LinearSolver } from '../../domain/budget/linear-solver.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { createWorldHistory, type WorldHistory } from '../../scenario/history/world-history.ts';
import { openImage } from '../../store/database/open-database.ts';
import { hostClock } from '../../system/host-time.ts';
import { openWorld } from '../../world/open-world.ts';
import { scenarioOptions } from './scenario-host.ts';

interface RunHistories {
  /** Opens the history of a run by its id; the least recently used one is dropped. */
  open(runId: string, image: Uint8Array): WorldHistory;
}

const MAX_OPEN = 3;

export function createRunHistories(market: MarketData, solver: LinearSolver): RunHistories {
  const opened = new Map<string, WorldHistory>();
  return {
    open(runId, image) {
      const history = opened.get(runId) ?? openHistory(image, market, solver);
      opened.delete(runId);
      opened.set(runId, history);
      const [oldest] = opened.keys();
      // The database is not closed explicitly, because a request may still be reading it.
      if (opened.size > MAX_OPEN && oldest !== undefined) opened.delete(oldest);
      return history;
    },
  };
}

function openHistory(image: Uint8Array, market: MarketData, solver: LinearSolver): WorldHistory {
  const database = openImage(Buffer.from(image), null);
  const options = scenarioOptions({ seed: null, startAt: null, driftCheckMs: null });
  const { world, events } = openWorld(options, market, database, solver);
  return createWorldHistory({
    world,
    events,
    eventCount: () => world.kernel.eventCount,
    breathe: () => new Promise((resolve) => hostClock.after(0, resolve)),
  });
}
