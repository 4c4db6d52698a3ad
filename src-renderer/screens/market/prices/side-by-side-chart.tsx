/** Listings of one instrument as lines: per cent gained or lost since the first visible bar. */
import { useMemo } from 'react';
import { Line, LineChart, ReferenceLine } from 'recharts';
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import type { InstrumentRow } from '../../../api/market-api.ts';
import { useBarRanges } from '../../../api/prices-api.ts';
import { BottomAxis, ValueAxis, ZoomArea } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, LINE } from '../../../components/charts/chart-figure.tsx';
import { ChartLegend, lineLook } from '../../../components/charts/chart-legend.tsx';
import { chartLines, timed } from '../../../components/charts/chart-lines.ts';
import { distinctTicks, scaleAround, type TickWriter } from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip, useRowAtPointer } from '../../../components/charts/chart-tooltip.tsx';
import type { FigureZoom } from '../../../components/charts/use-chart-zoom.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { signedPercent } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import type { ChartChoice } from './chart-address.ts';
import { rangeFor } from './chart-window.ts';
import { barTicks, formatTick, type PriceBar } from './price-scale.ts';

interface SideBySideChartProps {
  readonly instrument: InstrumentRow;
  readonly list: BarList;
  readonly choice: ChartChoice;
  readonly zoom: FigureZoom;
}

export function SideBySideChart({ instrument, list, choice, zoom }: SideBySideChartProps) {
  const { isin, exchange, interval, compared } = choice;
  const range = rangeFor(choice);
  const { lists, error } = useBarRanges(compared.map((mic) => ({ isin, exchange: mic, interval, ...range })));
  const rows = useMemo(() => sideBySide(list.bars, lists), [list, lists]);
  const exchanges = [exchange, ...compared];
  const label = `${instrument.symbol} on ${exchanges.join(', ')} in per cent since the first bar`;
  const changes = rows.flatMap((row) => row.changes).filter((change) => change !== null);
  const series = exchanges.map((name, index) => ({
    name,
    unit: '%',
    shift: 2,
    value: (row: SideBySideRow) => row.changes[index] ?? null,
  }));
  return (
    <ChartFigure label={label} zoom={zoom} csv={() => chartLines(rows.map(timed), series)}>
      {error !== null && <ErrorNotice error={error} doing="Loading the bars of another exchange" />}
      <LineChart {...chartFrame(366)} data={[...rows]} aria-label={`${label}. Arrow keys go from bar to bar.`}>
        <BottomAxis
          dataKey="at"
          ticks={barTicks(rows)}
          minTickGap={8}
          tickFormatter={(at: string) => formatTick(at, list.interval)}
        />
        <ValueAxis
          side="right"
          scale={scaleAround(Math.min(0, ...changes), Math.max(0, ...changes))}
          format={changeTicks}
          width={68}
        />
        <ReferenceLine y={0} stroke="var(--line-strong)" />
        <ChartTooltip card={(row: SideBySideRow) => <RowCard rows={rows} reported={row} exchanges={exchanges} />} />
        {exchanges.map((exchange, index) => (
          <Line
            key={exchange}
            {...LINE}
            {...lineLook(index)}
            dataKey={(row: SideBySideRow) => row.changes[index] ?? null}
            name={exchange}
            connectNulls
          />
        ))}
        <ZoomArea zoom={zoom} />
      </LineChart>
      <ChartLegend lines={exchanges.map((name, index) => ({ name, ...lineLook(index) }))}>
        <span>Change in per cent since the first visible bar, each in its own currency</span>
      </ChartLegend>
    </ChartFigure>
  );
}

interface RowCardProps {
  readonly rows: readonly SideBySideRow[];
  readonly reported: SideBySideRow;
  readonly exchanges: readonly string[];
}

/** With more than two decimals if the prices hardly differ. */
function changeTicks(ticks: readonly number[]): TickWriter {
  return distinctTicks(
    ticks,
    [2, 3, 4, 6].map((decimals) => (share) => signedPercent(share, decimals)),
  );
}

function RowCard({ rows, reported, exchanges }: RowCardProps) {
  const { at, changes } = useRowAtPointer(rows, reported);
  return (
    <ChartCard
      title={formatInstant(at)}
      values={exchanges.map((exchange, index) => [exchange, formatChange(changes[index] ?? null)])}
    />
  );
}

function formatChange(change: number | null): string {
  return change === null ? 'no trading' : signedPercent(change);
}

interface SideBySideRow {
  readonly at: string;
  /** One for each listing, as a share: 0.01 is one per cent up. Null if it did not trade. */
  readonly changes: readonly (number | null)[];
}

/**
 * The gain or loss of each listing since the first visible bar, on the bars of the first. `others` may be undefined while
 * they are read. Each is in its own currency, so exchange rates do not affect the lines.
 */
export function sideBySide(bars: readonly PriceBar[], others: readonly (BarList | undefined)[]): SideBySideRow[] {
  const closes = [bars, ...others.map((list) => list?.bars ?? [])].map(
    (list) => new Map(list.map(({ at, close }) => [at, close])),
  );
  const bases = closes.map((byInstant) => firstOf(bars, byInstant));
  return bars.map(({ at }) => ({
    at,
    changes: closes.map((byInstant, index) => {
      const close = byInstant.get(at);
      const base = bases[index];
      return close === undefined || base === undefined ? null : close / base - 1;
    }),
  }));
}

function firstOf(bars: readonly PriceBar[], closes: ReadonlyMap<string, number>): number | undefined {
  const first = bars.find(({ at }) => closes.has(at));
  return first === undefined ? undefined : closes.get(first.at);
}
