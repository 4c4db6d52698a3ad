/** Listings of one instrument as lines: per cent gained or lost since the first bar in sight. Draws; computes nothing. */

import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { LINE_COLOURS, LINE_DASHES } from '../../../components/charts/line-looks.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { signedPercent } from '../../../components/market/format-market-event.ts';
import classes from '../market.module.css';
import { formatTick } from './chart-scale.ts';
import type { BarInterval } from './interval-choice.tsx';
import type { SideBySideRow } from './side-by-side.ts';

interface SideBySideChartProps {
  readonly rows: readonly SideBySideRow[];
  /** Exchanges, in the order of the changes of a row. */
  readonly exchanges: readonly string[];
  readonly interval: BarInterval;
  readonly label: string;
}

const HEIGHT_PX = 366;
const TICK = { fill: 'var(--ink-3)', fontSize: 11 };

export function SideBySideChart({ rows, exchanges, interval, label }: SideBySideChartProps) {
  const { ref, width } = useElementSize();
  return (
    <figure className={classes.priceChart} data-chart="price" aria-label={label} ref={ref}>
      {width > 0 && (
        <LineChart
          width={width}
          height={HEIGHT_PX}
          data={[...rows]}
          margin={{ top: 8, right: 12, bottom: 14, left: 8 }}
          aria-label={`${label}. Arrow keys go from bar to bar.`}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <Axes interval={interval} />
          <ReferenceLine y={0} stroke="var(--line-strong)" />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ payload }) => <ChangeCard row={payload?.[0]?.payload as SideBySideRow} exchanges={exchanges} />}
          />
          {exchanges.map((exchange, index) => (
            <Line
              key={exchange}
              dataKey={(row: SideBySideRow) => row.changes[index] ?? null}
              name={exchange}
              stroke={LINE_COLOURS[index % LINE_COLOURS.length] ?? 'var(--ink-2)'}
              strokeDasharray={LINE_DASHES[index % LINE_DASHES.length] ?? '0'}
              strokeWidth={1.5}
              dot={false}
              connectNulls
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      )}
      <figcaption className="chart-legend">
        {exchanges.map((exchange, index) => (
          <LegendEntry key={exchange} exchange={exchange} index={index} />
        ))}
        <Text span c="dimmed">
          % since the first bar in sight, each in its own currency
        </Text>
      </figcaption>
    </figure>
  );
}

function Axes({ interval }: { readonly interval: BarInterval }) {
  return (
    <>
      <XAxis
        dataKey="at"
        tick={TICK}
        tickFormatter={(at: string) => formatTick(at, interval)}
        minTickGap={36}
        stroke="var(--line-strong)"
        label={{ ...TICK, value: 'virtual UTC', position: 'insideBottom', offset: -10 }}
      />
      <YAxis
        orientation="right"
        domain={['auto', 'auto']}
        tick={TICK}
        tickFormatter={signedPercent}
        width={68}
        stroke="var(--line-strong)"
      />
    </>
  );
}

function LegendEntry({ exchange, index }: { readonly exchange: string; readonly index: number }) {
  return (
    <span>
      <svg width={20} height={6} aria-hidden>
        <line
          x1={0}
          x2={20}
          y1={3}
          y2={3}
          stroke={LINE_COLOURS[index % LINE_COLOURS.length]}
          strokeWidth={2}
          strokeDasharray={LINE_DASHES[index % LINE_DASHES.length]}
        />
      </svg>
      {exchange}
    </span>
  );
}

function ChangeCard({
  row,
  exchanges,
}: {
  readonly row: SideBySideRow | undefined;
  readonly exchanges: readonly string[];
}) {
  if (row === undefined) return null;
  return (
    <div className="chart-card">
      <strong>{formatInstant(row.at)}</strong>
      <dl>
        {exchanges.map((exchange, index) => {
          const change = row.changes[index];
          return (
            <div key={exchange}>
              <dt>{exchange}</dt>
              <dd>{change === null || change === undefined ? 'no trading' : signedPercent(change)}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
