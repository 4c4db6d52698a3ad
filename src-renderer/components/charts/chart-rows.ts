/** The curves of a run as rows for a chart: one for each instant, with a value for every line. */
import type { ScenarioRunCharts } from '../../../src-server/contract/control/scenarios/scenario-runs.ts';

export type RunChart = ScenarioRunCharts['charts'][number];

export interface ChartRow {
  readonly atMs: number;
  readonly values: readonly (number | null)[];
}

/** The title of a chart, with its unit. */
export function chartTitle({ title, unit }: RunChart): string {
  return unit === '' ? title : `${title} (${unit})`;
}

/** The first lines, as many as can be distinguished. */
export function shownLines({ lines }: RunChart, most: number): string[] {
  return lines.slice(0, most).map(({ label }) => label);
}

export function chartRows({ times, lines }: RunChart, shown: readonly string[]): ChartRow[] {
  return times.map((at, index) => ({
    atMs: Date.parse(at),
    values: lines.slice(0, shown.length).map(({ values }) => values[index] ?? null),
  }));
}
