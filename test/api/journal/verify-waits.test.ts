/** Waiting for requests of clients: by the real clock, by the virtual one, and until the caller has left. */
import { afterAll, describe, expect, test } from 'vitest';
import { awaitRequests } from '../../../src-server/api/journal/await-requests.ts';
import { createJournalRecorder } from '../../../src-server/api/journal/journal-recorder.ts';
import { verification } from '../../../src-server/contract/control/world/journal.ts';
import { proves } from '../../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';
import { SAP } from '../service/sample-portfolio.ts';

afterAll(stopAll);

const match = { operation: 'getPrices', path: `*/${SAP}` };

/** The response, and whether it has come. */
function verifying(server: TestServer, body: object) {
  const state = { isOver: false };
  const response = server.sim.post('/journal/verify', body).finally(() => {
    state.isOver = true;
  });
  return { response, state };
}

describe('a verification that waits', () => {
  test('gets a response as soon as enough requests have come', proves('L36.5'), async () => {
    const server = await startBallast();
    const { response, state } = verifying(server, { match, count: 2, within: '10m' });
    await server.b.get(`/prices/${SAP}`);
    await server.b.get('/prices/nothing');
    expect(state.isOver).toBe(false);
    await server.b.get(`/prices/${SAP}`);
    expect((await response).as(verification)).toMatchObject({ satisfied: true, matched: 2, near_misses: [] });
  });

  test('gets a response at once if there are enough, or too many', proves('L36.5'), async () => {
    const server = await startBallast();
    for (let count = 0; count < 3; count += 1) await server.b.get(`/prices/${SAP}`);
    const enough = await server.sim.post('/journal/verify', { match, within: '10m', within_virtual: '1h' });
    expect(enough.as(verification)).toMatchObject({ satisfied: true, matched: 3 });
    const tooMany = await server.sim.post('/journal/verify', { match, count: 2, within: '10m' });
    expect(tooMany.as(verification)).toMatchObject({ satisfied: false, matched: 3 });
  });

  test('names the nearest misses when its host time is over', proves('L36.4', 'L36.5'), async () => {
    const server = await startBallast();
    await server.b.get('/prices/nothing');
    const response = (await server.sim.post('/journal/verify', { match, within: '5ms' })).as(verification);
    expect(response).toMatchObject({ satisfied: false, matched: 0, near_misses: [{ score: 0.5 }] });
    expect(response.explanation).toMatch(
      /^Expected at least 1 request of this kind within 5ms; 0 of 1 match\. The closest request is GET /,
    );
  });

  test('ends when a manual clock passes its virtual time', proves('L36.5'), async () => {
    const server = await startBallast();
    const { response, state } = verifying(server, { match, within_virtual: '1h' });
    // However the two requests reach the server, some advance comes after the wait has begun.
    while (!state.isOver) await server.advance('1h');
    const { satisfied, explanation } = (await response).as(verification);
    expect(satisfied).toBe(false);
    expect(explanation).toContain('within 1h of virtual time; 0 of 0 match.');
  });

  test('ends when time in realtime passes its virtual time', proves('L36.5'), async () => {
    const server = await startBallast({ clockMode: 'realtime', clockRate: 100_000 });
    const response = await server.sim.post('/journal/verify', { match, within_virtual: '10s' });
    expect(response.as(verification).satisfied).toBe(false);
  });

  test('counts requests within its virtual time', proves('L36.5'), async () => {
    const server = await startBallast();
    const { response } = verifying(server, { match, within_virtual: '30d' });
    await server.advance('1h');
    await server.b.get(`/prices/${SAP}`);
    expect((await response).as(verification)).toMatchObject({ satisfied: true, matched: 1 });
  });

  test('counts again from 0 if the journal is cleared meanwhile', proves('L36.6'), async () => {
    const server = await startBallast();
    await server.b.get(`/prices/${SAP}`);
    const { response } = verifying(server, { match, count: 2, within: '10m' });
    await server.sim.delete('/journal');
    await server.b.get(`/prices/${SAP}`);
    await server.b.get(`/prices/${SAP}`);
    expect((await response).as(verification)).toMatchObject({ satisfied: true, matched: 2 });
  });

  test('is 409 if the world is reset meanwhile', proves('L36.6'), async () => {
    const server = await startBallast();
    const { response, state } = verifying(server, { match, within: '10m' });
    while (!state.isOver) await server.sim.post('/reset');
    expect((await response).status).toBe(409);
    expect((await response).error().message).toContain('during the wait for requests');
  });

  test.each([
    [{ match, count: 0, within: '5s' }, ['/within']],
    [{ match, at_most: 3, within_virtual: '5s' }, ['/within']],
    [{ match, within: '11m' }, ['/within']],
    [{ match, within: '0s' }, ['/within']],
    [{ match, within: 5 }, ['/within']],
    [{ match, within_virtual: 'soon' }, ['/within_virtual']],
  ])('%j is 400 at %j', proves('L36.6'), async (body, paths) => {
    const server = await startBallast();
    const response = await server.sim.post('/journal/verify', body);
    expect([response.status, response.error().details.map(({ path }) => path)]).toEqual([400, paths]);
  });

  test('ends when its client has left', proves('L36.6'), async () => {
    const journal = createJournalRecorder(null, {
      after: () => () => {},
      secrets: { all: () => [], sought: { any: () => false } as never },
      outlives: false,
    });
    const cancelled: string[] = [];
    let leave = () => {};
    const client = {
      onceLeft(run: () => void) {
        leave = run;
      },
    };
    const surroundings = {
      journal,
      driver: {
        status: () => {
          throw new Error('virtual time is not asked');
        },
      },
      onClockChange: () => () => {},
      after: () => () => cancelled.push('timer'),
    };
    const wait = awaitRequests(surroundings, { withinMs: 1000, untilMs: null, client });
    expect(journal.isOn).toBe(true);
    const next = wait.next();
    leave();
    expect(await next).toBe(false);
    wait.end();
    expect([journal.isOn, cancelled]).toEqual([false, ['timer']]);
  });
});
