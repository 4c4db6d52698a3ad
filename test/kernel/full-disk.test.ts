/** A full disk pauses the clock, and nothing of the world is lost, done twice or done in another order. */

import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { ClockStop } from '../../src-server/kernel/clock-status.ts';
import type { Kernel } from '../../src-server/kernel/kernel.ts';
import type { ClockMode } from '../../src-server/kernel/kernel-store.ts';
import { TimeDriver } from '../../src-server/kernel/time-driver.ts';
import type { WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { proves } from '../conformance/proves.ts';
import { emitAnything } from './emit-anything.ts';
import { FakeHost, to } from './fake-host.ts';
import { MANUAL, notesOf, openMemory, openNoting, START_MS, setNotes } from './open-kernel.ts';

const opened: WorldDatabase[] = [];

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

/** Enough log entries for several pages of 4096 bytes. */
const NOTES = Array.from({ length: 400 }, (_, index) => (index + 1) * 10);
const LAST_MS = START_MS + 4000;

describe('in realtime, a full disk', () => {
  test('pauses the clock, says why and since when, and resumes where it stopped', proves('K100.1', 'K100.3'), () => {
    const { driver, host, kernel, database, stops } = start('realtime');
    setNotes(kernel, NOTES);
    fill(database);
    host.pass(5000);
    const { nowMs } = driver.status();
    expect(nowMs).toBeLessThan(LAST_MS);
    expect(driver.status().stop).toEqual({ reason: 'disk_full', message: 'The disk is full.', sinceMs: 77 });
    host.pass(60_000);
    expect(driver.nowMs()).toBe(nowMs);
    makeRoom(database);
    // The longest wait between two tries is four seconds.
    host.pass(4000);
    expect(driver.status().stop).toBeNull();
    host.pass(5000);
    expect(notesOf(database)).toEqual(NOTES);
    expect(stops).toEqual(['disk_full', null]);
  });

  test('delays each retry more, and starts none while there is no space', () => {
    const tries: number[] = [];
    const { driver, host, kernel, database } = start('realtime', { hasRoom: () => tries.push(host.monotonicMs()) < 0 });
    setNotes(kernel, NOTES);
    fill(database);
    host.pass(30_000);
    const waits = tries.slice(1).map((atMs, index) => atMs - (tries[index] ?? 0));
    expect(waits.slice(0, 5)).toEqual([500, 1000, 2000, 4000, 4000]);
    expect(driver.status().stop).not.toBeNull();
    // The retry itself: nothing else wakes up.
    expect(host.waiting).toBe(1);
  });
});

describe('an advance on a full disk', () => {
  test('waits, and writes the same log as one that always had space', proves('K100.3'), async () => {
    const hashes = await Promise.all(
      [true, false].map(async (isFull) => {
        const { driver, host, kernel, database } = start('manual');
        setNotes(kernel, NOTES);
        if (isFull) fill(database);
        driver.advance(to(LAST_MS));
        await setImmediate();
        expect(driver.status().stop === null).toBe(!isFull);
        expect(driver.status().progress === null).toBe(!isFull);
        makeRoom(database);
        host.pass(4000);
        await driver.whenIdle();
        expect(notesOf(database)).toEqual(NOTES);
        expect(driver.status()).toMatchObject({ nowMs: LAST_MS, stop: null, lastAdvance: { ended: 'reached' } });
        return kernel.head;
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });

  test('does not prevent a server from stopping, and is finished by the next one', async () => {
    const { driver, kernel, database } = start('manual');
    setNotes(kernel, NOTES);
    fill(database);
    driver.advance(to(LAST_MS));
    await setImmediate();
    await driver.stop();
    makeRoom(database);
    const next = driverOn(openNoting(database), database);
    await next.driver.whenIdle();
    expect(notesOf(database)).toEqual(NOTES);
    expect(next.driver.nowMs()).toBe(LAST_MS);
  });
});

describe('a command on a full disk', () => {
  test(
    "is refused with the disk's error, changes nothing, and succeeds as soon as there is space",
    proves('K100.2'),
    () => {
      const { driver, kernel, database } = start('manual');
      const head = kernel.head;
      fill(database);
      const write = () => {
        driver.finishInstant();
        kernel.execute((unit) => emitAnything(unit, 'large', { text: 'x'.repeat(100_000) }));
        driver.afterCommand();
      };
      expect(write).toThrow(/full/);
      expect(write).toThrow(/full/);
      expect([kernel.head, kernel.eventCount, driver.status().stop?.reason]).toEqual([head, 0, 'disk_full']);
      makeRoom(database);
      write();
      expect([kernel.eventCount, driver.status().stop]).toEqual([1, null]);
    },
  );

  test('that was done remains done if its consequences find no space; they run before the next one', () => {
    const { driver, kernel, database } = start('manual');
    driver.finishInstant();
    setNotes(kernel, new Array<number>(400).fill(0));
    fill(database);
    driver.afterCommand();
    expect([notesOf(database).length, driver.status().stop?.reason]).toEqual([0, 'disk_full']);
    expect(() => driver.finishInstant()).toThrow(/full/);
    makeRoom(database);
    driver.finishInstant();
    expect([notesOf(database).length, driver.status().stop]).toEqual([400, null]);
  });

  test('after the end of a driver runs nothing that was refused; the next driver does', async () => {
    const { driver, kernel, database } = start('manual');
    setNotes(kernel, new Array<number>(400).fill(0));
    fill(database);
    driver.afterCommand();
    await driver.stop();
    makeRoom(database);
    driver.finishInstant();
    expect([notesOf(database).length, driver.status().stop]).toEqual([0, null]);
    driverOn(openNoting(database), database).driver.finishInstant();
    expect(notesOf(database)).toHaveLength(400);
  });

  test('does not hide other errors: a bug is thrown as usual and pauses nothing', () => {
    const { driver, kernel } = start('manual');
    expect(() => kernel.execute(() => JSON.parse('{'))).toThrow(SyntaxError);
    expect(driver.status().stop).toBeNull();
  });
});

interface Started {
  readonly driver: TimeDriver;
  readonly host: FakeHost;
  readonly kernel: Kernel;
  readonly database: WorldDatabase;
  readonly stops: (ClockStop['reason'] | null)[];
}

function start(mode: ClockMode, disk: { hasRoom?: () => boolean } = {}): Started {
  const database = openMemory();
  opened.push(database);
  return driverOn(openNoting(database, { clock: { ...MANUAL, mode } }), database, disk);
}

function driverOn(
  kernel: Kernel,
  database: WorldDatabase,
  { hasRoom = () => true }: { hasRoom?: () => boolean } = {},
): Started {
  const host = new FakeHost();
  const stops: Started['stops'] = [];
  const driver = new TimeDriver(kernel, host, {
    barriers: new Set(['send']),
    background: new Set(['monitor']),
    slow: new Set(['slow']),
    settle: () => Promise.resolve(),
    isReached: () => false,
    onChange: () => {},
    wallNowMs: () => 77,
    hasRoom,
    onStop: (each) => stops.push(each?.reason ?? null),
  });
  driver.start();
  return { driver, host, kernel, database, stops };
}

/** SQLite itself reports a full disk if a database may have no more pages. */
function fill({ sqlite }: WorldDatabase): void {
  sqlite.pragma(`max_page_count = ${sqlite.pragma('page_count', { simple: true })}`);
}

function makeRoom({ sqlite }: WorldDatabase): void {
  sqlite.pragma('max_page_count = 1000000');
}
