/**
 * The curves of a run over virtual time, one chart at a time, chosen above it. Must be loaded lazily, because it
 * imports Recharts.
 */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { ReferenceLine } from 'recharts';
import { formatMoney } from '../format/format-number.ts';
import { Panel } from '../layout/panel.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { ChartLegend, type LineLook, lineLook, MAX_LINES } from './chart-legend.tsx';
import { chartLines } from './chart-lines.ts';
import { type ChartRow, chartRows, chartTitle, type RunChart, shownLines } from './chart-rows.ts';
import { compactTicks, scaleAround } from './chart-scales.ts';
import { TimeChart, type TimeLine } from './time-chart.tsx';
import { useChartZoom } from './use-chart-zoom.ts';

export function Curves({ charts }: { readonly charts: readonly RunChart[] }) {
  const [title, setTitle] = useState<string | null>(null);
  const chart = charts.find((each) => chartTitle(each) === title) ?? charts[0];
  if (chart === undefined) return null;
  return (
    <Panel
      title="Over virtual time"
      side={
        <Select
          size="xs"
          w={230}
          aria-label="Series shown"
          data={charts.map(chartTitle)}
          value={chartTitle(chart)}
          allowDeselect={false}
          onChange={setTitle}
        />
      }
    >
      <CurveChart key={chart.title} chart={chart} />
    </Panel>
  );
}

/** Its lines, their values under the pointer, and their target band. */
function CurveChart({ chart }: { readonly chart: RunChart }) {
  const { band, unit } = chart;
  const labels = shownLines(chart, MAX_LINES);
  const rows = chartRows(chart, labels);
  const zoom = useChartZoom({ from: rows[0]?.atMs ?? 0, to: rows.at(-1)?.atMs ?? 0 });
  const left = chart.lines.length - labels.length;
  const label = `${chartTitle(chart)} over virtual time`;
  const lines = labels.map((name, index): TimeLine<ChartRow> & LineLook => ({
    name,
    unit,
    ...lineLook(index),
    value: ({ values }) => values[index] ?? null,
    isStepped: chart.stepped,
    connectNulls: true,
  }));
  return (
    <ChartFigure label={label} zoom={zoom} csv={() => chartLines(rows, lines, zoom.shown)}>
      <TimeChart
        {...{ label, zoom, rows, lines }}
        heightPx={220}
        width={56}
        scale={(values) => scaleAround(Math.min(...values, band ?? Infinity), Math.max(...values, band ?? -Infinity))}
        format={compactTicks}
        card={(row) => ({ values: lines.map(({ name, value }) => [name, formatValue(value(row), unit)]) })}
      >
        {band !== null && <ReferenceLine y={band} stroke="var(--warn)" strokeDasharray="4 4" />}
      </TimeChart>
      <ChartLegend lines={lines}>
        {left > 0 && <span>and {left} more that are not shown</span>}
        {band !== null && <span>The dashed line is the band.</span>}
      </ChartLegend>
    </ChartFigure>
  );
}

function formatValue(value: number | null, unit: string): string {
  return value === null ? '–' : `${unit === '' ? value : formatMoney(value)} ${unit}`;
}
