/** The effect of each kind of interface fault on a real client, and the journal's entry about it. */
import { createConnection } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FaultView, faultList, faultView } from '../../../src-server/contract/control/market/faults.ts';
import { portfolioList } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { type JournalEntry, journalList } from '../../../src-server/contract/control/world/journal.ts';
import { portfolioB } from '../../../src-server/contract/service/form-b.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { untilOver } from '../../support/until-over.ts';
import { ask, type Seen } from '../http/raw-client.ts';
import { createSample, samplePortfolio } from '../service/sample-portfolio.ts';

let server: TestServer;
let portfolioId: string;
let sound: Seen;

beforeAll(async () => {
  server = await startBallast();
  portfolioId = await createSample(server);
  sound = await get();
});
beforeEach(async () => void (await server.sim.delete('/faults')));
afterAll(stopAll);

const get = (signal?: AbortSignal) =>
  ask(server, 'GET', `${server.ballast.formBUrl}/portfolios/${portfolioId}`, signal === undefined ? {} : { signal });
const create = () => {
  const body = JSON.stringify(samplePortfolio());
  return ask(server, 'POST', `${server.ballast.formBUrl}/portfolios`, { body });
};

async function set(body: object): Promise<FaultView> {
  return (await server.sim.post('/faults', body)).as(faultView);
}

async function latest(): Promise<JournalEntry | undefined> {
  return (await server.sim.get('/journal?limit=1&full=true')).as(journalList).entries[0];
}

/** Waits for the entry of the request that met the fault: it is written when that request has ended. */
function latestWith(faultId: string): Promise<JournalEntry | undefined> {
  return untilOver(latest, (entry) => entry?.fault?.fault_id === faultId);
}

/** Waits until a request has met the fault. */
async function hits(faultId: string, of = server): Promise<void> {
  await untilOver(
    async () => (await of.sim.get('/faults')).as(faultList).faults.find((each) => each.fault_id === faultId)?.hits,
    (count) => count !== undefined && count > 0,
  );
}

async function portfolios(): Promise<number> {
  return (await server.sim.get('/portfolios')).as(portfolioList).portfolios.length;
}

/** A fault that hits the next request, and the results of the client and the journal. */
async function encounter(body: object, request: () => Promise<Seen>) {
  const { fault_id: id, kind } = await set({ ...body, count: 1 });
  const seen = await request();
  const entry = await latest();
  expect(entry?.fault).toEqual({ fault_id: id, kind });
  return { seen, entry };
}

