/** A kernel on a real SQLite database, in memory or in a file: the kernel's state is the store's. */

import { join } from 'node:path';
import { Kernel, type WorldStart } from '../../src-server/kernel/kernel.ts';
import { openDatabase, type WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { createSqliteKernelStore } from '../../src-server/store/world/sqlite-kernel-store.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { emitAnything } from './emit-anything.ts';

/** Virtual time of a new world: small numbers, so that tests can show their arithmetic. */
export const START_MS = 1_000_000;

export const MANUAL = { mode: 'manual', rate: 1, paused: false, advance: null } as const;

export function openMemory(): WorldDatabase {
  return openDatabase(null, join(packageRoot(), 'src-server/store/migrations'));
}

/** Opens the world of `database`, or creates one in it. */
export function openKernel(database: WorldDatabase, fresh: Partial<WorldStart> = {}): Kernel {
  return new Kernel(createSqliteKernelStore(database), { seed: 7, startAtMs: START_MS, clock: MANUAL, ...fresh });
}

/** A kernel whose timers of kind `note` write their payload and time into the event log. */
export function openNoting(database: WorldDatabase, fresh: Partial<WorldStart> = {}): Kernel {
  const kernel = openKernel(database, fresh);
  kernel.onTimer('note', (unit, payload) => emitAnything(unit, 'noted', { payload, at: unit.nowMs }));
  kernel.onTimer('fail', () => {
    throw new Error('this timer fails');
  });
  return kernel;
}

/** Sets one timer per delay, counted from now, in one transaction. */
export function setNotes(kernel: Kernel, delaysMs: readonly number[], kind = 'note'): void {
  kernel.execute((unit) => {
    for (const delayMs of delaysMs) unit.schedule(unit.nowMs + delayMs, kind, delayMs);
  });
}

/** Payloads of the notes in the event log, in order. */
export function notesOf(database: WorldDatabase): unknown[] {
  const events = createSqliteKernelStore(database).after(0, 100_000);
  return events.filter(({ type }) => type === 'noted').map(({ data }) => data.payload);
}

/** The whole persistent state, as plain data. */
export function rememberedBy(database: WorldDatabase): unknown {
  const loaded = createSqliteKernelStore(database).load();
  return loaded && { ...loaded.state, counters: [...loaded.state.counters], timers: loaded.timers };
}
