/**
 * Which entries of the journal are of this world's past. The journal survives going back, and log entries after that
 * are given numbers that others had before: each time, the world notes which entries of the journal were undone.
 */
import type { DatedEntry } from '../engine/ports/journal-port.ts';
import { TIMELINE_SETTING } from '../store/database/setting-keys.ts';
import type { SettingsStore } from '../store/world/sqlite-settings-store.ts';

/** How the world was when it went back. */
interface Departure {
  /** Entries of the log that it kept: what wrote later ones was undone. */
  readonly events: number;
  /** The latest entry of the journal. */
  readonly journal: number;
  /** Virtual time to which it went back: what was answered later was undone. Missing in those of earlier versions. */
  readonly atMs?: number;
  /**
   * Wall clock when it went back. A journal that was cleared or lost, or that of a copy of the world, counts its entries
   * from 1 again: they were received later. Missing in those of earlier versions.
   */
  readonly leftMs?: number;
}

interface Timeline {
  leaveAt(rollback: Required<Departure>): void;
  /** Whether the world was taken back to before this, so that it has nothing of what it did. */
  isUndone(entry: DatedEntry): boolean;
}

export function createTimeline(settings: SettingsStore): Timeline {
  const rollbacks = JSON.parse(settings.get(TIMELINE_SETTING) ?? '[]') as Departure[];
  return {
    leaveAt(rollback) {
      // What was noted of entries that come anew says nothing any more.
      const retained = rollbacks.filter(({ events }) => events < rollback.events);
      rollbacks.splice(0, rollbacks.length, ...retained, rollback);
      settings.set(TIMELINE_SETTING, JSON.stringify(rollbacks));
    },
    isUndone: (entry) => rollbacks.some((rollback) => isBefore(entry, rollback) && isBeyond(entry, rollback)),
  };
}

function isBefore({ seq, receivedMs }: DatedEntry, { journal, leftMs = Number.POSITIVE_INFINITY }: Departure): boolean {
  return seq <= journal && receivedMs <= leftMs;
}

function isBeyond({ events: written, atMs }: DatedEntry, rollback: Departure): boolean {
  return written === null ? atMs > (rollback.atMs ?? atMs) : written.last > rollback.events;
}
