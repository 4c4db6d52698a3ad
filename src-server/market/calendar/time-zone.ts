/**
 * UTC offsets of one IANA time zone, and the conversion of wall time to UTC. Finds the instants at which the offset
 * changes by bisection of Intl's offsets, and caches them per year, because an Intl call per look-up would be slow.
 */
import { DAY_MS, dayNumberOf, yearOf } from './civil-date.ts';

/** Wall times are milliseconds as if the wall clock showed UTC, so `wall = instant + offset`. */
export interface TimeZone {
  /** Milliseconds to add to an instant to get wall time. */
  offsetMs(instantMs: number): number;
  /** The instant of a wall time: the earlier one if it occurs twice; shifted forward if it is skipped. */
  toInstantMs(wallMs: number): number;
}

const zones = new Map<string, TimeZone>();

/** Returns a zone, which all worlds share. Throws RangeError for a zone that Intl does not know. */
export function timeZone(name: string): TimeZone {
  const zone = zones.get(name) ?? createTimeZone(name);
  zones.set(name, zone);
  return zone;
}

function createTimeZone(name: string): TimeZone {
  const readOffsetMs = offsetReader(name);
  const years = new Map<number, readonly OffsetSpan[]>();

  function offsetMs(instantMs: number): number {
    const year = yearOf(Math.floor(instantMs / DAY_MS));
    let spans = years.get(year);
    if (spans === undefined) {
      spans = spansOfYear(year, readOffsetMs);
      years.set(year, spans);
    }
    const span = spans.find((candidate) => instantMs < candidate.untilMs);
    return span === undefined ? readOffsetMs(instantMs) : span.offsetMs;
  }

  function toInstantMs(wallMs: number): number {
    const offsetBeforeMs = offsetMs(wallMs - DAY_MS);
    const earlierMs = wallMs - offsetBeforeMs;
    if (offsetMs(earlierMs) === offsetBeforeMs) return earlierMs;
    const offsetAfterMs = offsetMs(wallMs + DAY_MS);
    const laterMs = wallMs - offsetAfterMs;
    return offsetMs(laterMs) === offsetAfterMs ? laterMs : earlierMs;
  }

  return { offsetMs, toInstantMs };
}

/** Returns the day number of an instant's date in the local time of a zone. */
export function localDay(zoneName: string, instantMs: number): number {
  return Math.floor((instantMs + timeZone(zoneName).offsetMs(instantMs)) / DAY_MS);
}

interface OffsetSpan {
  readonly untilMs: number;
  readonly offsetMs: number;
}

type OffsetReader = (instantMs: number) => number;

/** Samples the first of each month: no zone changes its offset and back within one month. */
function spansOfYear(year: number, readOffsetMs: OffsetReader): readonly OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  for (let month = 1; month <= 12; month += 1) {
    const startMs = dayNumberOf(year, month, 1) * DAY_MS;
    const endMs = dayNumberOf(year, month + 1, 1) * DAY_MS;
    const offset = readOffsetMs(startMs);
    if (readOffsetMs(endMs) !== offset) {
      spans.push({ untilMs: firstChange(startMs, endMs, offset, readOffsetMs), offsetMs: offset });
    }
  }
  const yearEndMs = dayNumberOf(year + 1, 1, 1) * DAY_MS;
  spans.push({ untilMs: yearEndMs, offsetMs: readOffsetMs(yearEndMs - 1) });
  return spans;
}

/** Returns the first instant in (startMs, endMs] whose offset differs from `offset`. */
function firstChange(startMs: number, endMs: number, offset: number, readOffsetMs: OffsetReader): number {
  let sameMs = startMs;
  let changedMs = endMs;
  while (changedMs - sameMs > 1) {
    const middleMs = Math.floor((sameMs + changedMs) / 2);
    if (readOffsetMs(middleMs) === offset) sameMs = middleMs;
    else changedMs = middleMs;
  }
  return changedMs;
}

function offsetReader(name: string): OffsetReader {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  return (instantMs) => {
    const match = OFFSET.exec(format.format(instantMs));
    if (match === null) return 0;
    const [, sign, hours, minutes] = match;
    const magnitudeMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return sign === '-' ? -magnitudeMs : magnitudeMs;
  };
}

const OFFSET = /GMT([+-])(\d{2}):(\d{2})/;
