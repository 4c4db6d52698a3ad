/** One figure over all runs, as a histogram or as a table of the same bars. Loaded lazily, because of Recharts. */
import { Group, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Bar, ComposedChart, ReferenceLine, usePlotArea } from 'recharts';
import type { SweepFigure } from '../../../../src-server/contract/control/scenarios/sweep-summary.ts';
import { ValueAxis, ZoomedAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, NO_ANIMATION } from '../../../components/charts/chart-figure.tsx';
import { ChartLegend } from '../../../components/charts/chart-legend.tsx';
import { scaleBetween, scaleFromZero, WANTED_TICKS } from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../components/charts/chart-tooltip.tsx';
import { useChartZoom } from '../../../components/charts/use-chart-zoom.ts';
import { formatCount, formatPercent, plural } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, numberColumn, valueColumn } from '../../../components/tables/table-column.ts';
import { tableLines } from '../../../components/tables/table-text.ts';
import {
  barsOf,
  figureFormat,
  figureTitle,
  formatBin,
  formatFigure,
  type HistogramBar,
  isCounted,
  unitOf,
} from './format-figure.ts';

type Figure = SweepFigure;

export function FigurePanel({ figure, side }: { readonly figure: Figure; readonly side: ReactNode }) {
  const [isTable, setIsTable] = useState(false);
  return (
    <Panel
      title={figureTitle(figure.name)}
      side={
        <Group component="span" gap="sm">
          {side}
          <SegmentedControl
            size="xs"
            aria-label="Type of display"
            data={[
              { value: 'chart', label: 'Histogram' },
              { value: 'table', label: 'Table' },
            ]}
            value={isTable ? 'table' : 'chart'}
            onChange={(value) => setIsTable(value === 'table')}
          />
        </Group>
      }
    >
      {isTable ? (
        <DataTable
          label="Runs by value"
          columns={binColumns(figure)}
          rows={figure.histogram}
          rowKey={({ from }) => String(from)}
          empty="No run has passed yet."
        />
      ) : (
        figure.histogram.length > 0 && <Histogram figure={figure} />
      )}
    </Panel>
  );
}

function binColumns(figure: Figure): Column<Figure['histogram'][number]>[] {
  const format = figureFormat(figure);
  return [
    valueColumn(
      'value',
      'Value',
      ({ from }) => from,
      (_, bin) => formatBin(bin, figure, format),
      {
        align: 'right',
        ...unitOf(figure),
      },
    ),
    numberColumn('count', 'Runs', ({ count }) => count, formatCount),
    numberColumn('share', 'Share', ({ count }) => count / figure.count, formatPercent),
  ];
}

const RUNS_OF_P95 = 20;
const MEDIAN = { stroke: 'var(--sell)', strokeDasharray: '0' };
const P95 = { stroke: 'var(--fail)', strokeDasharray: '4 3' };

function Histogram({ figure }: { readonly figure: Figure }) {
  const { unit, format: ownFormat } = formatFigure(figure.name);
  const format = figureFormat(figure);
  const all = barsOf(figure);
  // With fewer runs, one run is more than 5 %.
  const isMany = figure.count >= RUNS_OF_P95;
  const upper = isMany ? figure.p95 : figure.max;
  const zoom = useChartZoom({ from: all[0]?.from ?? 0, to: all.at(-1)?.to ?? 1 });
  const { from, to } = zoom.shown;
  const bars = all.filter((bar) => bar.to > from && bar.from < to);
  const ticks = ticksOf(figure, from, to);
  const most = Math.max(...bars.map(({ count }) => count));
  return (
    <ChartFigure
      label={`${figureTitle(figure.name)}: runs by value`}
      zoom={zoom}
      csv={() => tableLines(bars, barColumns(figure), 'full')}
    >
      <ComposedChart {...chartFrame(250)} data={bars}>
        <ZoomedAxis
          zoom={zoom}
          dataKey="middle"
          ticks={ticks}
          tickFormatter={ownFormat === null && ticks.every(Number.isInteger) ? formatCount : format}
          title={unit === '' ? 'value' : unit}
        />
        <ValueAxis scale={scaleFromZero(most)} count={Math.min(most, WANTED_TICKS)} width={52} title="runs" />
        <ChartTooltip
          cursor={{ fill: 'var(--band)' }}
          card={(row: HistogramBar) => {
            const bin = figure.histogram[all.findIndex(({ middle }) => middle === row.middle)];
            return bin === undefined ? null : (
              <ChartCard title={plural(bin.count, 'run')}>
                {formatBin(bin, figure, format)} {unit}
              </ChartCard>
            );
          }}
        />
        <Bars perAxis={all.length / ((zoom.all.to - zoom.all.from) / (to - from))} />
        <ReferenceLine x={figure.median} strokeWidth={1.5} {...MEDIAN} />
        <ReferenceLine x={upper} strokeWidth={1.5} {...P95} />
      </ComposedChart>
      <ChartLegend
        lines={[
          { name: `median ${format(figure.median)}`, ...MEDIAN },
          { name: `${isMany ? '95th percentile' : 'highest'} ${format(upper)}`, ...P95 },
        ]}
      />
    </ChartFigure>
  );
}

function barColumns(figure: Figure): readonly Column<HistogramBar>[] {
  const unit = unitOf(figure);
  return [
    { id: 'from', header: 'From', ...unit, accessor: ({ from }) => from },
    { id: 'to', header: 'To', ...unit, accessor: ({ to }) => to },
    { id: 'count', header: 'Runs', accessor: ({ count }) => count },
  ];
}

/** Bars fill the width of the chart. */
function Bars({ perAxis }: { readonly perAxis: number }) {
  const width = usePlotArea()?.width ?? 0;
  return (
    <Bar {...NO_ANIMATION} dataKey="count" fill="var(--brand)" barSize={Math.max(2, Math.floor(width / perAxis) - 2)} />
  );
}

/** Round values; whole ones for a count, and one tick if all runs have the same value. */
function ticksOf(figure: Figure, low: number, high: number): number[] {
  if (figure.min === figure.max) return [figure.min];
  const ticks = scaleBetween(low, high).ticks(WANTED_TICKS);
  return isCounted(figure) ? ticks.filter(Number.isInteger) : ticks;
}
