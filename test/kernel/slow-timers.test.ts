/** Timers of slow kinds run one at a time, with others between them, if that changes nothing else (decision P6). */
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Kernel } from '../../src-server/kernel/kernel.ts';
import type { ClockMode } from '../../src-server/kernel/kernel-store.ts';
import { TimeDriver } from '../../src-server/kernel/time-driver.ts';
import type { WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { proves } from '../conformance/proves.ts';
import { emitAnything } from './emit-anything.ts';
import { FakeHost, to } from './fake-host.ts';
import { MANUAL, notesOf, openMemory, openNoting, START_MS } from './open-kernel.ts';

const opened: WorldDatabase[] = [];

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

test('a command returns before the first of them, and reads find time unchanged', proves('P6.3'), async () => {
  const { driver, kernel, database } = start('manual');
  setSlow(kernel, 3);
  driver.afterCommand();
  expect(notesOf(database)).toEqual([]);
  expect([driver.isSlow, driver.nowMs()]).toEqual([true, START_MS]);
  await driver.whenSlowOver();
  expect(notesOf(database)).toEqual(['slow 0', 'note 0', 'slow 1', 'note 1', 'slow 2', 'note 2']);
  expect([driver.isSlow, driver.nowMs()]).toEqual([false, START_MS]);
});

test('other tasks run after each of them, and its consequences run with it', proves('P6.3'), async () => {
  const { driver, kernel, database } = start('manual');
  setSlow(kernel, 3);
  driver.afterCommand();
  const seen = new Set<number>();
  while (driver.isSlow) {
    seen.add(notesOf(database).length);
    await Promise.resolve();
  }
  expect([...seen]).toEqual([0, 2, 4, 6]);
});

test('a command that does not wait finds all of them done', proves('P6.3'), async () => {
  const { driver, kernel, database } = start('manual');
  setSlow(kernel, 3);
  driver.afterCommand();
  driver.finishInstant();
  expect(notesOf(database)).toHaveLength(6);
  await driver.whenSlowOver();
  expect(notesOf(database)).toHaveLength(6);
});

test("time in realtime stops until they are done, and then equals the host's", proves('P6.3'), async () => {
  const { driver, host, kernel, database } = start('realtime');
  setSlow(kernel, 2);
  driver.afterCommand();
  host.jump(5000);
  expect(driver.nowMs()).toBe(START_MS);
  await driver.whenSlowOver();
  expect(driver.nowMs()).toBe(START_MS + 5000);
  expect(notesOf(database)).toHaveLength(4);
});

test('future ones run when the host reaches them, without a request', proves('P6.3'), async () => {
  const { driver, host, kernel, database } = start('realtime');
  kernel.execute((unit) => unit.schedule(unit.nowMs + 700, 'slow', 7));
  driver.afterCommand();
  host.pass(1000);
  await driver.whenSlowOver();
  expect(notesOf(database)).toEqual(['slow 7', 'note 7']);
  expect(driver.nowMs()).toBe(START_MS + 1000);
});

test('an advance runs them as its own steps', proves('P6.3'), async () => {
  const { driver, kernel, database } = start('manual');
  setSlow(kernel, 3);
  expect(driver.advance(to(START_MS + 1000))).toBe('started');
  await driver.whenIdle();
  expect(notesOf(database)).toHaveLength(6);
  expect([driver.isSlow, driver.nowMs()]).toEqual([false, START_MS + 1000]);
});

test('in instant mode they are done with the command', proves('P6.3'), () => {
  const { driver, kernel, database } = start('instant');
  setSlow(kernel, 3);
  driver.afterCommand();
  expect(notesOf(database)).toHaveLength(6);
});

test('a stop finishes the current one, and the next start resumes', proves('P6.3'), async () => {
  const { driver, kernel, database } = start('manual');
  setSlow(kernel, 40);
  driver.afterCommand();
  while (notesOf(database).length === 0) await Promise.resolve();
  await driver.stop();
  const done = notesOf(database).length;
  expect(done).toBeLessThan(80);
  await setImmediate();
  expect(notesOf(database)).toHaveLength(done);
  const again = driverOn(openSlow(database, 'manual'));
  await again.driver.whenSlowOver();
  expect(notesOf(database)).toHaveLength(80);
  expect(again.driver.nowMs()).toBe(START_MS);
});

/** Each `slow` one is due now, and sets a `note` for this instant. */
function setSlow(kernel: Kernel, count: number): void {
  kernel.execute((unit) => {
    for (let index = 0; index < count; index += 1) unit.schedule(unit.nowMs, 'slow', index);
  });
}

function openSlow(database: WorldDatabase, mode: ClockMode): Kernel {
  const kernel = openNoting(database, { clock: { ...MANUAL, mode } });
  kernel.onTimer('slow', (unit, payload) => {
    emitAnything(unit, 'noted', { payload: `slow ${payload}` });
    emitAnything(unit, 'noted', { payload: `note ${payload}` });
  });
  return kernel;
}

function start(mode: ClockMode) {
  const database = openMemory();
  opened.push(database);
  return { database, ...driverOn(openSlow(database, mode)) };
}

function driverOn(kernel: Kernel) {
  const host = new FakeHost();
  const driver: TimeDriver = new TimeDriver(kernel, host, {
    barriers: new Set<string>(),
    background: new Set<string>(),
    slow: new Set(['slow']),
    settle: () => Promise.resolve(),
    isReached: () => false,
    onChange: () => {},
    wallNowMs: () => 0,
    hasRoom: () => true,
    onStop: () => {},
  });
  driver.start();
  return { driver, host, kernel };
}
