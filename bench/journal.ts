/**
 * Measures the cost of the journal: requests per second of the same server with and without it, a million requests
 * through the recorder alone, and searches over a full one. The journal's thread has a core to itself if there are
 * enough of them.
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createJournalRecorder, type JournalRecorder } from '../src-server/api/journal/journal-recorder.ts';
import type { JournalFilter, JournalRecord } from '../src-server/engine/ports/journal-port.ts';
import { createJournalThread } from '../src-server/store/journal/journal-thread.ts';
import { hostClock } from '../src-server/system/host-time.ts';
import { serverDefaults } from '../src-server/system/server-defaults.ts';
import { API_KEY, type ServerSettings } from './ballast-server.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { type Figure, interleave, median } from './figure.ts';
import { mixedRequests, prepareMixedWorld } from './mixed-requests.ts';
import { withTempFolder } from './with-temp-folder.ts';

/** V8 compiles the same program into a faster or a slower one each time it starts. */
const PAIRS = 4;
const ROUNDS = 3;
const ROUND_S = 2;
const CONNECTIONS = 10;
const MIN_RATIO = 0.85;
const REQUESTS = 1_000_000;
const MIB = 1_048_576;
/** Stored rows, their index and the pages that SQLite has in reserve: far below a million requests. */
const MAX_FILE_MIB = 512;
const MAX_SEARCH_MS = 50;
type Rates = Record<'on' | 'off', number>;

const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };

export async function benchJournal(): Promise<Figure[]> {
  return [...(await benchSlowDown()), ...(await benchMillion())];
}

/** Sends the same requests to pairs of servers that differ in nothing else. */
async function benchSlowDown(): Promise<Figure[]> {
  const pairs: Awaited<ReturnType<typeof comparePair>>[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) pairs.push(await comparePair());
  const over = (work: 'prices' | 'gets' | 'mixes'): Rates => ({
    on: median(pairs.map((pair) => pair[work].on)),
    off: median(pairs.map((pair) => pair[work].off)),
  });
  return [
    slowDown('GET /prices/{isin}, journaled', over('prices')),
    slowDown('GET /portfolios/{id}, journaled', over('gets')),
    slowDown('mixed load, journaled', over('mixes')),
  ];
}

function comparePair() {
  return withTempFolder(async (folder) => {
    const servers: ChildServer[] = [];
    const start = async (name: string, rows: number) => {
      const journal = { rows, megabytes: serverDefaults.journal.megabytes };
      const settings: ServerSettings = {
        dataDir: `${folder}/${name}`,
        rateLimitPerMinute: null,
        tier: 'enterprise',
        journal,
      };
      const server = await startChild('ballast-server.ts', settings);
      servers.push(server);
      return { origin: server.origin, world: await prepareMixedWorld(server.origin) };
    };
    type Side = Awaited<ReturnType<typeof start>>;
    const get = ({ origin, world }: Side) => load(origin, () => [{ path: `/form-b/v1/portfolios/${world.b[0]}` }]);
    const price = ({ origin }: Side) => load(origin, () => [{ path: '/form-b/v1/prices/DE0007164600' }]);
    const mix = ({ origin, world }: Side) => load(origin, (connection) => mixedRequests(world, connection));
    try {
      const [on, off] = [await start('on', serverDefaults.journal.rows), await start('off', 0)];
      for (const side of [on, off]) await price(side);
      const prices = await interleave(ROUNDS, { on: () => price(on), off: () => price(off) });
      const gets = await interleave(ROUNDS, { on: () => get(on), off: () => get(off) });
      const mixes = await interleave(ROUNDS, { on: () => mix(on), off: () => mix(off) });
      return { prices, gets, mixes };
    } finally {
      for (const server of servers) await server.stop();
    }
  });
}

/** Responses per second with any status: a mix has refusals. */
async function load(origin: string, requestsOf: (connection: number) => autocannon.Request[]): Promise<number> {
  let connection = 0;
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: ROUND_S,
    headers,
    setupClient(client) {
      client.setRequests(requestsOf(connection));
      connection += 1;
    },
  });
  if (result.errors > 0) throw new Error(`${origin}: ${result.errors} requests were not answered`);
  return result.requests.total / result.duration;
}

function slowDown(name: string, { on, off }: Rates): Figure {
  const goal = { text: `ratio ≥ ${MIN_RATIO}`, met: on / off >= MIN_RATIO };
  return { name, value: on, unit: 'requests/s', reference: { what: 'without a journal', value: off }, goal };
}

