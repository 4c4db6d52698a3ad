/**
 * The curves of a run over virtual time, one chart at a time, chosen above it. Must be loaded lazily, because it
 * imports Recharts.
 */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { Line, LineChart, ReferenceLine } from 'recharts';
import { formatMoney } from '../format/format-number.ts';
import { formatEpoch } from '../format/format-time.ts';
import { Panel } from '../layout/panel.tsx';
import { TimeAxis, ValueAxis } from './chart-axes.tsx';
import { ChartFigure, chartFrame, LINE } from './chart-figure.tsx';
import { ChartLegend, lineLook, MAX_LINES } from './chart-legend.tsx';
import { type ChartSeries, chartLines } from './chart-lines.ts';
import { type ChartRow, chartRows, chartTitle, type RunChart, shownLines } from './chart-rows.ts';
import { compactTicks, scaleAround } from './chart-scales.ts';
import { ChartCard, ChartTooltip } from './chart-tooltip.tsx';
import { rowsInRange } from './chart-zoom.ts';
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
  const lines = shownLines(chart, MAX_LINES);
  const all = chartRows(chart, lines);
  const zoom = useChartZoom({ from: all[0]?.atMs ?? 0, to: all.at(-1)?.atMs ?? 0 });
  const rows = rowsInRange(all, zoom.shown);
  const drawn = [...rows.flatMap(({ values }) => values), band].filter((value) => value !== null);
  const scale = scaleAround(Math.min(...drawn), Math.max(...drawn));
  const left = chart.lines.length - lines.length;
  return (
    <ChartFigure
      label={`${chartTitle(chart)} over virtual time`}
      zoom={zoom}
      csv={() => chartLines(all, seriesOf(lines, unit), zoom.shown)}
    >
      <LineChart {...chartFrame(220)} data={rows}>
        <TimeAxis zoom={zoom} />
        <ValueAxis scale={scale} format={compactTicks} width={56} />
        {band !== null && <ReferenceLine y={band} stroke="var(--warn)" strokeDasharray="4 4" />}
        <ChartTooltip
          card={(row: ChartRow) => (
            <ChartCard
              title={formatEpoch(row.atMs)}
              values={lines.map((label, index) => [label, formatValue(row.values[index] ?? null, unit)])}
            />
          )}
        />
        {lines.map((label, index) => (
          <Line
            key={label}
            {...LINE}
            {...lineLook(index)}
            dataKey={(row: ChartRow) => row.values[index] ?? null}
            name={label}
            type={chart.stepped ? 'stepAfter' : 'linear'}
            connectNulls
          />
        ))}
      </LineChart>
      <ChartLegend lines={lines.map((name, index) => ({ name, ...lineLook(index) }))}>
        {left > 0 && <span>and {left} more that are not shown</span>}
        {band !== null && <span>The dashed line is the band.</span>}
      </ChartLegend>
    </ChartFigure>
  );
}

function seriesOf(lines: readonly string[], unit: string): ChartSeries<ChartRow>[] {
  return lines.map((name, index) => ({ name, unit, value: ({ values }) => values[index] ?? null }));
}

function formatValue(value: number | null, unit: string): string {
  return value === null ? '–' : `${unit === '' ? value : formatMoney(value)} ${unit}`;
}
