/** Tests how many trials run at once, and in which order. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createTrialTurns } from '../../src-server/runner/explorer/trial-turns.ts';

/** Trials that end on demand of the test. */
function trials(most: number, first?: number) {
  const turns = createTrialTurns(most, first);
  const running = new Map<string, { end(): void; fail(): void }>();
  const started: string[] = [];
  return {
    started,
    running: () => [...running.keys()],
    add(name: string, isUrgent = false) {
      const ended = turns.enqueue(isUrgent, () => {
        started.push(name);
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        running.set(name, { end: resolve, fail: () => reject(new Error(name)) });
        return promise.finally(() => running.delete(name));
      });
      return { ended, end: () => running.get(name)?.end(), fail: () => running.get(name)?.fail() };
    },
  };
}

describe('turns of trials', () => {
  test('start with a few, and with one more for each that has ended, up to the maximum', async () => {
    const { add, running } = trials(4, 2);
    const all = Array.from({ length: 9 }, (_, index) => add(`${index}`));
    await setImmediate();
    expect(running()).toEqual(['0', '1']);
    for (const [place, expected] of [
      [0, ['1', '2', '3']],
      [1, ['2', '3', '4', '5']],
      [2, ['3', '4', '5', '6']],
    ] as const) {
      all[place]?.end();
      await all[place]?.ended;
      await setImmediate();
      expect(running()).toEqual(expected);
    }
  });

  test('all start at once without another setting', async () => {
    const { add, running } = trials(3);
    for (const name of ['0', '1', '2', '3']) add(name);
    await setImmediate();
    expect(running()).toEqual(['0', '1', '2']);
  });

  test('run urgent trials first, and continue after a trial that failed', async () => {
    const { add, started } = trials(1);
    const first = add('first');
    add('usual');
    add('urgent', true);
    await setImmediate();
    first.fail();
    await expect(first.ended).rejects.toThrow('first');
    await setImmediate();
    expect(started).toEqual(['first', 'urgent']);
  });
});
