/**
 * Measures how long other requests wait while a world of 130 MiB in a folder is saved and restored: the longest of many
 * requests that are sent one after the other. The reference is the wait if SQLite and the disk do the same in one go.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ADMIN_TOKEN } from './ballast-server.ts';
import { startChild } from './child-server.ts';
import { type Figure, interleave } from './figure.ts';
import { withTempFolder } from './with-temp-folder.ts';

const MEBIBYTES = 130;
const ROUNDS = 5;
const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };

export function benchLargeImage(): Promise<Figure[]> {
  return withTempFolder(async (folder) => {
    const settings = { clockMode: 'manual', dataDir: folder };
    const server = await startChild('ballast-server.ts', settings);
    const wait = (path: string, body?: object) => longestWait(`${server.origin}/sim`, path, body);
    try {
      await enlarge(`${server.origin}/sim`);
      const snapshot = join(folder, 'snapshots', 'large.db');
      await wait('/snapshots', { name: 'large', replace: true });
      const times = await interleave(ROUNDS, {
        save: () => wait('/snapshots', { name: 'large', replace: true }),
        restore: () => wait('/snapshots/large/restore'),
        bareSave: () => timed(() => copyAtOnce(snapshot, join(folder, 'copy.db'))),
      });
      const reference = { what: 'SQLite and the disk in one go', value: times.bareSave };
      const common = { unit: 'ms', reference };
      return [
        {
          ...common,
          name: `longest wait, snapshot of ${MEBIBYTES} MiB`,
          value: times.save,
          goal: goalOf(times.save, times.bareSave),
        },
        {
          ...common,
          name: `longest wait, restore of ${MEBIBYTES} MiB`,
          value: times.restore,
          goal: goalOf(times.restore, times.bareSave),
        },
      ];
    } finally {
      await server.stop();
    }
  });
}

/**
 * The remaining cost is flushing the last pages to the disk, and in a restore closing one world and opening another.
 */
function goalOf(value: number, inOneGo: number) {
  return { text: '≤ half of it', met: value * 2 <= inOneGo };
}

/** Reads the clock again and again until the work is done; returns the longest time of one response. */
async function longestWait(control: string, path: string, body: object = {}): Promise<number> {
  let isOver = false;
  const work = fetch(`${control}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver)
    longest = Math.max(longest, await timed(async () => (await fetch(`${control}/clock`, { headers })).text()));
  const response = await work;
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  await response.arrayBuffer();
  return longest;
}

/** By requests to a sink, which stores their bodies. */
async function enlarge(control: string): Promise<void> {
  const body = 'x'.repeat(1_000_000);
  for (let bytes = 0; bytes < MEBIBYTES * 1_048_576; bytes += body.length) {
    const response = await fetch(`${control}/sink/padding`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`/sink/padding: ${await response.text()}`);
    await response.arrayBuffer();
  }
}

function copyAtOnce(from: string, to: string): void {
  const sqlite = new Database(from, { readonly: true });
  const image = sqlite.serialize();
  sqlite.close();
  const descriptor = openSync(to, 'w');
  for (let offset = 0; offset < image.length; ) offset += writeSync(descriptor, image, offset);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

async function timed(work: () => unknown): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
