/**
 * Measures how long a server takes to start on a folder with a million events, and its first timeline. The references
 * are a start on an empty folder, and SQLite reading the type and instant of as many rows.
 */
import { join } from 'node:path';
import { Kernel } from '../src-server/kernel/kernel.ts';
import { openDatabase } from '../src-server/store/database/open-database.ts';
import { createSqliteKernelStore } from '../src-server/store/world/sqlite-kernel-store.ts';
import { packageRoot } from '../src-server/system/package-root.ts';
import { requestJson } from '../test/support/request-json.ts';
import { ADMIN_TOKEN, type ServerSettings } from './ballast-server.ts';
import { startChild } from './child-server.ts';
import type { Figure } from './figure.ts';
import { fillEvent } from './kernel/kernel-events.ts';
import { withTempFolder } from './with-temp-folder.ts';

const EVENTS = 1_000_000;
const AT_ONCE = 1000;
const STEP_MS = 60_000;
const START_MS = Date.UTC(2026, 2, 2, 9, 30);
const CLOCK = { mode: 'manual', rate: 1, paused: false, advance: null } as const;
const GOAL_START_MS = 1000;
const GOAL_LOOK_MS = 2000;
const SETTINGS: ServerSettings = { clockMode: 'manual' };

export function benchLongTimeline(): Promise<Figure[]> {
  return withTempFolder(async (dataDir) => {
    const emptyMs = await startedMs(dataDir);
    const readMs = writeLongLog(join(dataDir, 'ballast.db'));
    const beforeMs = performance.now();
    const server = await startChild('ballast-server.ts', { ...SETTINGS, dataDir });
    try {
      const startMs = performance.now() - beforeMs;
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
      const lookedMs = performance.now();
      const { status } = await requestJson('GET', `${server.origin}/sim/timeline`, headers, undefined);
      if (status !== 200) throw new Error(`the timeline was answered with ${status}`);
      const lookMs = performance.now() - lookedMs;
      return [
        {
          name: 'start on a world of 1,000,000 events, from source',
          value: startMs,
          unit: 'ms',
          reference: { what: 'on an empty folder', value: emptyMs },
          goal: { text: `≤ ${GOAL_START_MS} ms`, met: startMs <= GOAL_START_MS },
        },
        {
          name: 'the first look at its timeline',
          value: lookMs,
          unit: 'ms',
          reference: { what: 'bare SQLite reading types', value: readMs },
          goal: { text: `≤ ${GOAL_LOOK_MS} ms`, met: lookMs <= GOAL_LOOK_MS },
        },
      ];
    } finally {
      await server.stop();
    }
  });
}

async function startedMs(dataDir: string): Promise<number> {
  const startedMs = performance.now();
  const server = await startChild('ballast-server.ts', { ...SETTINGS, dataDir });
  const tookMs = performance.now() - startedMs;
  await server.stop();
  return tookMs;
}

/** Returns how long SQLite takes to read the data of a timeline, without processing it. */
function writeLongLog(file: string): number {
  const database = openDatabase(file, join(packageRoot(), 'src-server/store/migrations'));
  try {
    const kernel = new Kernel(createSqliteKernelStore(database), { seed: 1, startAtMs: START_MS, clock: CLOCK });
    while (kernel.eventCount < EVENTS) {
      kernel.execute((unit) => {
        for (let index = 0; index < AT_ONCE; index += 1)
          unit.emit('order.filled', fillEvent(kernel.eventCount + index));
      });
      kernel.glideTo(kernel.nowMs + STEP_MS);
    }
    const startedMs = performance.now();
    database.sqlite.prepare('select type, at_ms from events order by seq').raw().all();
    return performance.now() - startedMs;
  } finally {
    database.close();
  }
}
