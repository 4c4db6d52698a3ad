/** How virtual time moves (decision J): with the host, by request, or after every command; and that nothing is lost. */

import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Kernel } from '../../src-server/kernel/kernel.ts';
import type { ClockMode } from '../../src-server/kernel/kernel-store.ts';
import { TimeDriver } from '../../src-server/kernel/time-driver.ts';
import type { WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { proves } from '../conformance/proves.ts';
import { emitAnything } from './emit-anything.ts';
import { FakeHost, to } from './fake-host.ts';
import { MANUAL, notesOf, openMemory, openNoting, START_MS, setNotes } from './open-kernel.ts';

const HOUR_MS = 3_600_000;
const opened: WorldDatabase[] = [];

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

describe('realtime', () => {
  test('moves with the host, times the rate', () => {
    const { driver, host } = start('realtime', 60);
    host.pass(1000);
    // One second of the host at rate 60 is one minute.
    expect(driver.nowMs()).toBe(START_MS + 60_000);
    expect(driver.status()).toMatchObject({ mode: 'realtime', rate: 60, paused: false, progress: null });
  });

  test('runs timers at their own time, woken by the host without a request', () => {
    const { host, kernel, database } = start('realtime', 10);
    setNotes(kernel, [100, 200]);
    // Rate 10: 15 ms of the host are 150 ms, so the first note ran and the second did not. Without a command, the
    // driver checks at least once a second of host time.
    host.pass(1000);
    expect(notesOf(database)).toEqual([100, 200]);
  });

  test('is woken on time for timers that a command has set', () => {
    const { driver, host, kernel, database } = start('realtime', 10);
    setNotes(kernel, [100, 200]);
    driver.afterCommand();
    host.pass(15);
    expect(notesOf(database)).toEqual([100]);
    host.pass(5);
    expect(notesOf(database)).toEqual([100, 200]);
  });

  test('stops while paused, with no pending wake-up call, and resumes from there', () => {
    const { driver, host } = start('realtime');
    host.pass(1000);
    driver.setMode({ paused: true });
    expect(host.waiting).toBe(0);
    host.pass(10_000);
    expect(driver.nowMs()).toBe(START_MS + 1000);
    driver.setMode({ paused: false });
    host.pass(500);
    // 1000 before the pause and 500 after it.
    expect(driver.nowMs()).toBe(START_MS + 1500);
  });

  test('changes its rate from the instant of the change on', proves('J8'), () => {
    const { driver, host } = start('realtime', 2);
    host.pass(1000);
    driver.setMode({ rate: 100 });
    host.pass(10);
    // 1000 × 2 + 10 × 100.
    expect(driver.nowMs()).toBe(START_MS + 3000);
  });

  test('waits while the host clock does not move', () => {
    const { driver } = start('realtime');
    expect([driver.nowMs(), driver.nowMs(), driver.nowMs()]).toEqual([START_MS, START_MS, START_MS]);
  });

  test('catches up in order if the host slept through timers', () => {
    const { driver, host, kernel, database } = start('realtime');
    const delaysMs = Array.from({ length: 1500 }, (_, index) => (1500 - index) * 10);
    setNotes(kernel, delaysMs);
    host.jump(HOUR_MS);
    expect(driver.nowMs()).toBe(START_MS + HOUR_MS);
    expect(notesOf(database)).toEqual([...delaysMs].reverse());
  });

  test('stores idle time once a second, so that a crash loses no more', proves('J5'), () => {
    const { host, database } = start('realtime');
    host.pass(10_000);
    expect(openNoting(database).nowMs).toBe(START_MS + 10_000);
  });

  test('changed to manual stays at its instant, and does not move by itself', () => {
    const { driver, host } = start('realtime');
    host.pass(700);
    driver.setMode({ mode: 'manual' });
    host.pass(5000);
    expect(driver.nowMs()).toBe(START_MS + 700);
    driver.setMode({ mode: 'realtime' });
    host.pass(300);
    // Only the time since the change counts.
    expect(driver.nowMs()).toBe(START_MS + 1000);
  });

  test('does not move during an advance, and continues from its end', proves('J4'), async () => {
    const { driver, host } = start('realtime');
    driver.advance(to(START_MS + HOUR_MS));
    host.jump(1000);
    await driver.whenIdle();
    expect(driver.nowMs()).toBe(START_MS + HOUR_MS);
    host.pass(1000);
    expect(driver.nowMs()).toBe(START_MS + HOUR_MS + 1000);
  });
});

describe('manual', () => {
  test('moves only by request', async () => {
    const { driver, host, kernel, database } = start('manual');
    setNotes(kernel, [10]);
    host.pass(60_000);
    expect(driver.nowMs()).toBe(START_MS);
    expect(driver.advance(to(START_MS + 10))).toBe('started');
    await driver.whenIdle();
    expect(driver.nowMs()).toBe(START_MS + 10);
    expect(notesOf(database)).toEqual([10]);
  });

  test('adds up concurrent advances', proves('J1'), async () => {
    const { driver } = start('manual');
    expect(driver.advance(to(driver.horizonMs + 1000))).toBe('started');
    expect(driver.advance(to(driver.horizonMs + 500))).toBe('started');
    expect(driver.status().progress).toMatchObject({ fromMs: START_MS, toMs: START_MS + 1500 });
    await driver.whenIdle();
    expect(driver.nowMs()).toBe(START_MS + 1500);
  });

  test('refuses to move backwards: before now, or before the end of a running advance', async () => {
    const { driver } = start('manual');
    expect(driver.advance(to(START_MS - 1))).toBe('backwards');
    expect(driver.advance(to(START_MS))).toBe('started');
    driver.advance(to(START_MS + 1000));
    expect(driver.advance(to(START_MS + 999))).toBe('backwards');
    await driver.whenIdle();
    expect(driver.nowMs()).toBe(START_MS + 1000);
  });

  test('reports progress while it advances, and none when it is there', async () => {
    const { driver, kernel, changes } = start('manual');
    setNotes(
      kernel,
      Array.from({ length: 2000 }, (_, index) => index),
    );
    driver.advance(to(START_MS + HOUR_MS));
    await driver.whenIdle();
    const progress = changes.map(({ progress: each }) => each?.events ?? null);
    // Reported at the start, after each step of at most 512 timers, and at the end.
    expect(progress).toEqual([0, 512, 1024, 1536, null]);
    expect(driver.status()).toMatchObject({ nowMs: START_MS + HOUR_MS, progress: null });
  });
});

test('runs an advance with slow timers in short steps, and writes the same log', async () => {
  const delays = Array.from({ length: 2000 }, (_, index) => index);
  const quick = start('manual');
  const slow = start('manual', 1, () => Promise.resolve());
  for (const { kernel, driver, host } of [quick, slow]) {
    kernel.onTimer('long', (unit) => {
      emitAnything(unit, 'noted', {});
      if (kernel === slow.kernel) host.jump(5);
    });
    setNotes(kernel, delays, 'long');
    driver.advance(to(START_MS + HOUR_MS));
    await driver.whenIdle();
  }
  const progress = slow.changes.map(({ progress: each }) => each?.events ?? null);
  // Five milliseconds for each timer: after the third, the 12 ms of a step are over.
  expect(progress.slice(0, 5)).toEqual([0, 3, 6, 9, 12]);
  expect(slow.kernel.head).toBe(quick.kernel.head);
});

test(
  'a command never runs in the middle of an instant, not even between two transactions of it',
  proves('K57'),
  async () => {
    const { driver, kernel, database } = start('manual');
    setNotes(kernel, [...Array.from({ length: 600 }, () => 100), 200]);
    driver.advance(to(START_MS + HOUR_MS));
    while (notesOf(database).length === 0) await Promise.resolve();
    expect(notesOf(database)).toHaveLength(512);
    driver.finishInstant();
    expect([kernel.nowMs, notesOf(database).length]).toEqual([START_MS + 100, 600]);
    await driver.whenIdle();
    expect(notesOf(database)).toHaveLength(601);
  },
);

describe('an advance that is interrupted', () => {
  test('stops between two transactions and is finished by the next driver on the same store', async () => {
    const { driver, kernel, database } = start('manual');
    const delaysMs = Array.from({ length: 1300 }, (_, index) => index + 1);
    setNotes(kernel, delaysMs);
    driver.advance(to(START_MS + HOUR_MS));
    await Promise.resolve();
    await driver.stop();
    const done = notesOf(database).length;
    expect(done).toBeLessThan(1300);

    const next = driverOn(openNoting(database), database);
    expect(next.driver.status().progress).toMatchObject({ toMs: START_MS + HOUR_MS });
    await next.driver.whenIdle();
    expect(next.kernel.nowMs).toBe(START_MS + HOUR_MS);
    expect(notesOf(database)).toEqual(delaysMs);
    expect(next.kernel.clock.advance).toBeNull();
  });

  test('does not wait for effects that never settle', async () => {
    const { driver, kernel } = startSending(new Promise<void>(() => {}));
    setNotes(kernel, [10], 'send');
    driver.advance(to(START_MS + HOUR_MS));
    await setImmediate();
    expect(kernel.nowMs).toBe(START_MS + 10);
    await driver.stop();
    expect(kernel.clock.advance?.toMs).toBe(START_MS + HOUR_MS);
  });
});

describe('barriers', () => {
  test('delay an advance from its beginning while an earlier effect has not settled', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { driver, kernel, database } = start('manual', 1, () => promise);
    driver.advance(to(START_MS + 100));
    await setImmediate();
    expect(driver.nowMs()).toBe(START_MS);
    setNotes(kernel, [0]);
    resolve();
    await driver.whenIdle();
    expect(notesOf(database)).toEqual([0]);
  });

  test('stop time until the started effects have settled', proves('J3'), async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { driver, kernel, database } = startSending(promise);
    setNotes(kernel, [10], 'send');
    setNotes(kernel, [20]);
    driver.advance(to(START_MS + 100));
    await setImmediate();
    expect(driver.nowMs()).toBe(START_MS + 10);
    // Each outcome is recorded at the instant of the attempt.
    setNotes(kernel, [0, 5]);
    resolve();
    await driver.whenIdle();
    expect(notesOf(database)).toEqual([0, 5, 20]);
    expect(driver.nowMs()).toBe(START_MS + 100);
  });
});

