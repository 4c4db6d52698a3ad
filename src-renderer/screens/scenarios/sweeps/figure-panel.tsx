/** One figure over all runs, as a histogram or as a table of the same bars. Loaded when needed, because of Recharts. */
import { Group, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Bar, ComposedChart, ReferenceLine, usePlotArea } from 'recharts';
import type { Schemas } from '../../../api/api-client.ts';
import { BottomAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, STILL } from '../../../components/charts/chart-figure.tsx';
import { ChartLegend } from '../../../components/charts/chart-legend.tsx';
import { scaleBetween, scaleFromZero, WANTED_TICKS } from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../components/charts/chart-tooltip.tsx';
import { formatCount, formatPercent, plural } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { type Column, numberColumn, valueColumn } from '../../../components/tables/table-column.ts';
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

type Figure = Schemas['SweepFigure'];

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
            aria-label="How it is shown"
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
        <Histogram figure={figure} />
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

const MEDIAN = { stroke: 'var(--sell)', strokeDasharray: '0' };
const P95 = { stroke: 'var(--fail)', strokeDasharray: '4 3' };

function Histogram({ figure }: { readonly figure: Figure }) {
  const { unit, format: ownFormat } = formatFigure(figure.name);
  const format = figureFormat(figure);
  const bars = barsOf(figure);
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const ticks = ticksOf(figure, first.from, last.to);
  const most = Math.max(...bars.map(({ count }) => count));
  return (
    <ChartFigure label={`${figureTitle(figure.name)}: runs by value`}>
      <ComposedChart {...chartFrame(250)} data={bars}>
        <BottomAxis
          dataKey="middle"
          type="number"
          domain={[first.from, last.to]}
          ticks={ticks}
          tickFormatter={ownFormat === null && ticks.every(Number.isInteger) ? formatCount : format}
          title={unit === '' ? 'value' : unit}
        />
        <ValueAxis scale={scaleFromZero(most)} count={Math.min(most, WANTED_TICKS)} width={52} title="runs" />
        <ChartTooltip
          cursor={{ fill: 'var(--band)' }}
          card={(row: HistogramBar) => {
            const bin = figure.histogram[bars.findIndex(({ middle }) => middle === row.middle)];
            return bin === undefined ? null : (
              <ChartCard title={plural(bin.count, 'run')}>
                {formatBin(bin, figure, format)} {unit}
              </ChartCard>
            );
          }}
        />
        <Bars count={bars.length} />
        <ReferenceLine x={figure.median} strokeWidth={1.5} {...MEDIAN} />
        <ReferenceLine x={figure.p95} strokeWidth={1.5} {...P95} />
      </ComposedChart>
      <ChartLegend
        lines={[
          { name: `median ${format(figure.median)}`, ...MEDIAN },
          { name: `95 % of runs up to ${format(figure.p95)}`, ...P95 },
        ]}
      >
        <span>
          {plural(figure.count, 'run')} in {plural(bars.length, 'bar')}
        </span>
      </ChartLegend>
    </ChartFigure>
  );
}

/** Bars fill the width of the chart. */
function Bars({ count }: { readonly count: number }) {
  const width = usePlotArea()?.width ?? 0;
  return <Bar {...STILL} dataKey="count" fill="var(--brand)" barSize={Math.max(2, Math.floor(width / count) - 2)} />;
}

/** Round values; whole ones for a count, and one tick where all runs have the same value. */
function ticksOf(figure: Figure, low: number, high: number): number[] {
  if (figure.min === figure.max) return [figure.min];
  const ticks = scaleBetween(low, high).ticks(WANTED_TICKS);
  return isCounted(figure) ? ticks.filter(Number.isInteger) : ticks;
}