/** As many as a long test run makes, straight into the recorder; then the stored ones are searched. */
function benchMillion(): Promise<Figure[]> {
  return withTempFolder(async (folder) => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'journal.db');
    const bounds = { rows: serverDefaults.journal.rows, bytes: serverDefaults.journal.megabytes * MIB };
    const store = createJournalThread().open({ file, bounds }, (error) => {
      throw error;
    });
    const journal = createJournalRecorder(store, {
      after: hostClock.after,
      secrets: { all: () => [API_KEY], sought: [] },
      outlives: true,
    });
    const before = process.memoryUsage().rss;
    let maxRss = before;
    const startMs = performance.now();
    for (let number = 0; number < REQUESTS; number += 1) {
      journal.record(exchangeOf(number));
      if (number % 10_000 === 0) maxRss = Math.max(maxRss, process.memoryUsage().rss);
    }
    const { total } = await journal.ask({
      filter: {},
      limit: 1,
      order: 'latest',
      withContents: false,
      countTo: REQUESTS,
    });
    const perSecond = (REQUESTS * 1000) / (performance.now() - startMs);
    if (total !== bounds.rows) throw new Error(`the journal keeps ${total} of ${bounds.rows}`);
    const searches = await measureSearches(journal);
    const fileMib = statSync(file).size / MIB;
    await journal.close();
    const plain = (name: string, value: number, unit: string): Figure => ({
      name,
      value,
      unit,
      reference: null,
      goal: null,
    });
    return [
      plain('a million requests into the journal', perSecond, 'requests/s'),
      plain('memory they took at most', (maxRss - before) / MIB, 'MiB'),
      {
        ...plain('journal.db after a million requests', fileMib, 'MiB'),
        goal: { text: `≤ ${MAX_FILE_MIB} MiB`, met: fileMib <= MAX_FILE_MIB },
      },
      ...searches,
    ];
  });
}

/** About a kilobyte, each different, as a client of many portfolios sends them. */
function exchangeOf(number: number): JournalRecord {
  const id = `pf_${String(number % 50_000).padStart(26, '0')}`;
  const holdings = Array.from({ length: 6 }, (_none, index) => ({
    isin: 'DE0007164600',
    quantity: index + number / 7,
  }));
  return {
    requestId: `rq_${String((number * 7919) % 1_000_003).padStart(26, '0')}`,
    atMs: number,
    receivedMs: number,
    method: 'GET',
    path: `/form-b/v1/portfolios/${id}`,
    operation: 'getPortfolio',
    form: 'B',
    accountId: 'default',
    keyId: 'ak_1',
    status: number % 100 === 0 ? 404 : 200,
    durationMs: 0.5,
    injectedMs: 0,
    faultId: null,
    faultKind: null,
    latencyFaultId: null,
    keyReuse: null,
    events: null,
    requestHeaders: `Host\n127.0.0.1:4710\nAuthorization\nBearer ${API_KEY}\nAccept\n*/*\nUser-Agent\nbench`,
    requestBody: null,
    responseHeaders: 'content-type\napplication/json; charset=utf-8\ncontent-length\n700',
    responseBody: JSON.stringify({ portfolio_id: id, currency: 'EUR', holdings, drift: { max: number / 3 } }),
  };
}

/** The first search indexes the remaining requests; it is measured separately. */
async function measureSearches(journal: JournalRecorder): Promise<Figure[]> {
  const search = async (filter: JournalFilter) => {
    const startMs = performance.now();
    await journal.ask({ filter, limit: 201, order: 'latest', withContents: false, countTo: 10_000 });
    return performance.now() - startMs;
  };
  const first = await search({ text: 'pf_000' });
  const questions: Readonly<Record<string, JournalFilter>> = {
    'one portfolio': { text: 'pf_00000000000000000000012345' },
    'a word of all': { text: 'currency' },
    'two words': { text: 'DE0007164600 pf_0000000000000000000001' },
    'the beginning of all words': { text: 'p' },
    'a word and a status': { text: 'portfolios', statuses: [[400, 499]] },
    'a status': { statuses: [[400, 499]] },
    'a path': { pathGlob: '*12345' },
  };
  const figures: Figure[] = [
    { name: 'first search, which indexes what is missing', value: first, unit: 'ms', reference: null, goal: null },
  ];
  for (const [what, filter] of Object.entries(questions)) {
    const taken: number[] = [];
    for (let round = 0; round < 5; round += 1) taken.push(await search(filter));
    const value = median(taken);
    const goal = { text: `≤ ${MAX_SEARCH_MS} ms`, met: value <= MAX_SEARCH_MS };
    figures.push({ name: `search of 100 000: ${what}`, value, unit: 'ms', reference: null, goal });
  }
  return figures;
}
