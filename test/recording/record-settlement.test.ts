/** Tests a session whose trades settle days later (decision O4): recorded, replayed, and viewed at past instants. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { historicalWorld } from '../../src-server/contract/control/world/history.ts';
import { eventList } from '../../src-server/contract/control/world/records.ts';
import { StartupError } from '../../src-server/world/startup-error.ts';
import { executeSample } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { play, startRecording, takeRecording } from './play-recording.ts';

afterEach(stopAll);

/** A rebalance, a failing settlement and a withdrawal, over a week. */
async function live(server: TestServer): Promise<void> {
  const { portfolioId } = await executeSample(server);
  await server.advance('2h');
  await server.sim.post('/faults', { kind: 'settlement_fail', days_late: 1, share: 0.5 });
  await server.sim.post(`/portfolios/${portfolioId}/cash-flows`, {
    kind: 'withdrawal',
    amount: 100,
    every: 'week',
  });
  await server.advance('7d');
}

describe('a session with simulated settlement', () => {
  test.each([
    ['by its flag', 'simulated' as const],
    ['by its world file', null],
  ])('%s replays to the same head', proves('O4.8', 'K51.1'), async (_how, settlement) => {
    const fixtureFile = settlement === null ? worldFile('settlement: simulated\n') : null;
    const server = await startBallast({ seed: 11, settlement, fixtureFile });
    const id = await startRecording(server, 'beginning');
    await live(server);
    const taken = await takeRecording(server, id);
    expect(taken.text).toContain('settlement: simulated');
    const { status, eventCount, head } = await play(taken);
    expect([status, eventCount, head]).toEqual(['passed', taken.facts.events, taken.facts.head]);
    expect(taken.golden).toContain('trade.settled');
  });

  test('from its middle, with unsettled trades, replays to the same head', proves('O4.8', 'K51.1'), async () => {
    const server = await startBallast({ seed: 11, settlement: 'simulated', dataDir: newFolder() });
    await executeSample(server);
    await server.advance('2h');
    const id = await startRecording(server, 'now');
    await live(server);
    const taken = await takeRecording(server, id);
    const { status, head } = await play(taken);
    expect([status, head]).toEqual(['passed', taken.facts.head]);
  });

  test('shows for every past instant what had settled', proves('O4.3'), async () => {
    const server = await startBallast({ seed: 11, settlement: 'simulated' });
    await executeSample(server);
    await server.advance('7d');
    const { events } = (await server.sim.get('/events?limit=1000')).as(eventList);
    const settled = events.filter(({ type }) => type === 'trade.settled');
    const worldAfter = async (seq: number) =>
      (await server.sim.get(`/timeline/world?after=${seq}`)).as(historicalWorld).portfolios[0];
    const [before, end] = [await worldAfter((settled[0]?.seq ?? 1) - 1), await worldAfter(settled.at(-1)?.seq ?? 0)];
    expect(before?.settled_cash).toBe(5000);
    expect(before?.cash).not.toBe(5000);
    expect(end).toMatchObject({ cash: before?.cash, settled_cash: before?.cash });
  });
});

function worldFile(text: string): string {
  const file = join(newFolder(), 'world.yaml');
  writeFileSync(file, text);
  return file;
}

async function modeOf(options: Parameters<typeof startBallast>[0]): Promise<unknown> {
  const server = await startBallast(options);
  const { events } = (await server.sim.get('/events?type=world.created')).as(eventList);
  await server.stop();
  return events[0]?.data.settlement ?? 'immediate';
}

describe('the settlement mode of a world', () => {
  test('is set by a flag, or else by its world file', proves('O4.1'), async () => {
    const fixtureFile = worldFile('settlement: simulated\n');
    expect(await modeOf({})).toBe('immediate');
    expect(await modeOf({ fixtureFile })).toBe('simulated');
    expect(await modeOf({ fixtureFile, settlement: 'immediate' })).toBe('immediate');
    expect(await modeOf({ settlement: 'simulated' })).toBe('simulated');
  });

  test('cannot be changed: another flag is refused with exit 64', proves('O4.1', 'K2'), async () => {
    const dataDir = newFolder();
    await modeOf({ dataDir, settlement: 'simulated' });
    expect(await modeOf({ dataDir })).toBe('simulated');
    const failure = await startBallast({ dataDir, settlement: 'immediate' }).catch((error: unknown) => error);
    if (!(failure instanceof StartupError)) throw failure;
    expect([failure.exitCode, failure.lines]).toEqual([
      64,
      [expect.stringMatching(/^--settlement immediate: .* already has a world whose trades settle simulated; /)],
    ]);
  });

  test('is one of two values, also in a world file', proves('O4.1'), async () => {
    const fixtureFile = worldFile('settlement: later\n');
    const failure = await startBallast({ fixtureFile }).catch((error: unknown) => error);
    if (!(failure instanceof StartupError)) throw failure;
    expect(failure.lines).toEqual([expect.stringContaining('/settlement')]);
  });

  test('has a fault of its own, which a world with immediate settlement refuses', proves('O4.7'), async () => {
    const fixtureFile = worldFile('faults:\n  - { kind: settlement_fail, days_late: 1 }\n');
    const failure = await startBallast({ fixtureFile }).catch((error: unknown) => error);
    if (!(failure instanceof StartupError)) throw failure;
    expect(failure.lines).toEqual([expect.stringContaining('/faults/0/kind')]);
  });
});
