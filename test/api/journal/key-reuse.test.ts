/**
 * A repeated idempotency key (decision L131): the response does not change (F5), and the journal, `verify` and the
 * trace say whether the request equals the first, and where not.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archive } from '../../../src-server/contract/control/world/archive.ts';
import {
  type JournalDetail,
  journalDetail,
  journalList,
  verification,
} from '../../../src-server/contract/control/world/journal.ts';
import { trace } from '../../../src-server/contract/control/world/trace.ts';
import { startRebalanceA } from '../../../src-server/contract/service/form-a.ts';
import { formAOperations } from '../../../src-server/contract/service/form-a-operations.ts';
import { formBOperations } from '../../../src-server/contract/service/form-b-operations.ts';
import { type KeyReuse, readKeyReuse, writeKeyReuse } from '../../../src-server/engine/key-reuse.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';
import { startBallast, stopAll, type TestResponse, type TestServer } from '../../support/start-ballast.ts';
import { createA, WEIGHTS } from '../service/form-a-portfolio.ts';
import { NO_PORTFOLIO, SAP } from '../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

type Body = Readonly<Record<string, unknown>>;

let keys = 0;

/** A request that was accepted with a new key, and how to send another one with it. */
async function accepted(change: Body = {}) {
  keys += 1;
  const idempotency_key = `key ${keys}`;
  const portfolioId = await createA(server);
  const body = { target_weights: WEIGHTS, ...change, idempotency_key };
  const first = await server.a.post(`/portfolios/${portfolioId}/rebalance`, body);
  expect(first.status).toBe(202);
  const { rebalance_id: rebalanceId } = JSON.parse(first.text) as { rebalance_id: string };
  const again = async (other: Body = {}, portfolio = portfolioId, base = server.a) => {
    const response = await base.post(`/portfolios/${portfolio}/rebalance`, { ...body, ...other });
    expect([response.status, response.text, response.headers.get('idempotency-replayed')]).toEqual([
      202,
      first.text,
      'true',
    ]);
    return response;
  };
  return { portfolioId, key: idempotency_key, rebalanceId, first, again };
}

const idOf = ({ headers }: TestResponse) => headers.get('x-request-id') ?? '';
const entryOf = async (response: TestResponse): Promise<JournalDetail> =>
  (await server.sim.get(`/journal/${idOf(response)}`)).as(journalDetail);
const verify = async (match: Body, howMany: Body = {}) =>
  (await server.sim.post('/journal/verify', { match, ...howMany })).as(verification);

const ISIN = Object.keys(WEIGHTS)[0] ?? '';

/** For each field: its first value, its next value, and the journal's report. */
const OTHERS: Readonly<Record<string, readonly [first: Body, next: Body, told: readonly Body[]]>> = {
  target_weights: [
    { target_weights: { [SAP]: 1 } },
    { target_weights: { [SAP]: 0.9995 } },
    [{ pointer: `/target_weights/${SAP}`, stored: '1', sent: '0.9995' }],
  ],
  tax_method: [
    { tax_method: 'FIFO' },
    { tax_method: 'HIFO' },
    [{ pointer: '/tax_method', stored: '"FIFO"', sent: '"HIFO"' }],
  ],
  drift_threshold: [
    { drift_threshold: 0.05 },
    { drift_threshold: 0.06 },
    [{ pointer: '/drift_threshold', stored: '0.05', sent: '0.06' }],
  ],
};

test('every operation that takes an idempotency key is compared field by field', proves('L131'), () => {
  const operations = Object.entries({ ...formAOperations, ...formBOperations });
  const bodies = operations.flatMap(([name, operation]) => {
    const { body } = operation as { readonly body?: { readonly shape?: object } };
    return body !== undefined && 'idempotency_key' in (body.shape ?? {}) ? [name] : [];
  });
  expect(bodies).toEqual(['startRebalance']);
  const { idempotency_key: _key, ...fields } = startRebalanceA.shape;
  expect(Object.keys(OTHERS).sort()).toEqual(Object.keys(fields).sort());
});