describe('instant', () => {
  test('runs the consequences of a command, and ends when nothing is pending', () => {
    const { driver, kernel, database } = start('instant');
    setNotes(kernel, [10, 5000]);
    driver.afterCommand();
    expect(notesOf(database)).toEqual([10, 5000]);
    expect(driver.nowMs()).toBe(START_MS + 5000);
  });

  test('goes no further than 24 hours from the command', () => {
    const { driver, kernel, database } = start('instant');
    setNotes(kernel, [23 * HOUR_MS, 24 * HOUR_MS, 24 * HOUR_MS + 1]);
    driver.afterCommand();
    expect(notesOf(database)).toEqual([23 * HOUR_MS, 24 * HOUR_MS]);
    expect(driver.nowMs()).toBe(START_MS + 24 * HOUR_MS);
  });

  test('does not move without commands, or while it is paused', () => {
    const { driver, host, kernel, database } = start('instant');
    host.pass(10_000);
    expect(driver.nowMs()).toBe(START_MS);
    driver.setMode({ paused: true });
    setNotes(kernel, [10]);
    driver.afterCommand();
    expect(notesOf(database)).toEqual([]);
    driver.setMode({ paused: false });
    expect(notesOf(database)).toEqual([10]);
  });

  test('when switched on runs pending timers at once', () => {
    const { driver, kernel, database } = start('manual');
    setNotes(kernel, [10]);
    driver.setMode({ mode: 'instant' });
    expect(notesOf(database)).toEqual([10]);
  });
});

