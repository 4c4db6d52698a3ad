/** The live stream under load: real sockets on a real world's log, with more messages than any client could cause. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as breathe } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { EventStream } from '../../../src-server/api/stream/event-stream.ts';
import { worldEvent } from '../../../src-server/contract/control/world/records.ts';
import { streamGap } from '../../../src-server/contract/control/world/stream.ts';
import { TimeDriver } from '../../../src-server/kernel/time-driver.ts';
import { hostClock } from '../../../src-server/system/host-time.ts';
import { proves } from '../../conformance/proves.ts';
import { emitAnything } from '../../kernel/emit-anything.ts';
import { makeWorld, type TestWorld } from '../../support/make-world.ts';
import { untilOver } from '../../support/until-over.ts';
import { openStreamAt } from './stream-client.ts';

const MEGABYTE = 1_048_576;
const open: { server: Server; world: TestWorld }[] = [];

afterEach(() => {
  for (const { server, world } of open.splice(0)) {
    server.close();
    server.closeAllConnections();
    world.close();
  }
});

interface Desk {
  /** Of the stream, for the topics that follow. */
  readonly url: string;
  /** Writes a number of entries to the log, a thousand in each transaction, and lets readers read in between. */
  tell(type: string, count: number): Promise<void>;
  /** The number of subscribers, and of timers that the stream has set. */
  counts(): { readonly subscribers: number; readonly timers: number };
}

async function startStream(): Promise<Desk> {
  const world = makeWorld();
  const { kernel } = world.world;
  let [subscribers, timers] = [0, 0];
  const stream = new EventStream('desk', (delayMs, run) => {
    timers += 1;
    const over = (then: () => void) => () => {
      timers -= 1;
      then();
    };
    return over(hostClock.after(delayMs, over(run)));
  });
  const driver = new TimeDriver(kernel, hostClock, {
    barriers: new Set<string>(),
    background: new Set<string>(),
    slow: new Set<string>(),
    settle: () => Promise.resolve(),
    isReached: () => false,
    onChange: () => {},
    wallNowMs: () => 0,
    hasRoom: () => true,
    onStop: () => {},
  });
  const never = () => () => {};
  const listening = { onDelivery: never, onClockChange: never, onRunProgress: never };
  stream.follow({ kernel, events: world.events, driver, ...listening });
  const server = createServer((request, response) => {
    const topics = new URL(request.url ?? '/', 'http://desk').searchParams.get('topics');
    const lastId = request.headers['last-event-id'];
    response.writeHead(200);
    response.flushHeaders();
    const wanted = topics === null ? null : new Set(topics.split(','));
    const close = stream.open(response, wanted, typeof lastId === 'string' ? lastId : null);
    subscribers += 1;
    response.on('close', () => {
      subscribers -= 1;
      close();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ server, world });
  const emitSome = (type: string, count: number) =>
    kernel.execute((unit) => {
      for (let index = 0; index < count; index += 1) emitAnything(unit, type, { index, padding: 'x'.repeat(200) });
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?topics=`,
    async tell(type, count) {
      for (let left = count; left > 0; left -= 1000) {
        emitSome(type, Math.min(left, 1000));
        await breathe();
      }
    },
    counts: () => ({ subscribers, timers }),
  };
}

test('a reader that does not read is dropped while 100 000 messages pass, and memory remains bounded', {
  ...proves('L7'),
  tags: ['deep'],
}, async () => {
  const stream = await startStream();
  const lazy = await openStreamAt(`${stream.url}market`);
  lazy.response.pause();
  const attentive = await openStreamAt(`${stream.url}market`);
  const attended = attentive.until('rebalance').catch((error: unknown) => error);
  await stream.tell('market.told', 20_000);
  const before = process.memoryUsage();
  await stream.tell('market.told', 80_000);
  const after = process.memoryUsage();
  // 80 000 messages of some 400 bytes are 32 MB for each reader: if stored anywhere, they would show.
  expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(16 * MEGABYTE);
  const received: number[] = [];
  const drain = async () => {
    for (;;) received.push(worldEvent.parse((await lazy.next()).data).seq);
  };
  await expect(drain()).rejects.toThrow('the stream ended');
  expect(received.length).toBeLessThan(60_000);
  attentive.close();
  await attended;
});

test(
  'a reader who comes back after more than is stored gets a gap message, and continues after it',
  proves('L51'),
  async () => {
    const stream = await startStream();
    const reader = await openStreamAt(`${stream.url}market,rebalance`);
    await stream.tell('market.told', 1);
    const { id } = await reader.next();
    reader.close();
    await stream.tell('rebalance.told', 10_500);

    const back = await openStreamAt(`${stream.url}market,rebalance`, id);
    const gap = await back.next();
    expect([gap.event, streamGap.parse(gap.data)]).toEqual(['gap', { after: id, reason: 'too_old' }]);
    await stream.tell('market.told', 1);
    const rest = await back.until('market');
    const numbers = rest.map(({ data }) => worldEvent.parse(data).seq);
    expect(numbers).toEqual(Array.from({ length: rest.length }, (_, index) => 10_502 - rest.length + index + 1));
    expect(rest.length).toBeGreaterThan(9_990);

    // The dropped messages did not concern a reader of other topics.
    const narrow = await openStreamAt(`${stream.url}market`, id);
    expect((await narrow.next()).event).toBe('market');
    for (const each of [back, narrow]) each.close();
  },
);

test('nothing is stored before the first reader, and a request for it gets a gap message', proves('L51'), async () => {
  const stream = await startStream();
  await stream.tell('market.told', 5);
  const early = await openStreamAt(`${stream.url}market`, 'desk-1');
  const gap = await early.next();
  expect([gap.event, streamGap.parse(gap.data)]).toEqual(['gap', { after: 'desk-1', reason: 'too_old' }]);
  await stream.tell('market.told', 1);
  expect(worldEvent.parse((await early.next()).data).seq).toBe(6);
  early.close();
});

test('a reader who catches up gets new messages in their place', proves('L51'), async () => {
  const stream = await startStream();
  const reader = await openStreamAt(`${stream.url}market`);
  await stream.tell('market.told', 1);
  const { id } = await reader.next();
  reader.close();
  await stream.tell('market.told', 5_000);
  const back = await openStreamAt(`${stream.url}market`, id);
  const seen: number[] = [];
  const reading = (async () => {
    while (seen.length < 8_000) seen.push(worldEvent.parse((await back.next()).data).seq);
  })();
  await stream.tell('market.told', 3_000);
  await reading;
  expect(seen).toEqual(Array.from({ length: 8_000 }, (_, index) => index + 2));
  back.close();
});

test('readers who come and go quickly leave one timer, and none behind the last one', proves('L7'), async () => {
  const stream = await startStream();
  for (let round = 0; round < 20; round += 1) {
    const reader = await openStreamAt(`${stream.url}market`);
    expect(stream.counts()).toEqual({ subscribers: 1, timers: 1 });
    reader.close();
    await untilOver(
      async () => stream.counts(),
      ({ subscribers }) => subscribers === 0,
    );
    expect(stream.counts()).toEqual({ subscribers: 0, timers: 0 });
  }
});
