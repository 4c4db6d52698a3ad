/** Scales of charts by d3 and the labels of their axes. All times are virtual and UTC. */
import { type ScaleLinear, scaleLinear, scaleUtc } from 'd3-scale';

export type ValueScale = ScaleLinear<number, number>;

/** Approximate number of ticks, at round values. */
export const WANTED_TICKS = 6;

/** From 0 to the first round value that is at least `most`. */
export function scaleFromZero(most: number): ValueScale {
  return scaleLinear()
    .domain([0, most > 0 ? most : 1])
    .nice(WANTED_TICKS);
}

/** From `low` to `high`, which need not be round. */
export function scaleBetween(low: number, high: number): ValueScale {
  return scaleLinear().domain([low, high]);
}

/** Between the round values around `low` and `high`; constant values get a height, too. */
export function scaleAround(low: number, high: number): ValueScale {
  const least = Math.abs(high) / 100 || 1;
  return scaleLinear()
    .domain(high > low ? [low, high] : [low - least / 2, high + least / 2])
    .nice(WANTED_TICKS);
}

/** Instants in milliseconds on whole seconds, minutes, hours, days or months. */
export function timeTicks(fromMs: number, toMs: number): number[] {
  const ticks = scaleUtc().domain([fromMs, toMs]).ticks(WANTED_TICKS).map(Number);
  // Labels do not show fractions of a second, so several in one second would be equal.
  return ticks.filter((atMs) => atMs % 1000 === 0);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * For an axis with this span: `10:35:20` within an hour, `10:35` within a day, `03-02 10:35` within two weeks,
 * otherwise the day.
 */
export function formatTimeTick(atMs: number, spanMs: number): string {
  const iso = new Date(atMs).toISOString();
  if (spanMs < HOUR_MS) return iso.slice(11, 19);
  if (spanMs < DAY_MS) return iso.slice(11, 16);
  return spanMs < 14 * DAY_MS ? `${iso.slice(5, 10)} ${iso.slice(11, 16)}` : iso.slice(0, 10);
}

/** The centre of an axis label, so that all of it is within a chart of this width. */
export function tickWithin(x: number, label: string, widthPx: number): number {
  const halfPx = (label.length * CHARACTER_PX) / 2;
  return Math.max(halfPx, Math.min(x, widthPx - halfPx));
}

/** Slightly more than the width of a digit in the size of labels. */
const CHARACTER_PX = 7;

/** `24.1 k`: short numbers in the unit of the largest tick, as long as all ticks of the axis differ; otherwise in full. */
export function compactTicks(ticks: readonly number[]): TickWriter {
  const unit = unitOf(Math.max(...ticks.map(Math.abs)));
  return distinctTicks(ticks, [
    (tick) => shortened(tick, unit, 2),
    (tick) => shortened(tick, unit, 3),
    (tick) => trimmed(tick, MAX_DECIMALS),
  ]);
}

export type TickWriter = (tick: number) => string;

const MAX_DECIMALS = 10;

/** The first formatter that formats no two ticks of an axis alike; otherwise the last. */
export function distinctTicks(ticks: readonly number[], writers: readonly TickWriter[]): TickWriter {
  const isDistinct = (write: TickWriter) => new Set(ticks.map(write)).size === ticks.length;
  return writers.find(isDistinct) ?? writers.at(-1) ?? String;
}

interface Unit {
  readonly size: number;
  readonly sign: string;
}

function unitOf(most: number): Unit {
  if (most >= 1_000_000) return { size: 1_000_000, sign: '\u202fM' };
  return most >= 10_000 ? { size: 1_000, sign: '\u202fk' } : { size: 1, sign: '' };
}

function shortened(value: number, { size, sign }: Unit, decimals: number): string {
  return value === 0 ? '0' : `${trimmed(value / size, decimals)}${sign}`;
}

function trimmed(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals))).replace('-', '\u2212');
}
