/**
 * Decides which entries of the journal belong to this world's past. The journal survives restores, and later log
 * entries reuse the numbers of undone ones: at each restore, the world records which journal entries were undone.
 */
import type { DatedEntry } from '../engine/ports/journal-port.ts';
import { TIMELINE_SETTING } from '../store/database/setting-keys.ts';
import type { SettingsStore } from '../store/world/sqlite-settings-store.ts';

/** The state of the world when it was restored. */
interface Departure {
  /** Log entries that it retained: what wrote later ones was undone. */
  readonly events: number;
  /** Number of the latest entry in the journal. */
  readonly journal: number;
  /** Virtual time to which it was restored: later responses were undone. Missing in those of earlier versions. */
  readonly atMs?: number;
  /**
   * Wall clock of the restore. A journal that was cleared or lost, or that of a copy of the world, counts its entries
   * from 1 again: they were received later. Missing in those of earlier versions.
   */
  readonly leftMs?: number;
}

interface Timeline {
  leaveAt(rollback: Required<Departure>): void;
  /** Whether the world was restored to a time before this entry, so that it has none of its effects. */
  isUndone(entry: DatedEntry): boolean;
}

export function createTimeline(settings: SettingsStore): Timeline {
  const rollbacks = JSON.parse(settings.get(TIMELINE_SETTING) ?? '[]') as Departure[];
  return {
    leaveAt(rollback) {
      // Records about entries whose numbers are used again no longer apply.
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
