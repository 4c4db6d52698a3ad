/**
 * Groups of the journal in the order they came, until the database has taken them: at once as a rule, later where its disk is
 * full. It is bounded; what is let go of is counted, oldest first.
 */
import { storageFailureOf } from '../kernel/storage-failure.ts';
import type { ToJournal } from './journal/journal-messages.ts';

type Group = Extract<ToJournal, { kind: 'append' }>;

export interface UnwrittenGroups {
  add(group: Group): void;
  /** Writes as much as goes; returns why the rest does not, `null` where none is left. */
  write(): string | null;
  /** How many were lost since this was asked the last time. */
  takeLost(): number;
  /** How many wait. */
  count(): number;
  /** Forgets those that wait; returns how many there were. */
  clear(): number;
}

/** As much as may be on its way to the thread. */
const MOST_KIB = 65_536;

/** `append` throws where the database does not take it. */
export function createUnwrittenGroups(append: (group: Group) => void): UnwrittenGroups {
  let groups: Group[] = [];
  let lost = 0;
  const drop = () => {
    lost += groups.shift()?.count ?? 0;
  };
  const count = () => groups.reduce((sum, group) => sum + group.count, 0);
  return {
    count,
    add(group) {
      groups.push(group);
      while (groups.length > 1 && groups.reduce((sum, { kib }) => sum + kib, 0) > MOST_KIB) drop();
    },
    write() {
      let reason: string | null = null;
      for (let group = groups[0]; group !== undefined; group = groups[0]) {
        try {
          append(group);
          groups.shift();
        } catch (error) {
          reason = error instanceof Error ? error.message : String(error);
          if (isPassing(error)) return reason;
          drop();
        }
      }
      return reason;
    },
    takeLost() {
      const taken = lost;
      lost = 0;
      return taken;
    },
    clear() {
      const cleared = count();
      groups = [];
      return cleared;
    },
  };
}

/** A disk has room again some day; a place that takes no database never will. */
export function isPassing(error: unknown): boolean {
  const isOpened = !(error instanceof Error && 'code' in error && error.code === 'SQLITE_CANTOPEN');
  const reason = storageFailureOf(error)?.reason;
  return reason === 'disk_full' || (reason === 'disk_error' && isOpened);
}
