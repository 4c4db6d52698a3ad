/**
 * The position of an event on the line, and the event at a position or for a key. Positions are shares of the line, 0
 * to 1.
 */
import type { TimelineWire } from '../../../../src-server/contract/control/world/history.ts';
import { formatTimeTick, scaleBetween, timeTicks, WANTED_TICKS } from '../../../components/charts/chart-scales.ts';
import type { AxisRange } from '../../../components/charts/chart-zoom.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatEpoch } from '../../../components/format/format-time.ts';

/** The last event at or before a position; the first one if there is none. */
export function eventAt(position: number, { over, events, columns, until }: TimelineWire): number {
  if (over === 'events') return 1 + Math.round(position * Math.max(0, events - 1));
  const column = Math.min(columns - 1, Math.max(0, Math.floor(position * columns)));
  return Math.max(1, until[column] ?? 1);
}

/** Over time, the middle of the column of the event. */
export function positionOfEvent(event: number, timeline: TimelineWire): number {
  const { over, events, columns } = timeline;
  if (over === 'events') return (event - 1) / Math.max(1, events - 1);
  return (columnOf(event, timeline) + 0.5) / columns;
}

/** A label closer to an end of the axis would be cut off. */
const EDGE = 0.04;

interface AxisTick {
  /** A share of the whole line. */
  readonly position: number;
  readonly label: string;
}

/** Round instants, or numbers of entries, in the visible part of the line. */
export function axisTicks({ over, from, to, events }: TimelineWire, shown: AxisRange): AxisTick[] {
  const [first, last] = over === 'time' ? [Date.parse(from), Date.parse(to)] : [1, events];
  const length = Math.max(1, last - first);
  const [low, high] = [first + shown.from * length, first + shown.to * length];
  const ticks = over === 'time' ? timeTicks(low, high) : scaleBetween(low, high).ticks(WANTED_TICKS);
  const label = (value: number) => (over === 'time' ? formatTimeTick(value, high - low) : formatCount(value));
  // The ends themselves are labelled below the axis.
  const air = (high - low) * EDGE;
  return ticks
    .filter((value) => value >= low + air && value <= high - air && (over === 'time' || Number.isInteger(value)))
    .map((value) => ({ position: (value - first) / length, label: label(value) }));
}

/** The label of a position: `2026-03-02 09:30:00`, or `entry 12`. */
export function positionText(position: number, { over, from, to, events }: TimelineWire): string {
  if (over === 'events') return `entry ${formatCount(1 + Math.round(position * Math.max(0, events - 1)))}`;
  return formatEpoch(Math.round(Date.parse(from) + position * (Date.parse(to) - Date.parse(from))));
}

/** The first column that reaches the event. */
export function columnOf(event: number, { until, columns }: Pick<TimelineWire, 'until' | 'columns'>): number {
  const column = until.findIndex((last) => last >= event);
  return column < 0 ? columns - 1 : column;
}

type Log = Pick<TimelineWire, 'events' | 'failures' | 'steps'>;

const LEAP = 10;

type KeyPress = Readonly<{ key: string; ctrlKey: boolean }>;

/** The event selected by a key; `null` for any other key. With Ctrl, arrows move from failure to failure. */
export function eventByKey({ key, ctrlKey }: KeyPress, event: number, timeline: Log): number | null {
  const isBack = key === 'ArrowLeft' || key === 'ArrowUp';
  if (isBack || key === 'ArrowRight' || key === 'ArrowDown') {
    if (ctrlKey) return (isBack ? failureBefore : failureAfter)(event, timeline);
    return within(event + (isBack ? -1 : 1), timeline);
  }
  if (key === 'PageUp') return within(event - LEAP, timeline);
  if (key === 'PageDown') return within(event + LEAP, timeline);
  if (key === 'Home') return within(1, timeline);
  return key === 'End' ? timeline.events : null;
}

type Pressed = KeyPress & { preventDefault(): void };

/** Selects the event for a key. */
export function goByKey(pressed: Pressed, event: number, timeline: Log, goTo: (event: number) => void): void {
  const next = eventByKey(pressed, event, timeline);
  if (next === null) return;
  pressed.preventDefault();
  goTo(next);
}

export function failureAfter(event: number, timeline: Log): number | null {
  return failuresOf(timeline).find((each) => each > event) ?? null;
}

export function failureBefore(event: number, timeline: Log): number | null {
  return failuresOf(timeline).findLast((each) => each < event) ?? null;
}

/** Events that are failures, and the last event of a run whose last step failed. */
function failuresOf({ events, failures, steps }: Log): readonly number[] {
  return steps.at(-1)?.failed && failures.at(-1) !== events ? [...failures, events] : failures;
}

function within(event: number, { events }: Pick<TimelineWire, 'events'>): number {
  return Math.min(Math.max(1, event), events);
}
