/**
 * Which entries of the journal are of this world's past. The journal survives going back, and log entries after that
 * are given numbers that others had before: each time, the world notes from which entry of the journal on its numbers
 * hold.
 */
import { TIMELINE_SETTING } from '../store/database/setting-keys.ts';
import type { SettingsStore } from '../store/world/sqlite-settings-store.ts';

/** Log entries with a number above `events` were written by entries of the journal with a number above `journal`. */
interface Departure {
  readonly events: number;
  readonly journal: number;
}

export interface Timeline {
  /** The world goes on from `events` entries of its log, at this entry of the journal. */
  leaveAt(events: number, journal: number): void;
  journalFloor(eventSeq: number): number;
}

export function createTimeline(settings: SettingsStore): Timeline {
  const departures = JSON.parse(settings.get(TIMELINE_SETTING) ?? '[]') as Departure[];
  return {
    leaveAt(events, journal) {
      // What was noted of entries that come anew says nothing any more.
      const kept = departures.filter((departure) => departure.events < events);
      departures.splice(0, departures.length, ...kept, { events, journal });
      settings.set(TIMELINE_SETTING, JSON.stringify(departures));
    },
    journalFloor: (eventSeq) => departures.findLast(({ events }) => eventSeq > events)?.journal ?? 0,
  };
}
