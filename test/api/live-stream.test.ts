/** `GET /sim/stream`: what happens is told as it happens, in the shapes of the contract. */

import { afterEach, expect, test } from 'vitest';
import { clock } from '../../src-server/contract/clock.ts';
import { worldEvent } from '../../src-server/contract/records.ts';
import { deliverySummary } from '../../src-server/contract/webhooks.ts';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { createSample, planFor } from './sample-portfolio.ts';

afterEach(stopAll);

test('the stream begins with the clock and tells of events, deliveries and a changed clock', proves('L7'), async () => {
  const server = await startBallast();
  await server.sim.post('/webhooks', { url: '/sim/sink/live' });
  const stream = await openStream(server);
  expect(clock.parse((await stream.next('clock')).data)).toMatchObject({ now: '2026-03-02T09:30:00.000Z' });

  const id = await createSample(server);
  const created = worldEvent.parse((await stream.next('world')).data);
  expect(created).toMatchObject({ type: 'portfolio.created', data: { portfolio_id: id } });
  await planFor(server, id);
  expect(worldEvent.parse((await stream.next('world')).data).type).toBe('rebalance.created');

  await server.advance('1h');
  const delivery = deliverySummary.parse((await stream.next('delivery')).data);
  expect(delivery).toMatchObject({ type: 'rebalance.created', status: 'succeeded' });
  let last = clock.parse((await stream.next('clock')).data);
  while (last.status !== 'ready') last = clock.parse((await stream.next('clock')).data);
  expect(last.now).toBe('2026-03-02T10:30:00.000Z');
  await stream.close();
});

interface Message {
  readonly event: string;
  readonly data: unknown;
}

async function openStream(server: TestServer) {
  const { controlUrl, adminToken } = server.ballast;
  const response = await fetch(`${controlUrl}/stream`, { headers: { authorization: `Bearer ${adminToken}` } });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const read = async (): Promise<Message> => {
    while (!text.includes('\n\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream ended');
      text += decoder.decode(value, { stream: true });
    }
    const [block = '', ...rest] = text.split('\n\n');
    text = rest.join('\n\n');
    const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
    return { event, data: JSON.parse(data) };
  };
  return {
    /** The next message of this name; others are passed over. */
    async next(event: string): Promise<Message> {
      let message = await read();
      while (message.event !== event) message = await read();
      return message;
    },
    close: () => reader.cancel(),
  };
}
