/** How many runs came to which value: a bar each, with its exact count under the pointer, and the median and 95 % as lines. */

import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Bar, CartesianGrid, ComposedChart, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import type { Schemas } from '../../../api/api-client.ts';
import { roundTicksBetween } from '../../../components/charts/round-ticks.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { figureFormat, figureTitle, formatFigure } from './format-figure.ts';
import { barsOf, formatBin, isCounted } from './histogram-bars.ts';
import classes from './sweeps.module.css';

const HEIGHT_PX = 250;
const TICK = { fill: 'var(--ink-3)', fontSize: 11 };
const AXIS = { tick: TICK, stroke: 'var(--line-strong)' };

export function Histogram({ figure }: { readonly figure: Schemas['SweepFigure'] }) {
  const { ref, width } = useElementSize();
  const words = formatFigure(figure.name);
  const { unit } = words;
  const format = figureFormat(figure);
  const bars = barsOf(figure);
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const ticks = ticksOf(figure, first.from, last.to);
  return (
    <figure className={classes.sweepHistogram} aria-label={`${figureTitle(figure.name)}: runs by value`} ref={ref}>
      {width > 0 && (
        <ComposedChart
          width={width}
          height={HEIGHT_PX}
          data={bars}
          margin={{ top: 22, right: 24, bottom: 14, left: 4 }}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            {...AXIS}
            dataKey="middle"
            type="number"
            domain={[first.from, last.to]}
            ticks={ticks}
            tickFormatter={words.format === null && ticks.every(Number.isInteger) ? formatCount : format}
            label={{ ...TICK, value: unit === '' ? 'value' : unit, position: 'insideBottom', offset: -10 }}
          />
          <YAxis
            {...AXIS}
            allowDecimals={false}
            width={44}
            label={{ ...TICK, value: 'runs', position: 'top', offset: 10 }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--band)' }}
            content={({ active, activeIndex }) => (
              <BarCard bin={active ? figure.histogram[Number(activeIndex)] : undefined} figure={figure} />
            )}
          />
          <Bar
            dataKey="count"
            fill="var(--brand)"
            barSize={Math.max(2, Math.floor((width - 72) / bars.length) - 2)}
            isAnimationActive={false}
          />
          <ReferenceLine x={figure.median} stroke="var(--sell)" strokeWidth={1.5} />
          <ReferenceLine x={figure.p95} stroke="var(--fail)" strokeWidth={1.5} strokeDasharray="4 3" />
        </ComposedChart>
      )}
      <Text component="figcaption" c="dimmed" className={classes.sweepLegend}>
        <span>
          <i className={classes.sweepLine} /> median {format(figure.median)}
        </span>
        <span>
          <i className={classes.sweepLine} data-broken /> 95 % of runs up to {format(figure.p95)}
        </span>
        <span>
          {plural(figure.count, 'run')} in {plural(bars.length, 'bar')}
        </span>
      </Text>
    </figure>
  );
}

/** Round values; of what is counted only whole ones, and where all runs came to one value that alone. */
function ticksOf(figure: Schemas['SweepFigure'], low: number, high: number): number[] {
  if (figure.min === figure.max) return [figure.min];
  const ticks = roundTicksBetween(low, high);
  return isCounted(figure) ? ticks.filter(Number.isInteger) : ticks;
}

interface BarCardProps {
  readonly bin: Schemas['SweepFigure']['histogram'][number] | undefined;
  readonly figure: Schemas['SweepFigure'];
}

function BarCard({ bin, figure }: BarCardProps) {
  if (bin === undefined) return null;
  const { unit } = formatFigure(figure.name);
  const format = figureFormat(figure);
  return (
    <div className="chart-card">
      <strong>{plural(bin.count, 'run')}</strong>
      <div>
        {formatBin(bin, figure, format)} {unit}
      </div>
    </div>
  );
}
