/** The chart of drift or value over virtual time, with the band and the rebalances. */
import { Line, LineChart, ReferenceArea, ReferenceLine } from 'recharts';
import type { PortfolioHistory } from '../../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { TimeAxis, ValueAxis } from '../../../../components/charts/chart-axes.tsx';
import { chartFrame, LINE } from '../../../../components/charts/chart-figure.tsx';
import {
  distinctTicks,
  scaleAround,
  scaleFromZero,
  type TickWriter,
} from '../../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../../components/charts/chart-tooltip.tsx';
import { rowsInRange } from '../../../../components/charts/chart-zoom.ts';
import type { ChartZoom } from '../../../../components/charts/use-chart-zoom.ts';
import {
  formatCount,
  formatDecimals,
  formatMoney,
  formatPercent,
} from '../../../../components/format/format-number.ts';
import { formatEpoch } from '../../../../components/format/format-time.ts';
import { type HistoryMeasure, type HistoryRow, historyRows, LINES } from './history-rows.ts';

export interface ShownHistory {
  readonly history: PortfolioHistory;
  readonly measure: HistoryMeasure;
}

export function HistoryChart({ history, measure, zoom }: ShownHistory & { readonly zoom: ChartZoom }) {
  const rows = rowsInRange(historyRows(history), zoom.shown);
  const bandPercent = history.band.threshold * 100;
  const isDrift = measure === 'drift';
  return (
    <LineChart
      {...chartFrame(216)}
      data={rows}
      aria-label={`${isDrift ? 'Drift' : 'Net asset value'} over virtual time. Arrow keys go from point to point.`}
    >
      <TimeAxis zoom={zoom} />
      <ValueAxis
        scale={isDrift ? driftScale(rows, bandPercent) : navScale(rows)}
        {...(isDrift ? {} : { format: moneyTicks })}
        width={isDrift ? 60 : 88}
        title={isDrift ? 'drift, %' : history.currency}
      />
      {isDrift && <ReferenceArea y1={0} y2={bandPercent} fill="var(--band)" fillOpacity={1} />}
      {isDrift && <ReferenceLine y={bandPercent} stroke="var(--warn)" strokeDasharray="4 4" />}
      {history.rebalances.map(({ rebalance_id: id, executed_at: at }) => (
        <ReferenceLine key={id} x={Date.parse(at)} stroke="var(--ok)" strokeDasharray="1 2" strokeWidth={2} />
      ))}
      {!isDrift &&
        history.flows.map(({ at, kind }, index) => (
          <ReferenceLine
            key={`${at} ${kind} ${String(index)}`}
            x={Date.parse(at)}
            stroke="var(--ink-3)"
            strokeDasharray="6 2"
          />
        ))}
      <ChartTooltip
        card={(row: HistoryRow) => (
          <ChartCard
            title={`${formatEpoch(row.atMs)} UTC`}
            values={LINES[measure].map(({ name, value }) => [name, formatValue(value(row), measure, history.currency)])}
          />
        )}
      />
      {LINES[measure].map(({ value, ...look }) => (
        <Line key={look.name} {...LINE} {...look} dataKey={value} dot={rows.length === 1} />
      ))}
    </LineChart>
  );
}

/** The axis of drift begins at zero and includes the band. */
function driftScale(rows: readonly HistoryRow[], bandPercent: number) {
  return scaleFromZero(
    Math.max(bandPercent, ...rows.flatMap((row) => [row.maxDriftPercent ?? 0, row.portfolioDriftPercent ?? 0])),
  );
}

/** The axis of the value does not begin at zero, because the line would look flat. */
function navScale(rows: readonly HistoryRow[]) {
  const values = rows.map(({ nav }) => nav);
  return scaleAround(Math.min(...values), Math.max(...values));
}

/** Whole units, or millions if space is short; with decimals if the value hardly changed. */
function moneyTicks(ticks: readonly number[]): TickWriter {
  if (ticks.every((tick) => Math.abs(tick) < 1e8)) return distinctTicks(ticks, [formatCount, formatMoney]);
  return distinctTicks(
    ticks,
    [2, 3, 4, 6].map((decimals) => (tick) => `${formatDecimals(tick / 1e6, decimals)}\u202fM`),
  );
}

function formatValue(value: number | null, measure: HistoryMeasure, currency: string): string {
  if (value === null) return '–';
  return measure === 'nav' ? `${formatMoney(value)} ${currency}` : formatPercent(value / 100);
}
