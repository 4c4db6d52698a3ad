/** Advances with a condition: until the next event, the next opening, a final rebalance, a limit, or a stop. */
import { afterEach, describe, expect, it } from 'vitest';
import { clock } from '../../../../src-server/contract/control/world/clock.ts';
import { eventList } from '../../../../src-server/contract/control/world/records.ts';
import { proves } from '../../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { executeSample, LARGE } from '../../service/sample-portfolio.ts';

afterEach(stopAll);

describe('advancing until something', () => {
  it('goes to the next event and no further', proves('J9'), async () => {
    const server = await startBallast();
    await executeSample(server);
    const { events: before } = (await server.sim.get('/events')).as(eventList);
    for (const type of ['order.acknowledged', 'order.acknowledged', 'order.filled']) {
      const { now, last_advance: advanced } = await advance(server, { until: 'next_event' });
      expect(advanced).toMatchObject({ ended: 'reached', now });
      const { events } = (await server.sim.get('/events')).as(eventList);
      expect(events.at(-1)).toMatchObject({ at: now });
      expect(events.slice(before.length).map((event) => event.type)).toContain(type);
    }
  });

  it('reports without an error that nothing is pending', async () => {
    const server = await startBallast();
    const response = await server.sim.post('/clock/advance', { until: 'next_event' });
    expect(response.status).toBe(400);
    expect(response.error().details).toEqual([{ path: '/until', issue: 'nothing is due: no timer is pending' }]);
  });

  it('goes to the next opening of any exchange', async () => {
    // Friday 6 March 2026, 20:00 UTC: the next to open are the continental exchanges, on Monday at 09:00 CET.
    const server = await startBallast({ startAt: Date.UTC(2026, 2, 6, 20) });
    expect((await advance(server, { until: 'next_open' })).now).toBe('2026-03-09T08:00:00.000Z');
  });

  it('stops at the very timer that made a rebalance final', proves('J9'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server);
    const ended = await advance(server, { until: { rebalance: rebalanceId } });
    const { status, completed_at } = JSON.parse((await server.b.get(`/rebalance/${rebalanceId}`)).text);
    expect(status).toBe('complete');
    expect(ended.now).toBe(completed_at);
    expect(ended.last_advance?.ended).toBe('reached');
    expect((await server.sim.post('/clock/advance', { until: { rebalance: 'rb_none' } })).status).toBe(404);
  });

  it('continues until nothing is pending, without regard to monitors', proves('K72'), async () => {
    const server = await startBallast();
    expect((await advance(server, { until: 'settled' })).now).toBe('2026-03-02T09:30:00.000Z');
    const { rebalanceId } = await executeSample(server);
    await server.sim.post('/webhooks', { url: '/sim/sink/slow', events: ['rebalance.complete'] });
    await server.sim.send('PUT', '/sinks/slow', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answers: [{ status: 503 }, { status: 200 }] }),
    });
    const settled = await advance(server, { until: 'settled' });
    expect(settled.last_advance?.ended).toBe('reached');
    const { status, completed_at } = JSON.parse((await server.b.get(`/rebalance/${rebalanceId}`)).text);
    expect(status).toBe('complete');
    // The second attempt comes about five seconds after the first.
    expect(Date.parse(settled.now) - Date.parse(completed_at)).toBeGreaterThan(4000);
    expect(JSON.parse((await server.sim.get('/deliveries?status=pending')).text)).toEqual({
      deliveries: [],
      next: null,
      total: 0,
    });
  });

  it('waits no longer than its limit', proves('K72'), async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server, LARGE);
    for (const [until, now] of [
      [{ rebalance: rebalanceId }, '2026-03-02T09:30:02.000Z'],
      ['settled', '2026-03-02T09:30:04.000Z'],
    ] as const) {
      const ended = await advance(server, { until, within: '2s' });
      expect([ended.now, ended.last_advance?.ended]).toEqual([now, 'time_limit']);
    }
  });

  it('ends at its limit of events, and says so', proves('J10'), async () => {
    const server = await startBallast();
    await executeSample(server);
    const ended = await advance(server, { by: '1h', max_events: 3 });
    expect(ended.last_advance).toMatchObject({ events: 3, ended: 'event_limit' });
    expect(Date.parse(ended.now)).toBeLessThan(Date.parse('2026-03-02T10:30:00Z'));
  });

  it('can be stopped, and a goal excludes another advance', async () => {
    const server = await startBallast();
    const { rebalanceId } = await executeSample(server);
    await server.sim.post('/clock/advance', { until: { rebalance: rebalanceId } });
    const busy = await server.sim.post('/clock/advance', { by: '1h' });
    const stopped = (await server.sim.post('/clock/stop')).as(clock);
    expect([busy.status, busy.error().code]).toEqual([409, 'already_executing']);
    expect(stopped.status).toBe('ready');
    expect(stopped.last_advance?.ended).toBe('stopped');
    expect((await server.sim.post('/clock/stop')).status).toBe(200);
  });

  it.each([
    [{}, '/'],
    [{ by: '1h', until: 'next_open' }, '/'],
    [{ until: 'tomorrow' }, '/until'],
    [{ by: '1h', max_events: 0 }, '/max_events'],
    [{ by: '1h', within: '1h' }, '/within'],
    [{ until: 'next_open', within: '1h' }, '/within'],
    [{ until: 'settled', within: 'soon' }, '/within'],
  ])('refuses %j', async (body, place) => {
    const server = await startBallast();
    const response = await server.sim.post('/clock/advance', body);
    expect(response.status).toBe(400);
    expect(`${response.error().details[0]?.path}/`).toContain(place);
  });
});

async function advance(server: TestServer, body: unknown) {
  const response = await server.sim.post('/clock/advance', body);
  expect(response.status, response.text).toBe(202);
  await server.ready();
  return (await server.sim.get('/clock')).as(clock);
}
