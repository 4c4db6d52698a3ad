/**
 * Which requests a fault hits: exactly its count, the same ones in every world of a seed, and without any other effect.
 */

import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { faultList, faultView } from '../../../src-server/contract/control/market/faults.ts';
import { journalList } from '../../../src-server/contract/control/world/journal.ts';
import { proves } from '../../conformance/proves.ts';
import { draws, fc } from '../../support/draws.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { ask } from '../http/raw-client.ts';
import { createA, WEIGHTS } from '../service/form-a-portfolio.ts';
import { executeSample, samplePortfolio } from '../service/sample-portfolio.ts';

afterEach(stopAll);
afterAll(stopAll);

/** The statuses of a number of requests for nothing, one after the other. */
async function statuses(server: TestServer, requests: number): Promise<number[]> {
  const found: number[] = [];
  for (let count = 0; count < requests; count += 1)
    found.push((await ask(server, 'GET', `${server.ballast.formBUrl}/nothing`)).status ?? 0);
  return found;
}

const error = { kind: 'api_error', code: 'internal_error' };

describe('a share of requests', () => {
  test('is hit exactly as often as the count says, and then never again', {
    ...proves('L40.6'),
    tags: ['drawn'],
  }, async () => {
    const cases = fc.record({
      seed: fc.nat(),
      share: fc.constantFrom(0.05, 0.3, 0.5, 0.9, 1),
      count: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ seed, share, count }) => {
        const server = await startBallast({ seed });
        const { fault_id: id } = (await server.sim.post('/faults', { ...error, share, count })).as(faultView);
        const found = await statuses(server, 40 + Math.ceil((5 * count) / share));
        const hits = found.filter((status) => status === 500).length;
        const fault = (await server.sim.get('/faults')).as(faultList).faults.find((each) => each.fault_id === id);
        expect(fault).toMatchObject({ hits });
        // These are enough chances for all but one in a thousand; otherwise the fault is not over either.
        expect(hits === count ? fault?.status : 'active').toBe(fault?.status);
        expect(hits).toBeLessThanOrEqual(count);
        if (share === 1) expect(found.slice(0, count + 1)).toEqual([...Array<number>(count).fill(500), 404]);
        await server.stop();
      }),
      { numRuns: draws(12) },
    );
  });

  test('is the same share in a world of the same seed, and another for another fault', proves('L40.6'), async () => {
    const run = async (seed: number) => {
      const server = await startBallast({ seed });
      await server.sim.post('/faults', { ...error, share: 0.4 });
      const first = await statuses(server, 40);
      await server.sim.delete('/faults');
      await server.sim.post('/faults', { ...error, share: 0.4 });
      return [first, await statuses(server, 40)];
    };
    const [one, again, other] = [await run(7), await run(7), await run(8)];
    expect(one).toEqual(again);
    expect(one[0]).not.toEqual(one[1]);
    expect(one[0]).not.toEqual(other[0]);
  });

  test('is a fair one, and missed chances are counted too', proves('L40.6'), async () => {
    const server = await startBallast();
    await server.sim.post('/faults', { ...error, share: 0.25 });
    const hits = (await statuses(server, 400)).filter((status) => status === 500).length;
    expect((await server.sim.get('/faults')).as(faultList).faults).toMatchObject([{ chances: 400, hits }]);
    // Five standard deviations of 400 draws.
    expect(Math.abs(hits - 100)).toBeLessThan(44);
  });
});

describe('of several faults', () => {
  test('the first in the order they were set hits, and the ones after it have no chance', proves('L40.2'), async () => {
    const server = await startBallast();
    await server.sim.post('/faults', { kind: 'api_error', code: 'not_found', match: { form: 'A' } });
    await server.sim.post('/faults', { ...error, count: 2 });
    await server.sim.post('/faults', { kind: 'api_error', code: 'rate_limit' });
    expect(await statuses(server, 4)).toEqual([500, 500, 429, 429]);
    const { faults } = (await server.sim.get('/faults')).as(faultList);
    expect(faults.map((fault) => ('chances' in fault ? fault.chances : null))).toEqual([0, 2, 2]);
  });
});

