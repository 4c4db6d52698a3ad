/** Tests that a recording replays to the same chain head, however time moved while it was recorded. */
import { afterEach, describe, expect, test } from 'vitest';
import { clock } from '../../src-server/contract/control/world/clock.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { untilOver } from '../support/until-over.ts';
import { liveLively } from './lively-session.ts';
import { play, startRecording, takeRecording } from './play-recording.ts';

afterEach(stopAll);

const WAYS: readonly [string, object, (server: TestServer) => Promise<void>][] = [
  ['stands and is moved', { clockMode: 'manual' }, (server) => server.advance('37s')],
  ['runs after every command', { clockMode: 'instant' }, async () => {}],
  ['flows a thousand times as fast', { clockMode: 'realtime', clockRate: 1000 }, passMinutes],
];

/** Lets a few minutes pass, in which timers and fills occur. */
async function passMinutes({ sim }: TestServer): Promise<void> {
  const nowMs = async () => Date.parse((await sim.get('/clock')).as(clock).now);
  const untilMs = (await nowMs()) + 300_000;
  await untilOver(nowMs, (now) => now >= untilMs);
}

describe.each(WAYS)('a session while time %s', (how, options, pass) => {
  // The quick suite tests only the fastest way.
  test('replays from the beginning of its world to the same head', {
    ...proves('K51.1', 'K51.2', 'K52', 'K53'),
    tags: how === 'stands and is moved' ? [] : ['deep'],
  }, async () => {
    const server = await startBallast({ seed: 11, ...options });
    const id = await startRecording(server, 'beginning');
    await liveLively(server, () => pass(server));
    await expectSameHead(server, id);
  });

  test('replays from its middle, with rebalances under way, to the same head', {
    ...proves('K51.1', 'K52', 'K53'),
    tags: ['deep'],
  }, async () => {
    const server = await startBallast({ seed: 11, ...options, dataDir: newFolder() });
    await liveLively(server, () => pass(server));
    const id = await startRecording(server, 'now');
    await liveLively(server, () => pass(server));
    await expectSameHead(server, id);
  });
});

async function expectSameHead(server: TestServer, id: string): Promise<void> {
  const taken = await takeRecording(server, id);
  const { status, faults, steps, eventCount, head } = await play(taken);
  const failures = steps.flatMap(({ failures: why, title }) => why.map((each) => `${title}: ${each}`));
  expect([...faults, ...failures], taken.text).toEqual([]);
  expect([status, eventCount, head]).toEqual(['passed', taken.facts.events, taken.facts.head]);
  expect(taken.facts.commands).toBeGreaterThan(30);
  expect(taken.text).not.toMatch(/whsec_|sk_|Bearer/);
}
