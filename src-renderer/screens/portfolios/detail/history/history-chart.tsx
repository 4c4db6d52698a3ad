/** Drift or value of a portfolio over virtual time: its lines, the band they should keep to, its rebalances. Brings Recharts. */
import { useElementSize } from '@mantine/hooks';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import type { PortfolioHistory } from '../../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { tickInstant } from '../../../../components/charts/chart-rows.ts';
import { roundTicks, roundTicksAround, timeTicks } from '../../../../components/charts/round-ticks.ts';
import { formatCount, formatMoney } from '../../../../components/format/format-number.ts';
import { formatEpoch } from '../../../../components/format/format-time.ts';
import { type HistoryMeasure, type HistoryRow, historyRows } from './history-rows.ts';
import classes from './portfolio-history.module.css';

interface HistoryChartProps {
  readonly history: PortfolioHistory;
  readonly measure: HistoryMeasure;
}

interface ChartLine {
  readonly name: string;
  readonly value: (row: HistoryRow) => number | null;
  readonly colour: string;
  readonly dash: string;
}

const HEIGHT_PX = 216;
const TICK = { fill: 'var(--ink-3)', fontSize: 11 };

const LINES: Readonly<Record<HistoryMeasure, readonly ChartLine[]>> = {
  drift: [
    { name: 'Max drift', value: (row) => row.maxDriftBps, colour: 'var(--brand)', dash: '0' },
    { name: 'Portfolio drift', value: (row) => row.portfolioDriftBps, colour: 'var(--ink-3)', dash: '5 3' },
  ],
  nav: [{ name: 'NAV', value: (row) => row.nav, colour: 'var(--brand)', dash: '0' }],
};

export function HistoryChart({ history, measure }: HistoryChartProps) {
  const { ref, width } = useElementSize();
  const rows = historyRows(history);
  const bandBps = history.band.threshold * 10_000;
  return (
    <div ref={ref} className={classes.historyChart} data-chart="history">
      {width > 0 && (
        <LineChart
          width={width}
          height={HEIGHT_PX}
          data={rows}
          margin={{ top: 8, right: 16, bottom: 14, left: 4 }}
          aria-label={`${measure === 'nav' ? 'Net asset value' : 'Drift'} over virtual time. Arrow keys go from point to point.`}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          {axes(rows, measure === 'drift' ? driftTicks(rows, bandBps) : navTicks(rows), measure, history.currency)}
          {measure === 'drift' && <ReferenceArea y1={0} y2={bandBps} fill="var(--band)" fillOpacity={1} />}
          {measure === 'drift' && (
            <ReferenceLine y={bandBps} stroke="var(--warn)" strokeDasharray="4 4" ifOverflow="extendDomain" />
          )}
          {history.rebalances.map(({ rebalance_id: id, executed_at: at }) => (
            <ReferenceLine key={id} x={Date.parse(at)} stroke="var(--ok)" strokeDasharray="1 2" strokeWidth={2} />
          ))}
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ payload }) => <PointCard payload={payload} measure={measure} currency={history.currency} />}
          />
          {LINES[measure].map(({ name, value, colour, dash }) => (
            <Line
              key={name}
              dataKey={value}
              name={name}
              stroke={colour}
              strokeDasharray={dash}
              strokeWidth={1.5}
              dot={rows.length === 1}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      )}
    </div>
  );
}

/** Drift begins at none, because its height means something, and the band stays in sight. */
function driftTicks(rows: readonly HistoryRow[], bandBps: number): number[] {
  return roundTicks(Math.max(bandBps, ...rows.flatMap((row) => [row.maxDriftBps ?? 0, row.portfolioDriftBps ?? 0])));
}

/** A value would be a straight line over nothing, so its axis has the values it takes. */
function navTicks(rows: readonly HistoryRow[]): number[] {
  const values = rows.map(({ nav }) => nav);
  return roundTicksAround(Math.min(...values), Math.max(...values));
}

function axes(rows: readonly HistoryRow[], ticks: readonly number[], measure: HistoryMeasure, currency: string) {
  const unit = measure === 'drift' ? 'bps' : currency;
  return (
    <>
      <XAxis
        dataKey="atMs"
        type="number"
        domain={['dataMin', 'dataMax']}
        tick={TICK}
        ticks={timeTicks(rows[0]?.atMs ?? 0, rows.at(-1)?.atMs ?? 0)}
        minTickGap={24}
        tickFormatter={(atMs: number) => tickInstant(atMs, rows.map(withoutValues))}
        stroke="var(--line-strong)"
        label={{ ...TICK, value: 'virtual UTC', position: 'insideBottom', offset: -10 }}
      />
      <YAxis
        domain={[Math.min(...ticks), Math.max(...ticks)]}
        ticks={[...ticks]}
        tick={TICK}
        width={measure === 'drift' ? 60 : 88}
        tickFormatter={measure === 'drift' ? formatCount : tickMoney}
        stroke="var(--line-strong)"
        label={{ ...TICK, value: unit, angle: -90, position: 'insideLeft', offset: 6 }}
      />
    </>
  );
}

/** Whole units, so that ticks of a value that hardly moved differ; only what has no room is cut to millions. */
function tickMoney(amount: number): string {
  return Math.abs(amount) < 1e8 ? formatCount(amount) : `${formatMoney(amount / 1e6)}\u202fM`;
}

function withoutValues({ atMs }: HistoryRow) {
  return { atMs, values: [] };
}

interface PointCardProps extends Pick<TooltipContentProps, 'payload'> {
  readonly measure: HistoryMeasure;
  readonly currency: string;
}

function PointCard({ payload, measure, currency }: PointCardProps) {
  const row: HistoryRow | undefined = payload?.[0]?.payload;
  if (row === undefined) return null;
  return (
    <div className="chart-card">
      <strong>{formatEpoch(row.atMs)}</strong> UTC
      <dl>
        {LINES[measure].map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words(value(row), measure, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function words(value: number | null, measure: HistoryMeasure, currency: string): string {
  if (value === null) return '–';
  return measure === 'nav' ? `${formatMoney(value)} ${currency}` : `${formatCount(Math.round(value))} bps`;
}
