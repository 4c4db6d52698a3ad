/** The curves of a run as rows for a chart: one for each instant, with a value of every line that is drawn. */
import type { ScenarioRunCharts } from '../../../src-server/contract/control/scenarios/scenario-runs.ts';

export type RunChart = ScenarioRunCharts['charts'][number];

export interface ChartRow {
  readonly atMs: number;
  readonly values: readonly (number | null)[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What is drawn, with its unit. */
export function chartTitle({ title, unit }: RunChart): string {
  return unit === '' ? title : `${title} (${unit})`;
}

/** The first lines, as many as can be told apart. */
export function shownLines({ lines }: RunChart, most: number): string[] {
  return lines.slice(0, most).map(({ label }) => label);
}

export function chartRows({ times, lines }: RunChart, shown: readonly string[]): ChartRow[] {
  return times.map((at, index) => ({
    atMs: Date.parse(at),
    values: lines.slice(0, shown.length).map(({ values }) => values[index] ?? null),
  }));
}

/** `10:35:20` within an hour, `10:35` within a day, `03-02 10:35` within two weeks, else the day. */
export function tickInstant(atMs: number, rows: readonly ChartRow[]): string {
  const iso = new Date(atMs).toISOString();
  const lengthMs = (rows.at(-1)?.atMs ?? atMs) - (rows[0]?.atMs ?? atMs);
  if (lengthMs < HOUR_MS) return iso.slice(11, 19);
  if (lengthMs < DAY_MS) return iso.slice(11, 16);
  return lengthMs < 14 * DAY_MS ? `${iso.slice(5, 10)} ${iso.slice(11, 16)}` : iso.slice(0, 10);
}

/** `24.1 k`, for an axis. */
export function compactNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1_000_000) return `${trimmed(value / 1_000_000)}\u202fM`;
  if (size >= 10_000) return `${trimmed(value / 1_000)}\u202fk`;
  return trimmed(value);
}

function trimmed(value: number): string {
  return String(Number(value.toFixed(2))).replace('-', '\u2212');
}