describe('the request is not processed, and nothing changes in the world, with', () => {
  test('api_error, which returns any error of the specification in its format', proves('L41'), async () => {
    const before = [await portfolios(), await server.head()];
    const pairs = { quota_exceeded: 402, already_executing: 409, drift_below_threshold: 422, internal_error: 500 };
    for (const [code, status] of Object.entries(pairs)) {
      const { seen, entry } = await encounter(
        { kind: 'api_error', code, match: { operation: 'createPortfolio' } },
        create,
      );
      expect(JSON.parse(seen.body)).toEqual({
        error: { code, message: expect.stringContaining('ft_'), request_id: seen.headers['x-request-id'], details: [] },
      });
      expect([seen.status, entry?.status, entry?.response_body]).toEqual([status, status, seen.body]);
      expect(JSON.parse(entry?.request_body ?? '')).toEqual(samplePortfolio());
    }
    const unauthorized = await encounter({ kind: 'api_error', code: 'unauthorized', message: 'Who?' }, create);
    expect([unauthorized.seen.status, unauthorized.seen.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(unauthorized.seen.body).toContain('Who?');
    const limited = await encounter({ kind: 'api_error', code: 'rate_limit' }, create);
    expect([limited.seen.status, limited.seen.headers['retry-after']]).toEqual([429, '1']);
    const later = await encounter({ kind: 'api_error', code: 'rate_limit', retry_after_s: 90 }, create);
    expect(later.seen.headers['retry-after']).toBe('90');
    expect([await portfolios(), await server.head()]).toEqual(before);
  });

  test('api_connection_reset, which ends the connection without a response', proves('L41'), async () => {
    const before = await portfolios();
    const { seen, entry } = await encounter({ kind: 'api_connection_reset' }, create);
    expect(seen).toMatchObject({ status: null, body: '', broke: 'ECONNRESET' });
    expect(entry).toMatchObject({ status: null, response_body: '', response_headers: {} });
    expect(await portfolios()).toBe(before);
  });

  test('api_hang, which sends nothing until the client leaves', proves('L41'), async () => {
    const before = await portfolios();
    const patience = new AbortController();
    const { fault_id: id } = await set({ kind: 'api_hang', count: 1 });
    const pending = ask(server, 'GET', `${server.ballast.formBUrl}/portfolios/${portfolioId}`, {
      signal: patience.signal,
    });
    // The hit is counted when the request hangs; another one gets its response meanwhile.
    await hits(id);
    expect((await get()).body).toBe(sound.body);
    patience.abort();
    expect(await pending).toMatchObject({ status: null, body: '', broke: 'ABORT_ERR' });
    const entry = await latestWith(id);
    expect(entry).toMatchObject({ status: null, response_body: '' });
    expect(entry?.injected_ms).toBeGreaterThan(0);
    expect(await portfolios()).toBe(before);
  });

  test('api_hang, which ends with all faults even if it is used up', proves('L44'), async () => {
    const { fault_id: id } = await set({ kind: 'api_hang', count: 1 });
    const pending = get();
    await hits(id);
    await server.sim.delete('/faults?scope=interface');
    expect(await pending).toMatchObject({ status: null, body: '' });
  });

  test.each(['/faults/ID', '/faults?scope=interface'])(
    'api_hang, which DELETE %s ends during the latency before it',
    proves('L44'),
    async (path) => {
      await set({ kind: 'api_latency', latency_ms: 1000, count: 1 });
      const { fault_id: id } = await set({ kind: 'api_hang', count: 1 });
      const pending = get();
      await hits(id);
      await server.sim.delete(path.replace('ID', id));
      expect(await pending).toMatchObject({ status: null, body: '' });
      expect((await latestWith(id))?.injected_ms).toBeGreaterThan(900);
    },
  );
});

describe('the request is processed, and its response is corrupted, with', () => {
  const cases: readonly (readonly [object, (seen: Seen) => void])[] = [
    [
      { kind: 'api_empty_answer' },
      (seen) => expect([seen.status, seen.body, seen.headers['content-length']]).toEqual([201, '', '0']),
    ],
    [
      { kind: 'api_truncated_body', keep: 0.25 },
      (seen) => {
        expect([seen.status, seen.broke]).toEqual([201, 'ECONNRESET']);
        expect(seen.body.length).toBe(Math.floor(Number(seen.headers['content-length']) / 4));
      },
    ],
    [
      { kind: 'api_truncated_body', keep: 0 },
      (seen) => expect([seen.status, seen.body, seen.broke]).toEqual([201, '', 'ECONNRESET']),
    ],
    [
      { kind: 'api_malformed_body' },
      (seen) => {
        expect([seen.status, seen.broke, seen.body.length]).toEqual([
          201,
          null,
          Number(seen.headers['content-length']),
        ]);
        expect(() => JSON.parse(seen.body)).toThrow(SyntaxError);
      },
    ],
    [
      { kind: 'api_connection_reset', after_processing: true },
      (seen) => expect([seen.status, seen.body, seen.broke]).toEqual([null, '', 'ECONNRESET']),
    ],
    [
      { kind: 'api_wrong_content_type', content_type: 'text/html' },
      (seen) => {
        expect([seen.status, seen.headers['content-type']]).toEqual([201, 'text/html']);
        portfolioB.parse(JSON.parse(seen.body));
      },
    ],
    [
      { kind: 'api_latency', latency_ms: { fixed: 120 } },
      (seen) => expect(portfolioB.safeParse(JSON.parse(seen.body)).success).toBe(true),
    ],
    [
      { kind: 'api_slow_drip', over_ms: 600 },
      (seen) => {
        expect(portfolioB.safeParse(JSON.parse(seen.body)).success).toBe(true);
        expect(seen.pieces).toBeGreaterThan(2);
      },
    ],
  ];
  test.each(cases)('%j', proves('L41'), async (body, validate) => {
    const before = await portfolios();
    const { seen, entry } = await encounter(body, create);
    validate(seen);
    expect(await portfolios()).toBe(before + 1);
    expect([entry?.status, entry?.response_body]).toEqual([seen.status, seen.body]);
    expect(entry?.first_event).not.toBeNull();
    const isDelaying = 'latency_ms' in body || 'over_ms' in body;
    expect((entry?.injected_ms ?? 0) > 0).toBe(isDelaying);
    // Its time is over with its only hit.
    expect((await create()).status).toBe(201);
  });

  test('api_hang after processing: the world has changed, and the client cannot know', proves('L41'), async () => {
    const before = await portfolios();
    const { fault_id: id } = await set({ kind: 'api_hang', after_processing: true, count: 1 });
    const pending = create();
    await untilOver(portfolios, (count) => count > before);
    await server.sim.delete(`/faults/${id}`);
    expect(await pending).toMatchObject({ status: null, broke: 'ECONNRESET' });
  });
});

describe('a client that leaves early', () => {
  const cases: readonly (readonly [object, number | null])[] = [
    [{ kind: 'api_latency', latency_ms: { fixed: 600_000 } }, null],
    [{ kind: 'api_slow_drip', over_ms: 600_000 }, 200],
  ];
  test.each(cases)('is in the journal with what it got: %j', proves('L41'), async (body, status) => {
    const { fault_id: id } = await set({ ...body, count: 1 });
    const patience = new AbortController();
    const pending = get(patience.signal);
    await hits(id);
    patience.abort();
    expect((await pending).broke).toBe('ABORT_ERR');
    const entry = await latestWith(id);
    expect(entry?.status).toBe(status);
    expect(entry?.response_body?.length).toBeLessThan(sound.body.length);
  });
});

describe('a request that hangs', () => {
  test('is released when the fault is ended, used up or not, and when its time is over', proves('L44'), async () => {
    const delayed = async (body: object, release: (id: string) => Promise<unknown>) => {
      const { fault_id: id } = await set({ kind: 'api_hang', ...body });
      const pending = get();
      await hits(id);
      await release(id);
      return (await pending).broke;
    };
    expect(await delayed({}, (id) => server.sim.delete(`/faults/${id}`))).toBe('ECONNRESET');
    expect(await delayed({ count: 1 }, (id) => server.sim.delete(`/faults/${id}`))).toBe('ECONNRESET');
    expect(await delayed({}, () => server.sim.delete('/faults'))).toBe('ECONNRESET');
    expect(await delayed({ for: '10m' }, () => server.advance('10m'))).toBe('ECONNRESET');
    expect((await get()).status).toBe(200);
  });

  test('does not outlive its world, which has no faults after its reset', proves('L44'), async () => {
    const own = await startBallast();
    const url = `${own.ballast.formBUrl}/portfolios`;
    await own.sim.post('/faults', { kind: 'api_hang', match: { method: 'GET' } });
    await own.sim.post('/faults', { kind: 'api_slow_drip', over_ms: 600_000, match: { method: 'DELETE' } });
    const [hung, dripping] = [ask(own, 'GET', url), ask(own, 'DELETE', url)];
    const faults = async () => (await own.sim.get('/faults')).as(faultList).faults;
    for (const { fault_id: id } of await faults()) await hits(id, own);
    expect((await own.sim.post('/reset')).status).toBe(200);
    expect((await hung).status).toBeNull();
    expect(JSON.parse((await dripping).body).error.code).toBe('not_found');
    expect(await faults()).toEqual([]);
  });

  test('does not prevent a server from stopping', async () => {
    const own = await startBallast();
    const { fault_id: id } = (await own.sim.post('/faults', { kind: 'api_hang' })).as(faultView);
    await own.sim.post('/faults', { kind: 'api_latency', latency_ms: { fixed: 600_000 }, match: { method: 'DELETE' } });
    const pending = ask(own, 'GET', `${own.ballast.formBUrl}/portfolios`);
    await hits(id, own);
    await own.stop();
    expect((await pending).status).toBeNull();
  });
});

describe('a latency', () => {
  test('may come with one other fault, which the journal names', proves('L40.5'), async () => {
    await set({ kind: 'api_latency', latency_ms: { min: 50, max: 60 } });
    await set({ kind: 'api_latency', latency_ms: { fixed: 600_000 } });
    const { seen, entry } = await encounter({ kind: 'api_error', code: 'not_found' }, get);
    expect([seen.status, JSON.parse(seen.body).error.code]).toEqual([404, 'not_found']);
    expect(entry?.injected_ms).toBeGreaterThan(0);
  });
});

test('requests of a pipeline are broken separately, in their order', proves('L41'), async () => {
  const { body } = await get();
  await set({ kind: 'api_truncated_body', keep: 0.5, match: { query: { cut: 'here' } } });
  const { port } = new URL(server.ballast.baseUrl);
  const line = (query: string) =>
    `GET /form-b/v1/portfolios/${portfolioId}${query} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
    `Authorization: Bearer ${server.ballast.apiKey}\r\n\r\n`;
  const text = await new Promise<string>((resolve) => {
    let received = '';
    const socket = createConnection(Number(port), '127.0.0.1', () =>
      socket.write(line('') + line('?cut=here') + line('')),
    );
    socket.setEncoding('utf8').on('data', (part: string) => (received += part));
    socket.on('close', () => resolve(received));
  });
  const responses = text.split('HTTP/1.1 200 OK').slice(1);
  expect(responses).toHaveLength(2);
  expect(responses[0]).toContain(body);
  expect(responses[1]?.endsWith(body.slice(0, Math.floor(body.length / 2)))).toBe(true);
});
