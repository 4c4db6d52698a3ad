/** The curves of two runs on the same axes: charts of the same title and unit become one. */
import type { RunChart } from '../../../components/charts/chart-rows.ts';

export function overlayCharts(first: readonly RunChart[], second: readonly RunChart[]): RunChart[] {
  return first.flatMap((one) => {
    const other = second.find(({ title, unit }) => title === one.title && unit === one.unit);
    return other === undefined ? [] : [overlaid(one, other)];
  });
}

function overlaid(one: RunChart, other: RunChart): RunChart {
  const times = [...new Set([...one.times, ...other.times])].sort();
  const labels = [...new Set([...one.lines, ...other.lines].map(({ label }) => label))];
  return {
    ...one,
    times,
    lines: labels.flatMap((label) => [...lineOf(one, label, 'first', times), ...lineOf(other, label, 'second', times)]),
  };
}

/** At instants that only the other run has, the value is null; the chart connects the points around it. */
function lineOf(chart: RunChart, label: string, side: string, times: readonly string[]): RunChart['lines'] {
  const line = chart.lines.find((each) => each.label === label);
  if (line === undefined) return [];
  const values = new Map(chart.times.map((at, index) => [at, line.values[index] ?? null]));
  return [{ label: `${label}, ${side}`, values: times.map((at) => values.get(at) ?? null) }];
}