interface StartedDriver {
  readonly driver: TimeDriver;
  readonly host: FakeHost;
  readonly kernel: Kernel;
  readonly database: WorldDatabase;
  /** The driver's status at every change that it reported. */
  readonly changes: ReturnType<TimeDriver['status']>[];
}

function start(mode: ClockMode, rate = 1, settle: () => Promise<void> = () => Promise.resolve()): StartedDriver {
  const database = openMemory();
  opened.push(database);
  return driverOn(openNoting(database, { clock: { ...MANUAL, mode, rate } }), database, settle);
}

/** A driver whose timers of kind `send` start an effect that settles with `outcome`. */
function startSending(outcome: Promise<void>): StartedDriver {
  let hasSent = false;
  const started = start('manual', 1, () => (hasSent ? outcome : Promise.resolve()));
  started.kernel.onTimer('send', () => {
    hasSent = true;
  });
  return started;
}

function driverOn(kernel: Kernel, database: WorldDatabase, settle = () => Promise.resolve()): StartedDriver {
  const host = new FakeHost();
  const changes: StartedDriver['changes'] = [];
  const driver: TimeDriver = new TimeDriver(kernel, host, {
    barriers: new Set(['send']),
    background: new Set(['monitor']),
    slow: new Set(['slow']),
    settle,
    isReached: () => false,
    onChange: () => changes.push(driver.status()),
    wallNowMs: () => 0,
    hasRoom: () => true,
    onStop: () => {},
  });
  driver.start();
  return { driver, host, kernel, database, changes };
}
