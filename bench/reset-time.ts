/**
 * Measures how long a test waits for a reset of its world: `POST /sim/reset` over HTTP, for a small world and for the
 * demo, each after it was changed. The references are the same request path without the work, and opening the image
 * with bare SQLite.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openDatabase } from '../src-server/store/database/open-database.ts';
import { packageRoot } from '../src-server/system/package-root.ts';
import { ADMIN_TOKEN, type ServerSettings } from './ballast-server.ts';
import { startChild } from './child-server.ts';
import { type Figure, interleave } from './figure.ts';
import { withTempFolder } from './with-temp-folder.ts';

const ROUNDS = 41;
const GOAL_MS = 20;
const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };

export function benchResetTime(): Promise<Figure[]> {
  return withTempFolder(async (folder) => [
    await benchReset('reset, small world in memory', { clockMode: 'manual' }),
    await benchReset('reset, demo world in memory', { clockMode: 'manual', demo: true }),
    await benchReset('reset, small world in a folder', { clockMode: 'manual', dataDir: `${folder}/small` }),
  ]);
}

async function benchReset(name: string, settings: ServerSettings): Promise<Figure> {
  const server = await startChild('ballast-server.ts', settings);
  const sim = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${server.origin}/sim${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const image = emptyImage();
  try {
    await sim('POST', '/reset');
    const times = await interleave(ROUNDS, {
      async reset() {
        await sim('POST', '/faults', { kind: 'stale_prices', for: '1h' });
        return timed(() => sim('POST', '/reset'));
      },
      bare: () => timed(() => new Database(image).close()),
    });
    const goal = { text: `≤ ${GOAL_MS} ms`, met: times.reset <= GOAL_MS };
    const reference = { what: 'bare SQLite opening it', value: times.bare };
    return { name, value: times.reset, unit: 'ms', reference, goal };
  } finally {
    await server.stop();
  }
}

/** The tables of a world without rows. */
function emptyImage(): Buffer {
  const database = openDatabase(null, join(packageRoot(), 'src-server/store/migrations'));
  const image = database.image();
  database.close();
  return image;
}

async function timed(work: () => unknown): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
