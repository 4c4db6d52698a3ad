/** The chart of return, value or drawdown over virtual time, with the target mix and flows from outside. */
import { ReferenceLine } from 'recharts';
import type { Performance } from '../../../../api/activity-api.ts';
import { compactTicks } from '../../../../components/charts/chart-scales.ts';
import { TimeChart, type TimeLine } from '../../../../components/charts/time-chart.tsx';
import type { ChartZoom } from '../../../../components/charts/use-chart-zoom.ts';
import { formatMoney, signedMoney, signedPercent } from '../../../../components/format/format-number.ts';
import { FLOW_MARK, LINES, type PerformanceMeasure, type PerformanceRow } from './performance-rows.ts';

export interface ShownPerformance {
  readonly performance: Performance;
  readonly measure: PerformanceMeasure;
}

interface PerformanceChartProps extends ShownPerformance {
  readonly zoom: ChartZoom;
  readonly rows: readonly PerformanceRow[];
  readonly lines: readonly TimeLine<PerformanceRow>[];
}

export function PerformanceChart({ performance, measure, zoom, rows, lines }: PerformanceChartProps) {
  const isMoney = measure === 'value';
  const { currency, flows } = performance;
  return (
    <TimeChart
      {...{ zoom, rows, lines }}
      label={`${MEASURE_NAMES[measure]} over virtual time`}
      heightPx={260}
      format={isMoney ? compactTicks : percentTicks}
      width={72}
      title={isMoney ? currency : '%'}
      card={(row) => ({ values: cardValues(row, measure, currency) })}
    >
      {!isMoney && <ReferenceLine y={0} stroke="var(--line-strong)" />}
      {flows.map(({ at, kind }, index) => (
        <ReferenceLine key={`${at} ${kind} ${String(index)}`} x={Date.parse(at)} {...FLOW_MARK} strokeWidth={2} />
      ))}
    </TimeChart>
  );
}

const MEASURE_NAMES: Readonly<Record<PerformanceMeasure, string>> = {
  return: 'Time-weighted return',
  value: 'Value',
  drawdown: 'Drawdown',
};

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
