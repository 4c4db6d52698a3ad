/** The hash chain: its formula, and that every kind of tampering is detected at its place. */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { chainEvent, firstBrokenLink, GENESIS_HEAD, type LoggedEvent } from '../../src-server/kernel/event-chain.ts';

describe('the event chain', () => {
  test('hashes the previous head and the canonical text of the event', () => {
    const event = chainEvent(GENESIS_HEAD, { seq: 1, atMs: 1000, type: 'a.b', data: { z: 1, a: [true] } });
    const text = '{"at":1000,"data":{"a":[true],"z":1},"seq":1,"type":"a.b"}';
    expect(event.hash).toBe(
      createHash('sha256')
        .update('0'.repeat(64) + text)
        .digest('hex'),
    );
  });

  test('is valid for consecutive events, and for none', () => {
    expect(firstBrokenLink(chainOf(20))).toBeNull();
    expect(firstBrokenLink([])).toBeNull();
  });

  test.each([
    ['changed data', (events: LoggedEvent[]) => replace(events, 4, { data: { n: 99 } }), 5],
    ['a changed time', (events: LoggedEvent[]) => replace(events, 4, { atMs: 1 }), 5],
    ['a changed type', (events: LoggedEvent[]) => replace(events, 4, { type: 'other' }), 5],
    ['a changed hash', (events: LoggedEvent[]) => replace(events, 4, { hash: GENESIS_HEAD }), 5],
    ['a lost event', (events: LoggedEvent[]) => events.toSpliced(4, 1), 6],
    ['a lost first event', (events: LoggedEvent[]) => events.slice(1), 2],
    ['two events that changed places', swapFifthAndSixth, 6],
    ['an event told twice', (events: LoggedEvent[]) => events.toSpliced(4, 0, events[3] as LoggedEvent), 4],
  ])('is broken by %s', (_what, tamper, brokenSeq) => {
    expect(firstBrokenLink(tamper(chainOf(10)))).toBe(brokenSeq);
  });
});

function chainOf(count: number): LoggedEvent[] {
  const events: LoggedEvent[] = [];
  for (let seq = 1; seq <= count; seq += 1) {
    const head = events.at(-1)?.hash ?? GENESIS_HEAD;
    events.push(chainEvent(head, { seq, atMs: seq * 10, type: 'counted', data: { n: seq } }));
  }
  return events;
}

function replace(events: LoggedEvent[], index: number, change: Partial<LoggedEvent>): LoggedEvent[] {
  return events.with(index, { ...(events[index] as LoggedEvent), ...change });
}

function swapFifthAndSixth(events: LoggedEvent[]): LoggedEvent[] {
  return events.with(4, events[5] as LoggedEvent).with(5, events[4] as LoggedEvent);
}