describe('the journal reports of a repeated key', () => {
  test.each(Object.keys(OTHERS))('that %s differs, and which', proves('L131', 'F5'), async (field) => {
    const [first, next, differences] = OTHERS[field] ?? [{}, {}, []];
    const { again, rebalanceId } = await accepted(first);
    const { idempotency } = await entryOf(await again(next));
    expect(idempotency).toEqual({ request: 'differs', rebalance_id: rebalanceId, differences });
    expect((await entryOf(await again())).idempotency).toMatchObject({ request: 'same', differences: [] });
  });

  test('that the portfolio differs, on both bases', proves('L131'), async () => {
    const { again, portfolioId } = await accepted();
    const other = await createA(server);
    for (const [sent, base] of [
      [other, server.a],
      [NO_PORTFOLIO, server.both],
    ] as const) {
      const { idempotency } = await entryOf(await again({}, sent, base));
      const pointer = '/portfolio_id';
      expect(idempotency?.differences).toEqual([
        { pointer, stored: JSON.stringify(portfolioId), sent: JSON.stringify(sent) },
      ]);
    }
  });

  test('nothing, if a field is missing that has the same default, or weights are in another order', async () => {
    const { again } = await accepted({ target_weights: WEIGHTS });
    const turned = Object.fromEntries(Object.entries(WEIGHTS).reverse());
    for (const same of [{ drift_threshold: 0.05 }, { tax_method: 'FIFO' }, { target_weights: turned }])
      expect((await entryOf(await again(same))).idempotency?.request, JSON.stringify(same)).toBe('same');
    // The default of the portfolio is not the method that the first one named.
    const named = await accepted({ tax_method: 'HIFO' });
    expect((await entryOf(await named.again({ tax_method: undefined }))).idempotency?.differences).toEqual([
      { pointer: '/tax_method', stored: '"HIFO"', sent: '"FIFO"' },
    ]);
  });

  test('invalid parts of a body: other types, unknown fields, a missing one', async () => {
    const { again } = await accepted();
    const odd = { target_weights: 'all', drift_threshold: null, note: { a: 1 }, password: 'hunter2-hunter2' };
    const { idempotency } = await entryOf(await again(odd));
    expect(idempotency?.differences).toEqual([
      { pointer: '/target_weights', stored: expect.stringContaining(ISIN), sent: '"all"' },
      { pointer: '/drift_threshold', stored: '0.05', sent: 'null' },
      { pointer: '/note', stored: null, sent: '{"a":1}' },
      { pointer: '/password', stored: null, sent: '"[redacted]"' },
    ]);
    const missing = await entryOf(await again({ target_weights: undefined }));
    expect(missing.idempotency?.differences).toMatchObject([{ pointer: '/target_weights', sent: null }]);
  });

  test('no secret, and no more than ten fields', proves('L33.6'), async () => {
    const { again } = await accepted();
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, server.ballast.apiKey]));
    const entry = await entryOf(await again(many));
    expect(entry.idempotency?.differences).toHaveLength(10);
    expect(JSON.stringify(entry)).not.toContain(server.ballast.apiKey);
  });

  test(
    'no part of a long value, because no secret is recognised in a part of it',
    proves('L33.6', 'L131'),
    async () => {
      const { again } = await accepted();
      const { apiKey } = server.ballast;
      for (let length = 0; length < 130; length += 7) {
        const entry = await entryOf(
          await again({
            note: `${'y'.repeat(length)}${apiKey}`,
            a: { a: 'x'.repeat(length), password: 'hunter2-hunter2' },
          }),
        );
        const reported = JSON.stringify(entry.idempotency);
        for (const part of [apiKey.slice(0, 12), 'hunter2']) expect(reported, String(length)).not.toContain(part);
      }
    },
  );

  test('any body, and the response does not change', proves('F5', 'L131'), async () => {
    const { portfolioId, key } = await accepted();
    const begin = JSON.stringify({ target_weights: WEIGHTS, idempotency_key: key }).slice(0, -1);
    const send = async (extra: string) => {
      const body = `${begin},"extra":${extra}}`;
      const headers = { 'content-type': 'application/json' };
      const response = await server.a.send('POST', `/portfolios/${portfolioId}/rebalance`, { headers, body });
      expect([extra, response.status, response.headers.get('idempotency-replayed')]).toEqual([extra, 202, 'true']);
    };
    for (const extra of ['1e400', '-1e400', '[1e999]', '{"__proto__":1e400}', '""', 'null']) await send(extra);
    await fc.assert(fc.asyncProperty(fc.json(), send), { numRuns: 100 });
  });

  test('nothing of a request without a key, and of the first with it', async () => {
    const { first, again } = await accepted();
    expect((await entryOf(first)).idempotency).toBeNull();
    const keyless = await server.a.post(`/portfolios/${await createA(server)}/rebalance`, { target_weights: WEIGHTS });
    expect((await entryOf(keyless)).idempotency).toBeNull();
    expect((await entryOf(await again())).idempotency).not.toBeNull();
  });
});

