/** The chart of return, value or drawdown over virtual time, with the target mix and flows from outside. */
import { Line, LineChart, ReferenceLine } from 'recharts';
import type { Performance } from '../../../../api/activity-api.ts';
import { TimeAxis, ValueAxis } from '../../../../components/charts/chart-axes.tsx';
import { chartFrame, LINE } from '../../../../components/charts/chart-figure.tsx';
import { lineLook } from '../../../../components/charts/chart-legend.tsx';
import { compactTicks, scaleAround } from '../../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../../components/charts/chart-tooltip.tsx';
import { rowsInRange } from '../../../../components/charts/chart-zoom.ts';
import type { ChartZoom } from '../../../../components/charts/use-chart-zoom.ts';
import { formatMoney, signedMoney, signedPercent } from '../../../../components/format/format-number.ts';
import { formatEpoch } from '../../../../components/format/format-time.ts';
import { LINES, type PerformanceMeasure, type PerformanceRow, performanceRows } from './performance-rows.ts';

export interface ShownPerformance {
  readonly performance: Performance;
  readonly measure: PerformanceMeasure;
}

export function PerformanceChart({ performance, measure, zoom }: ShownPerformance & { readonly zoom: ChartZoom }) {
  const rows = rowsInRange(performanceRows(performance), zoom.shown);
  const lines = LINES[measure].filter(({ value }) => rows.some((row) => value(row) !== null));
  const values = rows.flatMap((row) => lines.flatMap(({ value }) => value(row) ?? []));
  const isMoney = measure === 'value';
  const { currency, flows } = performance;
  return (
    <LineChart
      {...chartFrame(260)}
      data={rows}
      aria-label={`${MEASURE_NAMES[measure]} over virtual time. Arrow keys go from point to point.`}
    >
      <TimeAxis zoom={zoom} />
      <ValueAxis
        scale={scaleAround(Math.min(...values), Math.max(...values))}
        format={isMoney ? compactTicks : percentTicks}
        width={72}
        title={isMoney ? currency : '%'}
      />
      {!isMoney && <ReferenceLine y={0} stroke="var(--line-strong)" />}
      {flows.map(({ at, kind }, index) => (
        <ReferenceLine key={`${at} ${kind} ${String(index)}`} x={Date.parse(at)} {...FLOW_MARK} strokeWidth={2} />
      ))}
      <ChartTooltip
        card={(row: PerformanceRow) => (
          <ChartCard title={`${formatEpoch(row.atMs)} UTC`} values={cardValues(row, measure, currency)} />
        )}
      />
      {lines.map(({ name, value }, index) => (
        <Line key={name} {...LINE} {...lineLook(index)} name={name} dataKey={value} dot={rows.length === 1} />
      ))}
    </LineChart>
  );
}

const MEASURE_NAMES: Readonly<Record<PerformanceMeasure, string>> = {
  return: 'Time-weighted return',
  value: 'Value',
  drawdown: 'Drawdown',
};

const FLOW_MARK = { stroke: 'var(--ok)', strokeDasharray: '1 2' } as const;

/** Without their unit, which the axis has. */
function percentTicks(shares: readonly number[]): (share: number) => string {
  const format = compactTicks(shares.map((share) => share * 100));
  return (share) => format(share * 100);
}

function cardValues(row: PerformanceRow, measure: PerformanceMeasure, currency: string): [string, string][] {
  const lines = LINES[measure].map(({ name, value }): [string, string] => {
    const shown = value(row);
    if (shown === null) return [name, '–'];
    return [name, measure === 'value' ? `${formatMoney(shown)} ${currency}` : signedPercent(shown)];
  });
  return row.flow === 0 ? lines : [...lines, ['Net cash flow', `${signedMoney(row.flow)} ${currency}`]];
}
