/**
 * `/sim/faults/coverage` (decision L45): the faults that a real client and a real receiver met, and their reactions.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { clientFaultHits, MAX_BETWEEN } from '../../../src-server/api/http-faults/client-reactions.ts';
import { API_FAULT_KINDS } from '../../../src-server/contract/control/http-faults/api-fault-kinds.ts';
import {
  type FaultCoverage,
  faultCoverage,
  type InterfaceEncounter,
  type WebhookEncounter,
} from '../../../src-server/contract/control/http-faults/fault-coverage.ts';
import { WEBHOOK_FAULT_KINDS } from '../../../src-server/contract/control/http-faults/webhook-fault-kinds.ts';
import { journalList } from '../../../src-server/contract/control/world/journal.ts';
import type { JournalAsk } from '../../../src-server/engine/ports/journal-port.ts';
import { packRecords } from '../../../src-server/store/journal/journal-batch.ts';
import { SqliteJournal } from '../../../src-server/store/journal/sqlite-journal-store.ts';
import { proves } from '../../conformance/proves.ts';
import { journalRecords } from '../../store/journal-records.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { register } from '../../webhooks/one-delivery.ts';
import { startReceiver, stopReceivers } from '../../webhooks/receiver.ts';
import { ask } from '../http/raw-client.ts';
import { createA, WEIGHTS } from '../service/form-a-portfolio.ts';
import { createSample, planFor } from '../service/sample-portfolio.ts';

afterEach(async () => {
  stopReceivers();
  await stopAll();
});

async function coverageOf(server: TestServer): Promise<FaultCoverage> {
  return (await server.sim.get('/faults/coverage')).as(faultCoverage);
}

function kindOf({ kinds }: FaultCoverage, kind: string) {
  return kinds.find((each) => each.kind === kind);
}

async function clientEncounter(server: TestServer): Promise<InterfaceEncounter> {
  const { encounters } = await coverageOf(server);
  const [first] = encounters.filter((each) => each.scope === 'interface');
  if (first === undefined) throw new Error('nothing was met');
  return first;
}

test('before any fault every kind is listed, and none was met', proves('L45.1'), async () => {
  const coverage = await coverageOf(await startBallast());
  expect(coverage.kinds.map(({ kind }) => kind)).toEqual([...API_FAULT_KINDS, ...WEBHOOK_FAULT_KINDS]);
  expect(coverage.kinds.every(({ met, set, hits }) => !met && set === 0 && hits === 0)).toBe(true);
  expect(coverage).toMatchObject({ encounters: [], journal_from: null });
});

describe('a client', () => {
  test('that sends the same again has retried, and its response is shown', proves('L45.1', 'L45.2'), async () => {
    const server = await startBallast();
    const url = `${server.ballast.formBUrl}/portfolios/${await createSample(server)}`;
    await server.sim.post('/faults', { kind: 'api_truncated_body', count: 1 });
    const cut = await ask(server, 'GET', url);
    await server.advance('90s');
    const again = await ask(server, 'GET', url);
    const encounter = await clientEncounter(server);
    expect(encounter).toMatchObject({
      kind: 'api_truncated_body',
      request_id: cut.headers['x-request-id'],
      operation: 'getPortfolio',
      answered: `200, cut off after ${cut.body.length} bytes of its body`,
      reaction: {
        what: 'retried',
        request_id: again.headers['x-request-id'],
        virtual_ms: 90_000,
        same_body: true,
        same_idempotency_key: null,
        status: 200,
      },
    });
    expect(encounter.reaction.sentence).toMatch(/^The client retried the request after \d+ ms, and got 200\.$/);
    const kind = kindOf(await coverageOf(server), 'api_truncated_body');
    expect(kind).toMatchObject({ set: 1, hits: 1, met: true, reactions: { retried: 1, went_on: 0, nothing: 0 } });
  });

  test('that two faults hit at once has met each of them', proves('L45.1'), async () => {
    const server = await startBallast();
    const url = `${server.ballast.formBUrl}/portfolios/${await createSample(server)}`;
    for (const fault of [{ kind: 'api_latency', latency_ms: 1 }, { kind: 'api_connection_reset' }])
      await server.sim.post('/faults', { ...fault, count: 1 });
    await ask(server, 'GET', url);
    const coverage = await coverageOf(server);
    const [reset, latency] = coverage.encounters;
    expect([reset?.kind, latency?.kind]).toEqual(['api_connection_reset', 'api_latency']);
    expect(latency?.answered).toBe(`delayed, then ${reset?.answered}`);
    for (const kind of ['api_latency', 'api_connection_reset'])
      expect(kindOf(coverage, kind)).toMatchObject({ hits: 1, reactions: { nothing: 1 } });
    for (const sought of [latency?.fault_id, 'api_latency', reset?.fault_id]) {
      const { entries } = (await server.sim.get(`/journal?fault=${sought}`)).as(journalList);
      expect(entries).toMatchObject([{ fault: { fault_id: reset?.fault_id }, latency_fault_id: latency?.fault_id }]);
    }
  });

  test('that retries before Retry-After has passed has done so too soon', proves('L45.3'), async () => {
    const server = await startBallast();
    const url = `${server.ballast.formBUrl}/portfolios/${await createSample(server)}`;
    await server.sim.post('/faults', { kind: 'api_error', code: 'rate_limit', retry_after_s: 7, count: 1 });
    await ask(server, 'GET', url);
    await ask(server, 'GET', url);
    const { reaction } = await clientEncounter(server);
    expect(reaction.too_soon).toBe(true);
    expect(reaction.sentence).toMatch(/ after \d+ ms, although Retry-After said 7 s, and got 200\.$/);
  });

  test('that waits as long as Retry-After says, by virtual time, is in time', proves('L45.3'), async () => {
    const server = await startBallast();
    const url = `${server.ballast.formBUrl}/portfolios/${await createSample(server)}`;
    await server.sim.post('/faults', { kind: 'api_error', code: 'rate_limit', retry_after_s: 7, count: 1 });
    await ask(server, 'GET', url);
    await server.advance('7s');
    await ask(server, 'GET', url);
    const { reaction } = await clientEncounter(server);
    expect(reaction).toMatchObject({ what: 'retried', too_soon: false });
    expect(reaction.sentence).not.toContain('Retry-After');
  });

  test('is distinguished by whether it reused its idempotency key', proves('L45.2'), async () => {
    const server = await startBallast();
    const url = `${server.ballast.formAUrl}/portfolios/${await createA(server)}/rebalance`;
    const start = (key: string) =>
      ask(server, 'POST', url, { body: JSON.stringify({ target_weights: WEIGHTS, idempotency_key: key }) });
    const lose = { kind: 'api_connection_reset', after_processing: true, count: 1 };
    await server.sim.post('/faults', lose);
    await start('one');
    const same = await start('one');
    expect([same.status, same.headers['idempotency-replayed']]).toEqual([202, 'true']);
    const retained = await clientEncounter(server);
    expect(retained).toMatchObject({
      answered: 'no response: the connection was reset',
      reaction: { what: 'retried', same_body: true, same_idempotency_key: true, status: 202 },
    });
    await server.advance('3d');
    await server.sim.post('/faults', lose);
    await start('two');
    await start('three');
    const { reaction } = await clientEncounter(server);
    expect(reaction).toMatchObject({ what: 'retried', same_body: false, same_idempotency_key: false });
    expect(reaction.sentence).toContain('with another idempotency key');
    expect(reaction.sentence).toContain('executed twice');
  });

  test.each([
    [
      'the same, then another',
      ['same', 'other'],
      'retried',
      /^The client retried the request after \d+ ms, and got 200\.$/,
    ],
    ['another only', ['other'], 'went_on', /^The client's next request was GET \S+, after \d+ ms\.$/],
    [
      'another, then the same: by a late retry or another run',
      ['other', 'same', 'other', 'same'],
      'went_on',
      /^The client's next request was GET \S+, after \d+ ms\. It sent the same request again after \d+ ms, and got 200\.$/,
    ],
  ] as const)(
    'is assessed by the first of its next requests, whatever the fault and the later ones: %s',
    proves('L45.2'),
    async (_, sent, what, sentence) => {
      const server = await startBallast();
      const same = `${server.ballast.formBUrl}/portfolios/${await createSample(server)}`;
      const urls = { same, other: `${server.ballast.baseUrl}/prices/DE0007164600` };
      for (const fault of [
        { kind: 'api_error', code: 'internal_error' },
        { kind: 'api_connection_reset' },
        { kind: 'api_latency', latency_ms: 1 },
        { kind: 'api_truncated_body' },
        { kind: 'api_malformed_body' },
      ]) {
        await server.sim.delete('/journal');
        await server.sim.post('/faults', { ...fault, count: 1 });
        await ask(server, 'GET', urls.same);
        const responses = [];
        for (const name of sent) {
          responses.push(await ask(server, 'GET', urls[name]));
          const { reaction } = await clientEncounter(server);
          expect(reaction, fault.kind).toMatchObject({ what, request_id: responses[0]?.headers['x-request-id'] });
        }
        expect((await clientEncounter(server)).reaction.sentence, fault.kind).toMatch(sentence);
      }
    },
  );

  test('that sends another request continued, and one that sends nothing did nothing', proves('L45.2'), async () => {
    const server = await startBallast();
    const portfolioId = await createSample(server);
    await server.sim.post('/faults', { kind: 'api_error', code: 'internal_error', count: 1 });
    await ask(server, 'GET', `${server.ballast.formBUrl}/portfolios/${portfolioId}`);
    expect(await clientEncounter(server)).toMatchObject({
      answered: '500 instead of the response',
      reaction: { what: 'nothing', request_id: null, sentence: 'The client has made no request since.' },
    });
    await ask(server, 'GET', `${server.ballast.baseUrl}/prices/DE0007164600`);
    const { reaction } = await clientEncounter(server);
    expect(reaction).toMatchObject({ what: 'went_on', status: 200 });
    expect(reaction.sentence).toContain('GET /v1/prices/DE0007164600');
  });

  test('that asks for something else during a slow repetition has retried', proves('L45.2'), async () => {
    const server = await startBallast();
    const path = `${server.ballast.formBUrl}/portfolios/${await createSample(server)}`;
    await server.sim.post('/faults', { kind: 'api_error', code: 'internal_error', count: 1 });
    await ask(server, 'GET', path);
    const latency = { kind: 'api_latency', latency_ms: { fixed: 500 }, match: { operation: 'getPortfolio' }, count: 1 };
    await server.sim.post('/faults', latency);
    const repetition = ask(server, 'GET', path);
    const hits = async () => kindOf(await coverageOf(server), 'api_latency')?.hits;
    await expect.poll(hits).toBe(1);
    await ask(server, 'GET', `${server.ballast.baseUrl}/prices/DE0007164600`);
    await repetition;
    const { encounters } = await coverageOf(server);
    const failed = encounters.flatMap((each) => (each.scope === 'interface' && each.kind === 'api_error' ? each : []));
    expect(failed[0]?.reaction).toMatchObject({ what: 'retried' });
  });

  test('without a valid key is not mistaken for another', proves('L45.2'), async () => {
    const server = await startBallast();
    await server.sim.post('/faults', { kind: 'api_malformed_body', count: 1 });
    const headers = { authorization: 'Bearer nobody' };
    await ask(server, 'GET', `${server.ballast.formBUrl}/portfolios/x`, { headers });
    await ask(server, 'GET', `${server.ballast.formBUrl}/portfolios/x`);
    const { key_id: keyId, reaction } = await clientEncounter(server);
    expect([keyId, reaction.what]).toEqual([null, 'nothing']);
    expect(reaction.sentence).toContain('no valid API key');
  });
});

describe('a receiver', () => {
  /** The reported reaction of a receiver that gives this response, when it meets a fault. */
  async function verdictOn(fault: object, ...statuses: number[]): Promise<WebhookEncounter> {
    const receiver = await startReceiver((count) => ({ status: statuses[count - 1] ?? 204 }));
    const server = await startBallast();
    await register(server, receiver.url, ['rebalance.created']);
    await server.sim.post('/faults', { count: 1, ...fault });
    await planFor(server, await createSample(server));
    await server.advance('1h');
    const { encounters } = await coverageOf(server);
    // The latest is the first in the list: of a duplicate, the second one.
    const [encounter] = encounters.filter((each) => each.scope === 'webhook');
    if (encounter === undefined) throw new Error('nothing was met');
    return encounter;
  }

  test('that accepts what it should refuse is detected', proves('L45.4'), async () => {
    expect(await verdictOn({ kind: 'webhook_bad_signature' }, 204)).toMatchObject({
      ok: false,
      answered: '204',
      verdict: 'The receiver accepted a webhook whose signature was broken, so anyone could send it events.',
    });
    expect(await verdictOn({ kind: 'webhook_wrong_secret' }, 200)).toMatchObject({ ok: false });
    expect(await verdictOn({ kind: 'webhook_stale_timestamp', age: '1h' }, 200)).toMatchObject({
      ok: false,
      verdict: expect.stringContaining('1h old'),
    });
  });

  test('that refuses it did as it should', proves('L45.4'), async () => {
    expect(await verdictOn({ kind: 'webhook_bad_signature' }, 401)).toMatchObject({
      ok: true,
      verdict: 'The receiver correctly refused a webhook whose signature was broken with 401.',
    });
    expect(await verdictOn({ kind: 'webhook_stale_timestamp' }, 400)).toMatchObject({ ok: true });
  });

  test('that accepts late and repeated ones did so as far as the server can see', proves('L45.4'), async () => {
    expect(await verdictOn({ kind: 'webhook_delay', delay: '10m' })).toMatchObject({ ok: true });
    expect(await verdictOn({ kind: 'webhook_delay', delay: '10m' }, 410)).toMatchObject({ ok: false });
    expect(await verdictOn({ kind: 'webhook_duplicate' })).toMatchObject({
      attempt: 2,
      ok: null,
      verdict: expect.stringContaining('the same webhook event twice'),
    });
    expect(await verdictOn({ kind: 'webhook_duplicate' }, 204, 409)).toMatchObject({ attempt: 2, ok: false });
    expect(await verdictOn({ kind: 'webhook_lost_acknowledgement' }, 204, 500)).toMatchObject({ ok: false });
    expect(await verdictOn({ kind: 'webhook_lost_acknowledgement' })).toMatchObject({ ok: null });
    expect(await verdictOn({ kind: 'webhook_drop' })).toMatchObject({
      ok: null,
      answered: expect.stringContaining('nothing'),
    });
    expect(await verdictOn({ kind: 'webhook_stale_timestamp', age: '1m' })).toMatchObject({ ok: null });
  });
});

