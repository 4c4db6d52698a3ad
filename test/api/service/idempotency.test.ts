/**
 * Idempotency keys (specification 4.1, decision F5): the same response for 24 hours of virtual time, and one rebalance
 * only.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebalanceList } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { eventList } from '../../../src-server/contract/control/world/records.ts';
import { portfolioA, startedRebalanceA } from '../../../src-server/contract/service/form-a.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { openWorldDatabase } from '../../../src-server/world/world-database.ts';
import { proves } from '../../conformance/proves.ts';
import { type RunningProcess, runBallast } from '../../support/run-process.ts';
import { newFolder, startBallast, stopAll, type TestResponse, type TestServer } from '../../support/start-ballast.ts';
import { createA, WEIGHTS } from './form-a-portfolio.ts';
import { NO_PORTFOLIO, SAP } from './sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

function post(
  of: TestServer,
  portfolioId: string,
  key: string,
  change: Record<string, unknown> = {},
): Promise<TestResponse> {
  const body = { target_weights: WEIGHTS, idempotency_key: key, ...change };
  return of.a.post(`/portfolios/${portfolioId}/rebalance`, body);
}

const isReplay = ({ headers }: TestResponse) => headers.get('idempotency-replayed');
const idOf = (response: TestResponse) => response.as(startedRebalanceA).rebalance_id;

async function startedIn(of: TestServer): Promise<unknown[]> {
  const { events } = (await of.sim.get('/events?after=0&limit=1000')).as(eventList);
  return events.filter(({ type }) => type === 'rebalance.requested').map(({ data }) => data.rebalance_id);
}

describe('the same key', () => {
  test('gets the first response again, byte by byte, during the rebalance and after it', async () => {
    const portfolioId = await createA(server);
    const first = await post(server, portfolioId, 'one');
    expect([first.status, isReplay(first)]).toEqual([202, null]);
    for (const wait of ['1s', '1h', '2h']) {
      const head = await server.head();
      const again = await post(server, portfolioId, 'one');
      expect([again.status, again.text, isReplay(again)]).toEqual([202, first.text, 'true']);
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect(await server.head()).toBe(head);
      await server.advance(wait);
    }
  });

  test('gets it for any body and any portfolio, on both bases', async () => {
    const portfolioId = await createA(server);
    const first = await post(server, portfolioId, 'two');
    const other = await createA(server);
    const responses = [
      await post(server, portfolioId, 'two', { target_weights: { [SAP]: 1 }, tax_method: 'HIFO' }),
      await post(server, portfolioId, 'two', { target_weights: 'nothing', drift_threshold: 9, unknown: 1 }),
      await post(server, other, 'two'),
      await post(server, NO_PORTFOLIO, 'two'),
      await server.both.post(`/portfolios/${portfolioId}/rebalance`, { idempotency_key: 'two' }),
    ];
    expect(responses.map(({ status, text }) => [status, text])).toEqual(responses.map(() => [202, first.text]));
    expect(responses.map(isReplay)).toEqual(responses.map(() => 'true'));
  });

  test(
    'does not help a body that is unreadable, or a caller without a key of the service',
    proves('B5', 'F5'),
    async () => {
      const portfolioId = await createA(server);
      await post(server, portfolioId, 'three');
      const path = `/portfolios/${portfolioId}/rebalance`;
      const type = { 'content-type': 'application/json' };
      const unread = await server.a.send('POST', path, { headers: type, body: '{"idempotency_key":"three"' });
      const untyped = await server.a.send('POST', path, { body: '{"idempotency_key":"three"}' });
      const anonymous = await server.a.send('POST', path, {
        headers: { ...type, authorization: 'Bearer nobody' },
        body: '{"idempotency_key":"three"}',
      });
      const list = await server.a.post(path, [{ idempotency_key: 'three' }]);
      const numbered = await server.a.post(path, { target_weights: WEIGHTS, idempotency_key: 3 });
      expect([unread, untyped, anonymous, list, numbered].map(({ status }) => status)).toEqual([
        400, 400, 401, 400, 400,
      ]);
    },
  );

  test('in other letters or with a space is another key', async () => {
    const portfolioId = await createA(server);
    await post(server, portfolioId, 'four');
    const statuses = [];
    for (const key of ['Four', 'four ', ' four']) statuses.push((await post(server, portfolioId, key)).status);
    // Each is new, and the portfolio is busy.
    expect(statuses).toEqual([409, 409, 409]);
  });

  test('of any text up to 255 characters is stored unchanged', async () => {
    for (const key of ["'; drop table idempotency_keys; --", '🔑'.repeat(100), '__proto__', 'k'.repeat(255)]) {
      const portfolioId = await createA(server);
      const first = await post(server, portfolioId, key);
      const again = await post(server, portfolioId, key);
      expect([first.status, again.text, isReplay(again)]).toEqual([202, first.text, 'true']);
    }
  });
});

describe('a stored response', () => {
  test(
    'is retained for 24 hours of virtual time, and not for one millisecond more',
    proves('F5', '4.1 idempotency_key', '8 idempotency window'),
    async () => {
      const own = await startBallast();
      const portfolioId = await createA(own);
      const first = await post(own, portfolioId, 'day');
      await own.advance('86399s');
      expect(isReplay(await post(own, portfolioId, 'day'))).toBe('true');
      await own.advance('999ms');
      expect(isReplay(await post(own, portfolioId, 'day'))).toBe('true');
      await own.advance('1ms');
      // The key is new, so the request is processed: the portfolio is balanced.
      const late = await post(own, portfolioId, 'day');
      expect([late.status, isReplay(late)]).toEqual([422, null]);
      await own.advance('1s');
      const next = await post(own, portfolioId, 'day', { target_weights: { [SAP]: 1 } });
      expect([next.status, isReplay(next)]).toEqual([202, null]);
      expect(idOf(next)).not.toBe(idOf(first));
      expect((await post(own, portfolioId, 'day')).text).toBe(next.text);
    },
  );

  test('does not exist for a refusal', proves('F5'), async () => {
    const portfolioId = await createA(server);
    const bad = await post(server, portfolioId, 'six', { target_weights: { [SAP]: 2 } });
    const missing = await post(server, NO_PORTFOLIO, 'six');
    const good = await post(server, portfolioId, 'six');
    const busy = await post(server, portfolioId, 'seven');
    await server.advance('1h');
    const balanced = await post(server, portfolioId, 'seven');
    const moved = await post(server, portfolioId, 'seven', { target_weights: { [SAP]: 1 } });
    expect([bad, missing, good, busy, balanced, moved].map(({ status }) => status)).toEqual([
      ...[400, 404, 202, 409, 422, 202],
    ]);
    expect([good, moved].map(isReplay)).toEqual([null, null]);
  });

  test('survives a restart, with its expiry', async () => {
    const dataDir = newFolder();
    const own = await startBallast({ dataDir });
    const portfolioId = await createA(own);
    const first = await post(own, portfolioId, 'eight');
    await own.advance('23h');
    await own.stop();
    const again = await startBallast({ dataDir, seed: null, startAt: null, clockMode: null });
    const replayed = await post(again, portfolioId, 'eight');
    expect([replayed.status, replayed.text, isReplay(replayed)]).toEqual([202, first.text, 'true']);
    await again.advance('1h');
    expect((await post(again, portfolioId, 'eight')).status).toBe(422);
    expect(await startedIn(again)).toEqual([idOf(first)]);
  });

  test('is removed once no key can get it any more', async () => {
    const dataDir = newFolder();
    const own = await startBallast({ dataDir });
    for (const key of ['a', 'b', 'c']) await post(own, await createA(own), key);
    await own.advance('24h');
    const last = await post(own, await createA(own), 'd');
    expect(last.status).toBe(202);
    await own.stop();
    const { sqlite, close } = openWorldDatabase(dataDir, packageRoot());
    const stored = sqlite.prepare('select account_id, key, rebalance_id from idempotency_keys').all();
    close();
    expect(stored).toEqual([{ account_id: 'default', key: 'd', rebalance_id: idOf(last) }]);
  });
});

test('a response that came survives kill -9, and so does the rebalance', async () => {
  const folder = newFolder();
  const flags = [
    'serve',
    '--port',
    '0',
    '--json',
    '--data',
    folder,
    '--clock-mode',
    'manual',
    '--api-key',
    'ak_killed',
  ];
  const killed: RunningProcess[] = [];
  const open = async () => {
    const server = runBallast(flags);
    killed.push(server);
    const { form_a_url: base } = JSON.parse(await server.firstLine) as { form_a_url: string };
    return async (path: string, body: unknown) => {
      const headers = { authorization: 'Bearer ak_killed', 'content-type': 'application/json' };
      const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return {
        status: response.status,
        replayed: response.headers.get('idempotency-replayed'),
        text: await response.text(),
      };
    };
  };
  const kill = async () => {
    const server = killed.pop();
    server?.child.kill('SIGKILL');
    await server?.ended;
  };
  try {
    const first = await open();
    const created = await first('/portfolios', { name: 'x', currency: 'EUR', tax_jurisdiction: 'DE' });
    const path = `/portfolios/${portfolioA.parse(JSON.parse(created.text)).portfolio_id}/rebalance`;
    const body = { target_weights: WEIGHTS, idempotency_key: 'killed' };
    const response = await first(path, body);
    await kill();
    const again = await open();
    expect(await again(path, body)).toEqual({ status: 202, replayed: 'true', text: response.text });
    // Without the key the response reports the rebalance that the killed server began.
    expect((await again(path, { target_weights: WEIGHTS })).status).toBe(409);
  } finally {
    await kill();
  }
});

test('of fifty concurrent requests one executes, and all get its response', async () => {
  const own = await startBallast();
  const portfolioId = await createA(own);
  const responses = await Promise.all(Array.from({ length: 50 }, () => post(own, portfolioId, 'all at once')));
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(responses.filter((response) => isReplay(response) === 'true')).toHaveLength(49);
  expect(responses[0]?.status).toBe(202);
  expect(await startedIn(own)).toHaveLength(1);
  expect((await own.sim.get('/rebalances')).as(rebalanceList).rebalances).toHaveLength(1);
});

test('of fifty concurrent requests without a key one executes, and the others are refused because of it', async () => {
  const own = await startBallast();
  const portfolioId = await createA(own);
  const body = { target_weights: WEIGHTS };
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => own.a.post(`/portfolios/${portfolioId}/rebalance`, body)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 49 }, () => 409)]);
});