test('lists and verify find a repeated key, and verify names the place', proves('L131', 'L34', 'L36.2'), async () => {
  const { again } = await accepted();
  const same = idOf(await again());
  const other = idOf(await again({ drift_threshold: 0.2 }));
  const found = async (use: string) => {
    const { entries } = (await server.sim.get(`/journal?idempotency=${use}&limit=1000`)).as(journalList);
    return entries.map(({ request_id: id }) => id);
  };
  expect([await found('same'), await found('differs')]).toEqual([
    expect.arrayContaining([same]),
    expect.arrayContaining([other]),
  ]);
  expect(await found('same')).not.toContain(other);
  expect(await found('differs')).not.toContain(same);
  const whole = await verify({ idempotency: 'differs', body: { '/drift_threshold': 0.2 } }, { count: 1 });
  expect(whole).toMatchObject({
    satisfied: true,
    request_ids: [other],
    warning: expect.stringMatching(
      new RegExp(
        `^${other} has the idempotency key of another request.* at /drift_threshold \\(0\\.05, now 0\\.2\\)\\.$`,
      ),
    ),
  });
  const miss = await verify({ idempotency: 'same', body: { '/drift_threshold': 0.2 } });
  expect(miss.near_misses[0]).toMatchObject({
    entry: { request_id: other, idempotency: { request: 'differs' } },
    differences: ['idempotency: expected same, got differs at /drift_threshold (0.05, now 0.2)'],
  });
  const stranger = await verify({ idempotency: 'differs', operation: 'createPortfolio' });
  expect(stranger.near_misses.flatMap(({ differences }) => differences)).toContain(
    'idempotency: expected differs, got an idempotency key used for the first time',
  );
});

test('an archive of the journal reports a repeated key', proves('L131'), async () => {
  const { again, rebalanceId } = await accepted();
  const id = idOf(await again({ drift_threshold: 0.2 }));
  const { log } = (await server.sim.get(`/journal.har?request_id=${id}`)).as(archive);
  const differences = [{ pointer: '/drift_threshold', stored: '0.05', sent: '0.2' }];
  expect(log.entries.map((entry) => entry._idempotency)).toEqual([
    { request: 'differs', rebalance_id: rebalanceId, differences },
  ]);
});

test('the trace of the request reports a repeated key', proves('L131', 'L52'), async () => {
  const { again, rebalanceId } = await accepted();
  const titleOf = async (response: TestResponse) =>
    (await server.sim.get(`/trace/${idOf(response)}`)).as(trace).nodes.find(({ id }) => id === idOf(response))?.title;
  const end = `its idempotency key started ${rebalanceId.slice(0, 3)}…${rebalanceId.slice(-6)} before`;
  expect(await titleOf(await again())).toMatch(new RegExp(`responded with 202: ${end}\\.$`));
  expect(await titleOf(await again({ drift_threshold: 0.2 }))).toMatch(
    new RegExp(`${end}, by another request: /drift_threshold \\(0\\.05, now 0\\.2\\)\\.$`),
  );
});

test('reports written as lines are read again', () => {
  const line = fc.string({ minLength: 1 }).map((text) => text.replaceAll('\n', ' '));
  const difference = fc.record({
    pointer: line,
    stored: fc.option(line, { nil: null }),
    sent: fc.option(line, { nil: null }),
  });
  const anyReuse: fc.Arbitrary<KeyReuse> = fc.record({ rebalanceId: line, differences: fc.array(difference) });
  fc.assert(
    fc.property(anyReuse, (reuse) => {
      expect(readKeyReuse(writeKeyReuse(reuse))).toEqual(reuse);
    }),
  );
});
