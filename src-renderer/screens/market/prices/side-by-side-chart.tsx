/** Listings of one instrument as lines: per cent gained or lost since the first bar in sight. Draws; computes nothing. */
import { Line, LineChart, ReferenceLine } from 'recharts';
import { BottomAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, LINE } from '../../../components/charts/chart-figure.tsx';
import { ChartLegend, lineLook } from '../../../components/charts/chart-legend.tsx';
import { scaleAround } from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../components/charts/chart-tooltip.tsx';
import { formatInstant } from '../../../components/format/format-time.ts';
import { signedPercent } from '../../../components/market/format-market-event.ts';
import type { BarInterval } from './chart-window.ts';
import { formatTick } from './price-scale.ts';
import type { SideBySideRow } from './side-by-side.ts';

interface SideBySideChartProps {
  readonly rows: readonly SideBySideRow[];
  /** Exchanges, in the order of the changes of a row. */
  readonly exchanges: readonly string[];
  readonly interval: BarInterval;
  readonly label: string;
}

export function SideBySideChart({ rows, exchanges, interval, label }: SideBySideChartProps) {
  const changes = rows.flatMap((row) => row.changes).filter((change) => change !== null);
  return (
    <ChartFigure label={label}>
      <LineChart {...chartFrame(366)} data={[...rows]} aria-label={`${label}. Arrow keys go from bar to bar.`}>
        <BottomAxis dataKey="at" minTickGap={36} tickFormatter={(at: string) => formatTick(at, interval)} />
        <ValueAxis
          side="right"
          scale={scaleAround(Math.min(0, ...changes), Math.max(0, ...changes))}
          format={signedPercent}
          width={68}
        />
        <ReferenceLine y={0} stroke="var(--line-strong)" />
        <ChartTooltip
          card={({ at, changes: ofRow }: SideBySideRow) => (
            <ChartCard
              title={formatInstant(at)}
              values={exchanges.map((exchange, index) => [exchange, formatChange(ofRow[index] ?? null)])}
            />
          )}
        />
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
      </LineChart>
      <ChartLegend lines={exchanges.map((name, index) => ({ name, ...lineLook(index) }))}>
        <span>% since the first bar in sight, each in its own currency</span>
      </ChartLegend>
    </ChartFigure>
  );
}

function formatChange(change: number | null): string {
  return change === null ? 'no trading' : signedPercent(change);
}
