/**
 * Lines over virtual time, with their axes and the values at the pointer; `children` are further parts of Recharts. Must
 * be loaded lazily, because it imports Recharts.
 */
import type { PropsWithChildren } from 'react';
import { ComposedChart, Line } from 'recharts';
import { formatEpoch } from '../format/format-time.ts';
import { TimeAxis, ValueAxis, type ValueAxisProps } from './chart-axes.tsx';
import { chartFrame, LINE } from './chart-figure.tsx';
import type { LineLook } from './chart-legend.tsx';
import type { ChartSeries } from './chart-lines.ts';
import { scaleAround, type ValueScale } from './chart-scales.ts';
import { ChartCard, type ChartCardProps, ChartTooltip } from './chart-tooltip.tsx';
import { rowsInRange } from './chart-zoom.ts';
import type { ChartZoom } from './use-chart-zoom.ts';

export interface TimeLine<Row> extends ChartSeries<Row>, Partial<LineLook> {
  /** Each value remains until the next. */
  readonly isStepped?: boolean;
  /** Draws a line across rows without a value. */
  readonly connectNulls?: boolean;
}

/** The values at the pointer; their title is the time, unless another is given. */
export type TimeCard = Partial<ChartCardProps>;

interface TimeChartProps<Row> extends Omit<ValueAxisProps, 'scale'> {
  /** Describes the chart to screen readers. */
  readonly label: string;
  readonly heightPx: number;
  readonly zoom: ChartZoom;
  /** All rows; those in the visible range are drawn. */
  readonly rows: readonly Row[];
  readonly lines: readonly TimeLine<Row>[];
  /** Space at the left for labels. */
  readonly leftPx?: number;
  /** From the values of the visible lines and rows; omitted: around the values. */
  readonly scale?: (values: readonly number[], rows: readonly Row[]) => ValueScale;
  readonly card: (row: Row) => TimeCard;
}

export function TimeChart<Row extends { readonly atMs: number }>({
  label,
  heightPx,
  zoom,
  leftPx,
  rows: all,
  lines,
  scale = (values) => scaleAround(Math.min(...values), Math.max(...values)),
  card,
  children,
  ...axis
}: PropsWithChildren<TimeChartProps<Row>>) {
  const rows = rowsInRange(all, zoom.shown);
  const values = rows.flatMap((row) => lines.flatMap(({ value }) => value(row) ?? []));
  return (
    <ComposedChart
      {...chartFrame(heightPx, leftPx)}
      data={rows}
      aria-label={`${label}. Arrow keys go from point to point.`}
    >
      <TimeAxis zoom={zoom} />
      <ValueAxis scale={scale(values, rows)} {...axis} />
      <ChartTooltip card={(row: Row) => <ChartCard title={`${formatEpoch(row.atMs)} UTC`} {...card(row)} />} />
      {children}
      {lines.map(
        ({ name, value, isStepped = false, connectNulls = false, stroke = 'var(--brand)', strokeDasharray }) => (
          <Line
            key={name}
            {...LINE}
            name={name}
            dataKey={value}
            stroke={stroke}
            {...(strokeDasharray === undefined ? {} : { strokeDasharray })}
            type={isStepped ? 'stepAfter' : 'linear'}
            connectNulls={connectNulls}
            dot={rows.length === 1}
          />
        ),
      )}
    </ComposedChart>
  );
}
