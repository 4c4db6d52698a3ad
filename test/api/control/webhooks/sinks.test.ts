/**
 * `/sim/sinks`: the scripted responses of a sink, the requests that it stores, and actions that nobody can make it do
 * (decision L46).
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextSinkResponse } from '../../../../src-server/api/control/webhooks/sink-receiver.ts';
import {
  emptiedSink,
  type SinkRequestView,
  sinkList,
  sinkScript,
  sinkView,
} from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { deliveryList } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import type { SinkScript } from '../../../../src-server/engine/ports/sink-ports.ts';
import { proves } from '../../../conformance/proves.ts';
import { fc } from '../../../support/draws.ts';
import { makeWorldOn, newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { onlyDelivery, registerAndPlan } from '../../../webhooks/one-delivery.ts';
import { startReceiver, stopReceivers } from '../../../webhooks/receiver.ts';
import { ask, type Seen } from '../../http/raw-client.ts';
import { createSample, planFor } from '../../service/sample-portfolio.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBallast();
});
afterAll(stopAll);

function script(of: TestServer, name: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  return of.sim.send('PUT', `/sinks/${name}`, { headers, body: JSON.stringify(body) });
}

const post = (of: TestServer, name: string, body = '{}'): Promise<Seen> =>
  ask(of, 'POST', `${of.ballast.controlUrl}/sink/${name}`, { body });

async function requestsOf(of: TestServer, name: string): Promise<SinkRequestView[]> {
  return (await of.sim.get(`/sinks/${name}`)).as(sinkView).requests;
}

describe('a sink responds', () => {
  test(
    'by its script, in turn, each as often as given, with its headers and body',
    proves('L46.1', 'L46.4'),
    async () => {
      const responses = [
        {
          status: 503,
          headers: { 'Retry-After': '30', 'content-type': 'application/problem+json' },
          body: '{"no": 1}',
        },
        { status: 204, times: 2, body: 'is not sent' },
        { status: 400, delay_ms: 20, body: 'näh' },
      ];
      const scriptedSink = (await script(server, 'told', { answers: responses })).as(sinkScript);
      expect(scriptedSink.answers[0]).toEqual({ ...responses[0], delay_ms: 0, times: 1 });
      expect(scriptedSink).toMatchObject({ afterwards: 'repeat_last', given: 0 });
      const seen: Seen[] = [];
      for (let count = 0; count < 6; count += 1) seen.push(await post(server, 'told'));
      expect(seen.map(({ status, body }) => [status, body])).toEqual([
        [503, '{"no": 1}'],
        [204, ''],
        [204, ''],
        [400, 'näh'],
        [400, 'näh'],
        [400, 'näh'],
      ]);
      expect(seen[0]?.headers).toMatchObject({ 'retry-after': '30', 'content-type': 'application/problem+json' });
      const sent = (await requestsOf(server, 'told')).map((each) => each.answered);
      expect(sent.slice(2, 4)).toEqual([
        { status: 204, delay_ms: 0 },
        { status: 400, delay_ms: 20 },
      ]);
      expect((await server.sim.get('/sinks/told')).as(sinkView).script.given).toBe(6);
    },
  );

  test(
    'from the start again, or 200, if the script says so; and 200 when its script is removed',
    proves('L46.1', 'L46.2'),
    async () => {
      const statuses = async (name: string, requests: number) => {
        const seen: (number | null)[] = [];
        for (let count = 0; count < requests; count += 1) seen.push((await post(server, name)).status);
        return seen;
      };
      const responses = [{ status: 500 }, { status: 404 }];
      await script(server, 'round', { answers: responses, afterwards: 'start_over' });
      await script(server, 'once', { answers: responses, afterwards: 'accept' });
      expect(await statuses('round', 5)).toEqual([500, 404, 500, 404, 500]);
      expect(await statuses('once', 4)).toEqual([500, 404, 200, 200]);
      expect((await server.sim.delete('/sinks/round/answers')).as(sinkScript)).toEqual({
        answers: [],
        afterwards: 'accept',
        given: 0,
      });
      expect(await statuses('round', 1)).toEqual([200]);
    },
  );

  test('by its script as a pure function of the number of its responses', proves('L46.1'), () => {
    const response = fc.record({ status: fc.integer({ min: 200, max: 599 }), times: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(fc.array(response, { minLength: 1, maxLength: 5 }), fc.nat({ max: 60 }), (short, given) => {
        const responses = short.map((each) => ({ ...each, delayMs: 0, headers: {}, body: '' }));
        const written = responses.flatMap((each) => Array<number>(each.times).fill(each.status));
        const at = (afterwards: SinkScript['afterwards']) =>
          nextSinkResponse({ name: 'x', answers: responses, afterwards, given })?.status ?? null;
        const isOver = given >= written.length;
        expect(at('accept')).toBe(isOver ? null : written[given]);
        expect(at('repeat_last')).toBe(isOver ? written.at(-1) : written[given]);
        expect(at('start_over')).toBe(written[given % written.length]);
      }),
    );
  });

  test('the same after a restart, from its last position', proves('L46.1'), async () => {
    const options = { dataDir: newFolder() };
    const first = await startBallast(options);
    await script(first, 'kept', { answers: [{ status: 500, times: 2 }, { status: 418 }], afterwards: 'accept' });
    const seen = [(await post(first, 'kept')).status];
    await first.stop();
    const second = await startBallast(options);
    for (let count = 0; count < 3; count += 1) seen.push((await post(second, 'kept')).status);
    expect(seen).toEqual([500, 500, 418, 200]);
    expect(await requestsOf(second, 'kept')).toHaveLength(4);
  });
});

describe('the stored requests of a sink', () => {
  test('show whether and why a signature is valid', proves('L46.4'), async () => {
    const own = await startBallast();
    await registerAndPlan(own, '/sim/sink/mine');
    await own.advance('1s');
    const [real] = await requestsOf(own, 'mine');
    expect(real?.signature).toMatchObject({ valid: true, verdict: 'valid' });
    expect(real?.event_id).toBe((await onlyDelivery(own)).event_id);
    const { 'content-length': _length, ...headers } = real?.headers ?? {};
    await ask(own, 'POST', `${own.ballast.controlUrl}/sink/mine`, { headers, body: `${real?.body} ` });
    await ask(own, 'POST', `${own.ballast.controlUrl}/sink/mine`, { body: '{}' });
    await ask(own, 'POST', `${own.ballast.controlUrl}/sink/elsewhere`, { headers, body: real?.body ?? '' });
    const came = await requestsOf(own, 'mine');
    expect(came.map(({ signature_valid: valid, signature }) => [valid, signature?.verdict])).toEqual([
      [true, 'valid'],
      [false, 'body_changed'],
      [false, 'missing_header'],
    ]);
    expect(await requestsOf(own, 'elsewhere')).toMatchObject([{ signature_valid: null, signature: null }]);
  });

  test('belong to every endpoint with its address, and to no other', proves('L3', 'N2'), async () => {
    const first = await startBallast();
    const second = await makeWorldOn(first, { name: 'second' });
    const { controlUrl } = first.ballast;
    const { control_url: ofSecond } = second.made;
    const elsewhere = await startReceiver();
    const addresses: readonly [string, string][] = [
      ['relative', '/sim/sink/relative'],
      ['absolute', `${ofSecond}/sink/absolute`],
      ['query', `${ofSecond}/sink/query?of=one`],
      ['localhost', `${ofSecond.replace('127.0.0.1', 'localhost')}/sink/localhost`],
    ];
    const foreign = [`${controlUrl}/sink/of-first`, `${new URL(elsewhere.url).origin}/sim/sink/elsewhere`];
    for (const url of [...addresses.map(([, url]) => url), ...foreign])
      expect((await second.sim.post('/webhooks', { url, events: ['rebalance.created'] })).status).toBe(201);
    await planFor(second, await createSample(second));
    await second.advance('1s');
    const rows = (await second.sim.get('/sinks')).as(sinkList).sinks;
    const names = addresses.map(([name]) => name).sort();
    expect(rows).toEqual(names.map((name) => ({ name, received: 1, scripted: false, registered: true })));
    for (const name of names) {
      const { requests } = (await second.sim.get(`/sinks/${name}`)).as(sinkView);
      expect([name, requests[0]?.signature_valid, requests[0]?.signature?.valid]).toEqual([name, true, true]);
    }
    // In the first world, no endpoint points to the sink that received it.
    expect((await first.sim.get('/sinks')).as(sinkList).sinks).toMatchObject([{ name: 'of-first', registered: false }]);
    expect((await requestsOf(first, 'of-first'))[0]?.signature_valid).toBeNull();
    stopReceivers();
  });

  test('can be deleted, while its script remains', proves('L46.2'), async () => {
    await script(server, 'emptied', { answers: [{ status: 202 }] });
    for (let count = 0; count < 3; count += 1) await post(server, 'emptied');
    expect((await server.sim.delete('/sinks/emptied')).as(emptiedSink)).toEqual({ name: 'emptied', forgotten: 3 });
    expect(await requestsOf(server, 'emptied')).toEqual([]);
    const { sinks } = (await server.sim.get('/sinks')).as(sinkList);
    expect(sinks.find(({ name }) => name === 'emptied')).toEqual({
      name: 'emptied',
      received: 0,
      scripted: true,
      registered: false,
    });
    expect((await post(server, 'emptied')).status).toBe(202);
  });
});

describe('an invalid script is refused with one detail for each issue, and changes nothing', () => {
  const header = (name: string, value = 'x') => ({ answers: [{ status: 200, headers: { [name]: value } }] });
  const CASES: readonly (readonly [body: unknown, places: readonly string[]])[] = [
    [{}, ['/answers']],
    [{ answers: [] }, ['/answers']],
    [
      { answers: [{ status: 199 }, { status: 600, delay: 5 }] },
      ['/answers/0/status', '/answers/1/delay', '/answers/1/status'],
    ],
    [{ answers: [{ status: 200, delay_ms: 60_001, times: 0 }] }, ['/answers/0/delay_ms', '/answers/0/times']],
    [{ answers: [{ status: 200, body: 'x'.repeat(65_537) }] }, ['/answers/0/body']],
    [{ answers: [{ status: 200 }], afterwards: 'sleep' }, ['/afterwards']],
    [header('Connection'), ['/answers/0/headers/Connection']],
    [header('transfer-ENCODING'), ['/answers/0/headers/transfer-ENCODING']],
    [header('Content-Length'), ['/answers/0/headers/Content-Length']],
    [header('Set-Cookie'), ['/answers/0/headers/Set-Cookie']],
    [header('no header'), ['/answers/0/headers/no header']],
    [header('X-Fine', 'a\r\nX-Evil: 1'), ['/answers/0/headers/X-Fine']],
    [{ answers: Array(101).fill({ status: 200 }) }, ['/answers']],
  ];
  test.each(CASES)('%j', proves('L46.1', 'L46.3'), async (body, places) => {
    const response = await script(server, 'strict', body);
    expect([response.status, response.error().code]).toEqual([400, 'invalid_request']);
    expect(
      response
        .error()
        .details.map(({ path }) => path)
        .sort(),
    ).toEqual([...places].sort());
    expect((await post(server, 'strict')).status).toBe(200);
  });

  test('and so is a name that no sink can have', async () => {
    const response = await script(server, 'a%20b', { answers: [{ status: 200 }] });
    expect([response.status, response.error().details.map(({ path }) => path)]).toEqual([400, ['/name']]);
  });
});

describe('a sink, which needs no token,', () => {
  test('returns nothing that would run as a page of this server', proves('L46.3'), async () => {
    const headers = { 'content-type': 'text/html' };
    await script(server, 'page', { answers: [{ status: 200, headers, body: '<script>alert(1)</script>' }] });
    const seen = await ask(server, 'GET', `${server.ballast.controlUrl}/sink/page`);
    expect(seen.headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  test('accepts no script without one', async () => {
    const headers = { authorization: 'Bearer nobody' };
    const url = `${server.ballast.controlUrl}/sinks/open`;
    expect((await ask(server, 'PUT', url, { headers, body: '{"answers": [{"status": 500}]}' })).status).toBe(401);
    expect((await ask(server, 'DELETE', url, { headers })).status).toBe(401);
  });

  test('refuses bodies over 1 MiB and invalid names', async () => {
    expect((await post(server, 'large', 'x'.repeat(1_048_577))).status).toBe(400);
    expect((await post(server, 'x'.repeat(65))).status).toBe(404);
    expect(await requestsOf(server, 'large')).toEqual([]);
  });

  test('exists with 999 others at most', proves('L46.5'), async () => {
    const own = await startBallast();
    for (let sink = 0; sink < 1000; sink += 100) {
      await Promise.all(Array.from({ length: 100 }, (_none, index) => post(own, `n${sink + index}`)));
    }
    const late = await post(own, 'one-too-many');
    expect([late.status, JSON.parse(late.body).error.message]).toEqual([400, expect.stringContaining('Empty some')]);
    expect((await post(own, 'n7')).status).toBe(200);
    await own.sim.delete('/sinks/n1');
    expect((await post(own, 'one-too-many')).status).toBe(200);
  });
});

test(
  'requests broken by a fault are marked in the sink and in the deliveries, and no others are',
  proves('L46.4'),
  async () => {
    const own = await startBallast();
    const fault = await own.sim.post('/faults', { kind: 'webhook_bad_signature', count: 1 });
    await registerAndPlan(own, '/sim/sink/marked');
    await planFor(own, await createSample(own, { external_id: 'Second' }));
    await own.advance('1m');
    const injected = { fault_id: JSON.parse(fault.text).fault_id, kind: 'webhook_bad_signature' };
    expect((await requestsOf(own, 'marked')).map((request) => request.injected)).toEqual([injected, null]);
    const { deliveries } = (await own.sim.get('/deliveries')).as(deliveryList);
    expect(deliveries.map((delivery) => delivery.injected)).toEqual([null, injected]);
  },
);
