/** The chart of drift or value over virtual time, with the band and the rebalances. */
import { ReferenceArea, ReferenceLine } from 'recharts';
import type { PortfolioHistory } from '../../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { distinctTicks, scaleFromZero, type TickWriter } from '../../../../components/charts/chart-scales.ts';
import { TimeChart } from '../../../../components/charts/time-chart.tsx';
import type { ChartZoom } from '../../../../components/charts/use-chart-zoom.ts';
import {
  formatCount,
  formatDecimals,
  formatMoney,
  formatPercent,
} from '../../../../components/format/format-number.ts';
import { type HistoryMeasure, historyRows, LINES } from './history-rows.ts';

export interface ShownHistory {
  readonly history: PortfolioHistory;
  readonly measure: HistoryMeasure;
}

export function HistoryChart({ history, measure, zoom }: ShownHistory & { readonly zoom: ChartZoom }) {
  const { currency, band, rebalances, flows } = history;
  const bandPercent = band.threshold * 100;
  const isDrift = measure === 'drift';
  const lines = LINES[measure];
  return (
    <TimeChart
      {...{ zoom, lines }}
      label={`${isDrift ? 'Drift' : 'Net asset value'} over virtual time`}
      heightPx={216}
      rows={historyRows(history)}
      // The axis of the value does not begin at zero, because the line would look flat.
      {...(isDrift
        ? { scale: (values) => scaleFromZero(Math.max(bandPercent, ...values)), width: 60, title: 'drift, %' }
        : { format: moneyTicks, width: 88, title: currency })}
      card={(row) => ({ values: lines.map(({ name, value }) => [name, formatValue(value(row), measure, currency)]) })}
    >
      {isDrift && <ReferenceArea y1={0} y2={bandPercent} fill="var(--band)" fillOpacity={1} />}
      {isDrift && <ReferenceLine y={bandPercent} stroke="var(--warn)" strokeDasharray="4 4" />}
      {rebalances.map(({ rebalance_id: id, executed_at: at }) => (
        <ReferenceLine key={id} x={Date.parse(at)} stroke="var(--ok)" strokeDasharray="1 2" strokeWidth={2} />
      ))}
      {!isDrift &&
        flows.map(({ at, kind }, index) => (
          <ReferenceLine
            key={`${at} ${kind} ${String(index)}`}
            x={Date.parse(at)}
            stroke="var(--ink-3)"
            strokeDasharray="6 2"
          />
        ))}
    </TimeChart>
  );
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