test('a built-in sink is not assessed, and faults that hit only it are not met', proves('L45.4'), async () => {
  const server = await startBallast();
  await register(server, '/sim/sink/demo', ['rebalance.created']);
  const portfolioId = await createSample(server);
  await server.sim.post('/faults', { kind: 'webhook_bad_signature', count: 1 });
  await planFor(server, portfolioId);
  await server.advance('1m');
  const { encounters, kinds } = await coverageOf(server);
  const verdict = 'The built-in sink demo responded 200. Reactions of built-in sinks are not checked.';
  expect(encounters).toMatchObject([{ ok: null, sink: 'demo', verdict }]);
  const kind = kinds.find((each) => each.kind === 'webhook_bad_signature');
  expect(kind).toMatchObject({ set: 1, hits: 1, met: false });
  expect(kind?.reactions).toEqual({ as_it_should: 0, not_as_it_should: 0, undecided: 0 });
});

test('the journal is read for one fault at a time, each time in two queries', proves('L45.2'), async () => {
  const journal = new SqliteJournal({ file: null, bounds: { rows: 1000, bytes: 2 ** 28 } });
  const hit = { faultId: 'ft_1', faultKind: 'api_error', keyId: 'key_1' };
  journal.append(packRecords(journalRecords(1, 60, hit)), []);
  let [queries, underWay, most] = [0, 0, 0];
  const ask = async (question: JournalAsk) => {
    queries += 1;
    underWay += 1;
    await Promise.resolve();
    const response = journal.ask(question);
    most = Math.max(most, underWay, question.withContents ? response.rows.length : 0);
    underWay -= 1;
    return response;
  };
  expect(await clientFaultHits({ journal: { ask } }, 200)).toHaveLength(60);
  expect(most).toBe(MAX_BETWEEN);
  expect(queries).toBe(1 + 2 * 60);
  journal.close();
});
