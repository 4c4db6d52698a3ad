/**
 * Measures two hundred worlds on one built server: the time to create each, its memory once its price and journal were
 * read, and how many price requests per second one of them handles compared with a server of its own.
 */
import autocannon from 'autocannon';
import { z } from 'zod';
import { askOf } from './ask-server.ts';
import { ADMIN_TOKEN, API_KEY } from './ballast-server.ts';
import { startBuiltServer } from './built-server.ts';
import type { StartedServer } from './child-server.ts';
import { type Figure, interleave, median } from './figure.ts';

const WORLDS = 200;
const GOAL_MS = 15;
const GOAL_MB = 3;
const MIN_RATIO = 0.9;
const ROUNDS = 5;
const WARM_UP_S = 1;
const ROUND_S = 3;
const CONNECTIONS = 10;
const PATH = '/form-b/v1/prices/DE0007164600';
const FLAGS = ['--rate-limit', 'off', '--clock-mode', 'manual'];

const madeWorld = z.object({ name: z.string(), api_key: z.string() });
type MadeWorld = z.infer<typeof madeWorld>;

export async function benchManyWorlds(): Promise<Figure[]> {
  const many = await startBuiltServer(FLAGS);
  const alone = await startBuiltServer(FLAGS);
  try {
    const { made, medianMs, perWorldMb } = await makeWorlds(many);
    const inWorlds = made.filter((_world, index) => index % (WORLDS / ROUNDS) === 0);
    let turn = 0;
    const loadNext = () => {
      const { name, api_key: key } = inWorlds[turn % inWorlds.length] as MadeWorld;
      turn += 1;
      return load(`${many.origin}/worlds/${name}`, key);
    };
    const rates = await interleave(ROUNDS, { ofMany: loadNext, alone: () => load(alone.origin, API_KEY) });
    return figuresOf(medianMs, perWorldMb, rates);
  } finally {
    await Promise.all([many.stop(), alone.stop()]);
  }
}

async function makeIn(server: StartedServer, count: number): Promise<MadeWorld[]> {
  const ask = askOf(server.origin);
  const made: MadeWorld[] = [];
  for (let seed = 0; seed < count; seed += 1) made.push(madeWorld.parse(await ask('POST', '/sim/worlds', { seed })));
  return made;
}

async function makeWorlds(server: StartedServer) {
  const ask = askOf(server.origin);
  // The first one loads the modules that create worlds.
  for (const world of await makeIn(server, 1)) await askWorld(server.origin, world);
  const beforeMb = server.residentMb();
  const made: MadeWorld[] = [];
  const tookMs: number[] = [];
  for (let seed = 0; seed < WORLDS; seed += 1) {
    const startedMs = performance.now();
    made.push(madeWorld.parse(await ask('POST', '/sim/worlds', { seed })));
    tookMs.push(performance.now() - startedMs);
  }
  for (const world of made) await askWorld(server.origin, world);
  return { made, medianMs: median(tookMs), perWorldMb: (server.residentMb() - beforeMb) / WORLDS };
}

/** As a test would: a request of its client, and a look at the journal. */
async function askWorld(origin: string, { name, api_key: key }: MadeWorld): Promise<void> {
  for (const [path, token] of [
    [PATH, key],
    ['/sim/journal', ADMIN_TOKEN],
  ] as const) {
    const response = await fetch(`${origin}/worlds/${name}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${name}${path}: ${response.status}`);
    await response.arrayBuffer();
  }
}

/** Responses per second of an address, after a warm-up; every status must be 200. */
async function load(url: string, key: string): Promise<number> {
  await loadFor(WARM_UP_S, url, key);
  return loadFor(ROUND_S, url, key);
}

async function loadFor(duration: number, url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const result = await autocannon({ url: `${url}${PATH}`, connections: CONNECTIONS, duration, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} bad answers`);
  return result['2xx'] / result.duration;
}

function figuresOf(medianMs: number, perWorldMb: number, rates: Record<'ofMany' | 'alone', number>): Figure[] {
  const { ofMany, alone } = rates;
  const ratio = ofMany / alone;
  return [
    {
      name: `a world, the median of ${WORLDS}`,
      value: medianMs,
      unit: 'ms',
      reference: null,
      goal: { text: `≤ ${GOAL_MS} ms`, met: medianMs <= GOAL_MS },
    },
    {
      name: 'its memory, after a price and its journal',
      value: perWorldMb,
      unit: 'MB',
      reference: null,
      goal: { text: `≤ ${GOAL_MB} MB`, met: perWorldMb <= GOAL_MB },
    },
    {
      name: `GET /prices/{isin} in one of ${WORLDS}`,
      value: ofMany,
      unit: 'requests/s',
      reference: { what: 'a server of its own', value: alone },
      goal: { text: `ratio ≥ ${MIN_RATIO}`, met: ratio >= MIN_RATIO },
    },
  ];
}
