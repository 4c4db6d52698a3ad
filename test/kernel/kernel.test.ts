/** The kernel on real SQLite: what a unit of work commits together, what remains if it throws, how far time runs. */

import { afterEach, describe, expect, test } from 'vitest';
import { firstBrokenLink, GENESIS_HEAD } from '../../src-server/kernel/event-chain.ts';
import type { WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { createSqliteKernelStore } from '../../src-server/store/world/sqlite-kernel-store.ts';
import { emitAnything } from './emit-anything.ts';
import { notesOf, openKernel, openMemory, openNoting, rememberedBy, START_MS, setNotes } from './open-kernel.ts';

const NO_BARRIERS: ReadonlySet<string> = new Set();
const opened: WorldDatabase[] = [];

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

describe('a unit of work', () => {
  test('commits events, timers, counters and other writes together', () => {
    const database = newMemory();
    const kernel = openNoting(database);
    const id = kernel.execute((unit) => {
      emitAnything(unit, 'first', { n: 1 });
      emitAnything(unit, 'second', {});
      unit.schedule(unit.nowMs + 10, 'note', 'later');
      return unit.nextId('pf');
    });
    const again = openKernel(database, { seed: 99, startAtMs: 5 });
    expect(again).toMatchObject({ isNew: false, seed: 7, nowMs: START_MS, eventCount: 2, head: kernel.head });
    expect(again.nextDueMs).toBe(START_MS + 10);
    // The counter has advanced: the next id is another one, and the same from either kernel.
    const nextId = again.execute((unit) => unit.nextId('pf'));
    expect(nextId).not.toBe(id);
    expect(kernel.execute((unit) => unit.nextId('pf'))).toBe(nextId);
  });

  test('that throws leaves queue, counters, chain and store unchanged', () => {
    const database = newMemory();
    const kernel = openNoting(database);
    setNotes(kernel, [10, 20]);
    const before = { remembered: rememberedBy(database), ...figuresOf(kernel) };
    const attempt = () =>
      kernel.execute((unit) => {
        emitAnything(unit, 'lost', {});
        unit.schedule(unit.nowMs + 1, 'note', 'lost');
        unit.cancel(1);
        unit.nextId('pf');
        database.sqlite.prepare("insert into settings (name, value) values ('lost', 'yes')").run();
        throw new Error('no');
      });
    expect(attempt).toThrow('no');
    expect({ remembered: rememberedBy(database), ...figuresOf(kernel) }).toEqual(before);
    expect(database.sqlite.prepare('select * from settings').all()).toEqual([]);
    // The twin did not try it: what follows is the same in both.
    const twin = newMemory();
    const calm = openNoting(twin);
    setNotes(calm, [10, 20]);
    for (const each of [kernel, calm]) {
      each.execute((unit) => emitAnything(unit, 'id', { id: unit.nextId('pf') }));
      each.runUntil(START_MS + 100, 100, NO_BARRIERS);
    }
    expect(kernel.head).toBe(calm.head);
    expect(notesOf(database)).toEqual([10, 20]);
  });

  test('that throws in a new world leaves a new world', () => {
    const kernel = openKernel(newMemory());
    expect(() =>
      kernel.execute((unit) => {
        emitAnything(unit, 'lost', {});
        unit.nextId('pf');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(figuresOf(kernel)).toEqual({ nowMs: START_MS, eventCount: 0, head: GENESIS_HEAD, nextDueMs: null });
  });

  test('that throws does not undo the passing of time', () => {
    const kernel = openNoting(newMemory());
    setNotes(kernel, [1000]);
    kernel.glideTo(START_MS + 500);
    expect(() =>
      kernel.execute(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(kernel.nowMs).toBe(START_MS + 500);
  });

  test('cannot be nested', () => {
    const kernel = openKernel(newMemory());
    expect(() => kernel.execute(() => kernel.execute(() => {}))).toThrow('do not nest');
    expect(kernel.execute(() => 'and the next one works')).toBe('and the next one works');
  });

  test('is reported to listeners after its commit, until they unsubscribe', () => {
    const database = newMemory();
    const kernel = openKernel(database);
    const heard: string[][] = [];
    const stop = kernel.onCommit((events) => {
      expect(createSqliteKernelStore(database).load()?.state.eventCount).toBe(kernel.eventCount);
      heard.push(events.map(({ type }) => type));
    });
    kernel.execute((unit) => emitAnything(unit, 'a', {}));
    kernel.execute(() => {});
    stop();
    kernel.execute((unit) => emitAnything(unit, 'b', {}));
    expect(heard).toEqual([['a'], []]);
  });

  test('writes a valid chain, across reopening', () => {
    const database = newMemory();
    for (let round = 0; round < 3; round += 1) {
      openKernel(database).execute((unit) => {
        emitAnything(unit, 'round', { round });
        emitAnything(unit, 'ümlaut', { text: '\u2028 "x"', nothing: undefined, list: [1.5, null, { b: 1, a: 2 }] });
      });
    }
    const events = createSqliteKernelStore(database).after(0, 100);
    expect(events).toHaveLength(6);
    expect(firstBrokenLink(events)).toBeNull();
  });
});

describe('timers', () => {
  test('set for the past are due now, after those already due', () => {
    const database = newMemory();
    const kernel = openNoting(database);
    setNotes(kernel, [0, -500]);
    kernel.runUntil(START_MS, 100, NO_BARRIERS);
    expect(notesOf(database)).toEqual([0, -500]);
    expect(kernel.nowMs).toBe(START_MS);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5])('are refused for an instant like %s', (dueMs) => {
    const kernel = openNoting(newMemory());
    expect(() => kernel.execute((unit) => unit.schedule(dueMs, 'note', null))).toThrow(RangeError);
    expect(kernel.nextDueMs).toBeNull();
  });

  test('that were cancelled never run, whether in the same unit of work or a later one', () => {
    const database = newMemory();
    const kernel = openNoting(database);
    const retained = kernel.execute((unit) => {
      unit.cancel(unit.schedule(unit.nowMs + 1, 'note', 'same'));
      return unit.schedule(unit.nowMs + 2, 'note', 'later');
    });
    setNotes(kernel, [3]);
    kernel.execute((unit) => unit.cancel(retained));
    expect(kernel.nextDueMs).toBe(START_MS + 3);
    expect(openKernel(database).nextDueMs).toBe(START_MS + 3);
    kernel.runUntil(START_MS + 10, 100, NO_BARRIERS);
    expect(notesOf(database)).toEqual([3]);
  });

  test('have one handler for each kind, and one without a handler is a bug that changes nothing', () => {
    const kernel = openNoting(newMemory());
    expect(() => kernel.onTimer('note', () => {})).toThrow('handler already');
    setNotes(kernel, [5], 'unknown');
    expect(() => kernel.runUntil(START_MS + 10, 100, NO_BARRIERS)).toThrow('no handler for timers of kind unknown');
    expect(figuresOf(kernel)).toMatchObject({ nowMs: START_MS, nextDueMs: START_MS + 5 });
  });
});

describe('running until an instant', () => {
  test('runs timers due by then in order, at their own time, and ends at that instant', () => {
    const database = newMemory();
    const kernel = openNoting(database);
    setNotes(kernel, [30, 10, 20, 31]);
    expect(kernel.runUntil(START_MS + 30, 100, NO_BARRIERS)).toEqual({ timers: 3, barrier: false });
    expect(notesOf(database)).toEqual([10, 20, 30]);
    const times = createSqliteKernelStore(database)
      .after(0, 100)
      .map(({ atMs }) => atMs - START_MS);
    expect(times).toEqual([10, 20, 30]);
    expect(kernel.nowMs).toBe(START_MS + 30);
    expect(kernel.nextDueMs).toBe(START_MS + 31);
  });

  test('also runs timers that its timers set before that instant', () => {
    const kernel = openKernel(newMemory());
    let runs = 0;
    kernel.onTimer('again', (unit) => {
      runs += 1;
      unit.schedule(unit.nowMs + 10, 'again', null);
    });
    kernel.execute((unit) => unit.schedule(unit.nowMs + 10, 'again', null));
    kernel.runUntil(START_MS + 55, 100, NO_BARRIERS);
    // At 10, 20, 30, 40 and 50; the next is due at 60.
    expect(runs).toBe(5);
    expect(kernel.nextDueMs).toBe(START_MS + 60);
  });

  test('stops at the largest number of timers, at the time of the last one', () => {
    const kernel = openNoting(newMemory());
    setNotes(kernel, [10, 20, 30]);
    expect(kernel.runUntil(START_MS + 100, 2, NO_BARRIERS)).toEqual({ timers: 2, barrier: false });
    expect(kernel.nowMs).toBe(START_MS + 20);
    expect(kernel.runUntil(START_MS + 100, 2, NO_BARRIERS)).toEqual({ timers: 1, barrier: false });
    expect(kernel.nowMs).toBe(START_MS + 100);
  });

  test('does not pass the instant of a barrier, but finishes that instant', () => {
    const database = newMemory();
    const kernel = openNoting(database);
    kernel.onTimer('send', () => {});
    setNotes(kernel, [10, 20, 30]);
    setNotes(kernel, [20], 'send');
    setNotes(kernel, [20]);
    expect(kernel.runUntil(START_MS + 100, 100, new Set(['send']))).toEqual({ timers: 4, barrier: true });
    expect(notesOf(database)).toEqual([10, 20, 20]);
    expect(kernel.nowMs).toBe(START_MS + 20);
    expect(kernel.runUntil(START_MS + 100, 100, new Set(['send']))).toEqual({ timers: 1, barrier: false });
  });

  test('in the past does nothing: time never moves backwards', () => {
    const kernel = openNoting(newMemory());
    setNotes(kernel, [0]);
    expect(kernel.runUntil(START_MS - 1, 100, NO_BARRIERS)).toEqual({ timers: 0, barrier: false });
    expect(kernel.glideTo(START_MS - 1)).toBe(true);
    expect(kernel.nowMs).toBe(START_MS);
  });

  test('past a timer that fails undoes the whole group and retains the timers for the next try', () => {
    const database = newMemory();
    const kernel = openNoting(database);
    setNotes(kernel, [10]);
    setNotes(kernel, [20], 'fail');
    expect(() => kernel.runUntil(START_MS + 100, 100, NO_BARRIERS)).toThrow('this timer fails');
    expect(figuresOf(kernel)).toMatchObject({ nowMs: START_MS, nextDueMs: START_MS + 10, eventCount: 0 });
    kernel.runUntil(START_MS + 15, 100, NO_BARRIERS);
    expect(notesOf(database)).toEqual([10]);
  });
});

describe('gliding', () => {
  test('skips idle time without writing and stops before a timer', () => {
    const database = newMemory();
    const kernel = openNoting(database);
    setNotes(kernel, [100]);
    const remembered = rememberedBy(database);
    expect(kernel.glideTo(START_MS + 99)).toBe(true);
    expect(kernel.nowMs).toBe(START_MS + 99);
    expect(rememberedBy(database)).toEqual(remembered);
    expect(kernel.glideTo(START_MS + 100)).toBe(false);
    expect(kernel.nowMs).toBe(START_MS + 99);
  });
});

function newMemory(): WorldDatabase {
  const database = openMemory();
  opened.push(database);
  return database;
}

function figuresOf({ nowMs, eventCount, head, nextDueMs }: ReturnType<typeof openKernel>) {
  return { nowMs, eventCount, head, nextDueMs };
}
