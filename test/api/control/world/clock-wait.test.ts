/** Advances whose response waits until they have ended (decision J15), and what ends the wait earlier. */
import { afterEach, describe, expect, test } from 'vitest';
import { clock } from '../../../../src-server/contract/control/world/clock.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilOver } from '../../../support/until-over.ts';
import { createSample, executeSample } from '../../service/sample-portfolio.ts';

afterEach(stopAll);

const json = { 'content-type': 'application/json' };
const clockOf = (server: TestServer) => async () => (await server.sim.get('/clock')).as(clock);

/** A server whose clock cannot pass the next instant before a receiver has responded, which takes long. */
async function withHangingReceiver(): Promise<TestServer> {
  const server = await startBallast();
  const slow = { url: '/sim/sink/slow', events: ['rebalance.created'] };
  expect((await server.sim.post('/webhooks', slow)).status).toBe(201);
  const body = JSON.stringify({ answers: [{ status: 200, delay_ms: 60_000 }] });
  const scripted = await server.sim.send('PUT', '/sinks/slow', { headers: json, body });
  if (scripted.status !== 200) throw new Error(scripted.text);
  const portfolioId = await createSample(server);
  await server.b.post('/rebalance', { portfolio_id: portfolioId });
  return server;
}

describe('an advance with "wait"', () => {
  test.each([{ by: '1h' }, { to: '2026-03-02T10:30:00Z' }, { by: '0s' }])(
    'gets a response with the clock at its end: %j',
    proves('J15'),
    async (how) => {
      const server = await startBallast();
      await executeSample(server);
      const response = await server.sim.post('/clock/advance', { ...how, wait: true });
      expect(response.status).toBe(200);
      const { now, status, last_advance: last } = response.as(clock);
      expect([status, last?.ended, last?.now]).toEqual(['ready', 'reached', now]);
      expect(now).toBe('by' in how && how.by === '0s' ? '2026-03-02T09:30:00.000Z' : '2026-03-02T10:30:00.000Z');
    },
  );

  test('reports that its goal was not reached', proves('J15'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server);
    const body = { until: { rebalance: rebalanceId }, within: '1s', wait: true };
    const response = await server.sim.post('/clock/advance', body);
    expect([response.status, response.as(clock).last_advance?.ended]).toEqual([200, 'time_limit']);
  });

  test('gets a response before its end when its limit is reached', proves('J15'), async () => {
    const server = await withHangingReceiver();
    const response = await server.sim.post('/clock/advance', { by: '1h', wait: true, wait_ms: 1 });
    expect([response.status, response.as(clock).status]).toEqual([202, 'advancing']);
    expect((await server.sim.get('/clock')).as(clock).status).toBe('advancing');
  });

  test('continues when the client leaves', proves('J15'), async () => {
    const server = await startBallast();
    await executeSample(server);
    const leave = new AbortController();
    const headers = { ...json, authorization: `Bearer ${server.ballast.adminToken}` };
    const body = JSON.stringify({ by: '30d', wait: true });
    const url = `${server.ballast.controlUrl}/clock/advance`;
    const pending = fetch(url, { method: 'POST', headers, body, signal: leave.signal }).catch(() => 'left');
    await untilOver(clockOf(server), ({ now }) => now !== '2026-03-02T09:30:00.000Z');
    leave.abort();
    await pending;
    await server.ready();
    expect((await server.sim.get('/clock')).as(clock).now).toBe('2026-04-01T09:30:00.000Z');
  });

  test('delays neither a reset nor a stop, both of which cause a response', proves('J15'), async () => {
    const server = await withHangingReceiver();
    const pending = server.sim.post('/clock/advance', { by: '1h', wait: true });
    await untilOver(clockOf(server), ({ status }) => status === 'advancing');
    expect((await server.sim.post('/reset')).status).toBe(200);
    expect((await pending).status).toBe(202);
    await server.sim.post('/clock/advance', { by: '1h', wait: true });
    expect((await server.sim.get('/clock')).as(clock).now).toBe('2026-03-02T10:30:00.000Z');
  });

  test.each([
    [{ by: '1h', wait: 'yes' }, '/wait'],
    [{ by: '1h', wait: true, wait_ms: 0 }, '/wait_ms'],
    [{ by: '1h', wait_ms: 5 }, '/wait_ms'],
  ])('is refused if it is invalid: %j', proves('J15'), async (body, place) => {
    const server = await startBallast();
    const response = await server.sim.post('/clock/advance', body);
    expect([response.status, response.error().details.map(({ path }) => path)]).toEqual([400, [place]]);
  });
});