describe('without a hit', () => {
  test('a world is byte for byte one without faults', proves('L39'), async () => {
    const [plain, faulty] = [await startBallast(), await startBallast()];
    await faulty.sim.post('/faults', { kind: 'api_hang', match: { body: { '/nobody': 'says this' } } });
    await faulty.sim.post('/faults', { kind: 'webhook_drop', match: { types: ['portfolio.drift_exceeded'] } });
    const live = async (server: TestServer) => {
      const done = await executeSample(server);
      await server.advance('1d');
      const responses = [
        await server.b.get(`/portfolios/${done.portfolioId}`),
        await server.b.get(`/rebalance/${done.rebalanceId}`),
      ];
      return [...responses.map(({ text }) => text), await server.head()];
    };
    expect(await live(faulty)).toEqual(await live(plain));
  });

  test('a body that was read ahead of time gets the same response', proves('L43'), async () => {
    const [plain, faulty] = [await startBallast(), await startBallast()];
    await faulty.sim.post('/faults', { kind: 'api_hang', match: { body: { '/nobody': 'says this' } } });
    const good = JSON.stringify(samplePortfolio());
    const large = `{"external_id": "${'x'.repeat(1_100_000)}"}`;
    const chunked = { 'content-length': '', 'transfer-encoding': 'chunked' };
    const json = { 'content-type': 'application/json' };
    const bodies: readonly (readonly [name: string, body: string | Buffer, headers?: Record<string, string>])[] = [
      ['sound', good],
      ['empty', ''],
      ['no JSON', '{"external_id": '],
      ['another type', good, { 'content-type': 'text/plain' }],
      ['another charset', good, { 'content-type': 'application/json; charset=utf-16' }],
      ['no charset at all', good, { 'content-type': 'application/json; charset=moon' }],
      ['compressed', gzipSync(good), { 'content-encoding': 'gzip' }],
      ['not compressed, though it says so', good, { 'content-encoding': 'gzip' }],
      ['compressed in no known way', good, { 'content-encoding': 'zip' }],
      ['too large', large],
      ['not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
      ['hidden', '{"__proto__": {}}'],
    ];
    for (const [name, body, headers = {}] of bodies) {
      const late = { ...headers, expect: '100-continue' };
      for (const sent of [headers, { ...headers, ...chunked }, late, { ...late, ...chunked }]) {
        for (const authorization of ['Bearer nobody', `Bearer ${plain.ballast.apiKey}`]) {
          const [expected, got] = await Promise.all(
            [plain, faulty].map((server) => sendBytes(server, body, { ...json, authorization, ...sent })),
          );
          expect([name, sent, got]).toEqual([name, sent, expected]);
        }
      }
    }
    expect(await faulty.head()).toBe(await plain.head());
    const fault = (await faulty.sim.get('/faults')).as(faultList).faults[0];
    expect(fault).toMatchObject({ chances: 0 });
  });
});

/** Status and body without the parts that differ each time. */
async function sendBytes(server: TestServer, body: string | Buffer, headers: Record<string, string>): Promise<string> {
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const length = 'transfer-encoding' in sent ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { status, body: text } = await ask(server, 'POST', `${server.ballast.formBUrl}/portfolios`, {
    headers: { ...sent, ...length },
    body,
  });
  return `${status} ${text.replace(/rq_\w+/, 'rq_…')}`;
}

test('a fault precedes the check of the key, so it also hits requests without one', proves('L43'), async () => {
  const server = await startBallast();
  await server.sim.post('/faults', { ...error, count: 1 });
  const strange = { headers: { authorization: 'Bearer nobody' } };
  const statusOf = async () => (await ask(server, 'GET', `${server.ballast.formBUrl}/portfolios/x`, strange)).status;
  expect([await statusOf(), await statusOf()]).toEqual([500, 401]);
});

test(
  'a retry with its idempotency key is executed once, although the first response was lost',
  proves('L41'),
  async () => {
    const server = await startBallast();
    const portfolioId = await createA(server);
    const match = { operation: 'startRebalance', body: { '/idempotency_key': 'monday' } };
    await server.sim.post('/faults', { kind: 'api_connection_reset', after_processing: true, count: 1, match });
    const start = (key: string) =>
      ask(server, 'POST', `${server.ballast.formAUrl}/portfolios/${portfolioId}/rebalance`, {
        body: JSON.stringify({ target_weights: WEIGHTS, idempotency_key: key }),
      });
    expect((await start('monday')).status).toBeNull();
    const again = await start('monday');
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([202, 'true']);
    // Without the key it would be another rebalance, and the first is running.
    expect((await start('tuesday')).status).toBe(409);
  },
);

test('an upload that its client breaks off is no chance of a fault, and has no response', proves('L35'), async () => {
  const own = await startBallast();
  await own.sim.post('/faults', { kind: 'api_error', code: 'internal_error', count: 1 });
  const { hostname, port, host } = new URL(own.ballast.formBUrl);
  const socket = connect(Number(port), hostname);
  const head = ['POST /form-b/v1/portfolios HTTP/1.1', `Host: ${host}`, `Authorization: Bearer ${own.ballast.apiKey}`];
  socket.write([...head, 'Content-Length: 100', 'Expect: 100-continue', '', '{"na'].join('\r\n'));
  // The request has reached the server when the server asks for the rest of it.
  await once(socket, 'data');
  socket.destroy();
  await once(socket, 'close');
  await own.sim.get('/clock');
  expect((await own.sim.get('/faults')).as(faultList).faults).toMatchObject([{ chances: 0, hits: 0 }]);
  expect((await own.sim.get('/journal')).as(journalList).entries).toEqual([]);
  expect((await own.b.post('/portfolios', samplePortfolio())).status).toBe(500);
});
