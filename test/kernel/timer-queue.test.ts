/** The order in which timers come out, whatever the order in which they were added. */

import { expect, test } from 'vitest';
import { type Timer, TimerQueue } from '../../src-server/kernel/timer-queue.ts';
import { fc } from '../support/draws.ts';

test('timers of one instant come out in the order in which they were set', () => {
  const queue = queueOf([timer(2, 50), timer(1, 50), timer(3, 10)]);
  expect(drain(queue)).toEqual([3, 1, 2]);
});

test('looking at the next timer does not remove it', () => {
  const queue = queueOf([timer(1, 50)]);
  expect(queue.peek()?.seq).toBe(1);
  expect(queue.size).toBe(1);
  expect(drain(queue)).toEqual([1]);
  expect(queue.peek()).toBeUndefined();
  expect(queue.pop()).toBeUndefined();
});

test('a cancelled timer of a background kind hides none of another kind', () => {
  const queue = new TimerQueue();
  const background = new Set(['background']);
  queue.push({ ...timer(1, 90), kind: 'background' });
  queue.push(timer(2, 50));
  queue.cancel(1);
  expect(queue.hasBesides(background)).toBe(true);
  queue.cancel(2);
  expect(queue.hasBesides(background)).toBe(false);
});

test('any sequence of setting, cancelling and taking gives the earliest that is left, by due time and then by number', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), dueMs: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ do: fc.constant('cancel' as const), which: fc.nat() }),
    fc.record({ do: fc.constant('take' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new TimerQueue();
      // The model: a plain list, sorted for every read.
      let left: Timer[] = [];
      let seq = 0;
      for (const each of steps) {
        if (each.do === 'set') {
          seq += 1;
          queue.push(timer(seq, each.dueMs));
          left.push(timer(seq, each.dueMs));
        } else if (each.do === 'cancel' && left.length > 0) {
          const [gone] = left.splice(each.which % left.length, 1);
          queue.cancel(gone?.seq ?? 0);
        } else if (each.do === 'take') {
          expect(queue.pop()?.seq).toBe(inOrder(left)[0]?.seq);
          left = inOrder(left).slice(1);
        }
        expect(queue.size).toBe(left.length);
      }
      expect(drain(queue)).toEqual(inOrder(left).map(({ seq: number }) => number));
    }),
    { numRuns: 300 },
  );
});

function timer(seq: number, dueMs: number): Timer {
  return { seq, dueMs, kind: 'test', payload: null };
}

function queueOf(timers: readonly Timer[]): TimerQueue {
  const queue = new TimerQueue();
  for (const each of timers) queue.push(each);
  return queue;
}

function drain(queue: TimerQueue): number[] {
  const taken: number[] = [];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) taken.push(next.seq);
  return taken;
}

function inOrder(timers: readonly Timer[]): Timer[] {
  return [...timers].sort((left, right) => left.dueMs - right.dueMs || left.seq - right.seq);
}
