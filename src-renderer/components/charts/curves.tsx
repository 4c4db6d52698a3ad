/** One chart of a run: its lines over virtual time, what they say under the pointer, and the band they should keep to. */
import { useElementSize } from '@mantine/hooks';
import { CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import classes from '../scenarios/scenarios.module.css';
import { ChartCard } from './chart-card.tsx';
import { ChartLegend } from './chart-legend.tsx';
import {
  type ChartRow,
  chartRows,
  chartTitle,
  compactNumber,
  type RunChart,
  shownLines,
  tickInstant,
} from './chart-rows.ts';
import { LINE_COLOURS, LINE_DASHES } from './line-looks.ts';

const HEIGHT_PX = 220;
const TICK = { fill: 'var(--ink-3)', fontSize: 11 };

export function Curves({ chart }: { readonly chart: RunChart }) {
  const { ref, width } = useElementSize();
  const lines = shownLines(chart, LINE_COLOURS.length);
  const rows = chartRows(chart, lines);
  return (
    <figure className={classes.runChart} aria-label={`${chartTitle(chart)} over virtual time`} ref={ref}>
      {width > 0 && (
        <LineChart width={width} height={HEIGHT_PX} data={rows} margin={{ top: 8, right: 32, bottom: 14, left: 4 }}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <Axes rows={rows} />
          {chart.band !== null && (
            <ReferenceLine y={chart.band} stroke="var(--warn)" strokeDasharray="4 4" ifOverflow="extendDomain" />
          )}
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ payload }) => <ChartCard row={payload?.[0]?.payload} lines={lines} unit={chart.unit} />}
          />
          {lines.map((label, index) => (
            <Line
              key={label}
              dataKey={(row: ChartRow) => row.values[index] ?? null}
              name={label}
              type={chart.stepped ? 'stepAfter' : 'linear'}
              stroke={LINE_COLOURS[index] ?? 'var(--ink-2)'}
              strokeDasharray={LINE_DASHES[index] ?? '0'}
              strokeWidth={1.5}
              dot={false}
              connectNulls
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      )}
      <ChartLegend chart={chart} lines={lines} />
    </figure>
  );
}

function Axes({ rows }: { readonly rows: readonly ChartRow[] }) {
  return (
    <>
      <XAxis
        dataKey="atMs"
        type="number"
        domain={['dataMin', 'dataMax']}
        tick={TICK}
        tickCount={4}
        tickFormatter={(atMs: number) => tickInstant(atMs, rows)}
        stroke="var(--line-strong)"
        label={{ ...TICK, value: 'virtual UTC', position: 'insideBottom', offset: -10 }}
      />
      <YAxis
        domain={['auto', 'auto']}
        tick={TICK}
        width={56}
        tickFormatter={compactNumber}
        stroke="var(--line-strong)"
      />
    </>
  );
}
