/** Candles of a listing with the volume beneath: hollow where the price rose, full where it fell. Arrow keys walk along it. */

import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { Bar, CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from 'recharts';
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { priceFormatter } from '../../../components/format/format-number.ts';
import classes from '../market.module.css';
import { BarCard } from './bar-card.tsx';
import { Candle } from './candle.tsx';
import { ChartAnnotations } from './chart-annotations.tsx';
import type { EventMark, FillMark } from './chart-marks.ts';
import { formatTick, type PriceBar, type PriceScale, priceScale } from './chart-scale.ts';

interface PriceChartProps {
  readonly list: BarList;
  /** What the chart shows, for who does not see it. */
  readonly label: string;
  /** What lies over the bars. */
  readonly fills?: readonly FillMark[];
  readonly events?: readonly EventMark[];
}

const HEIGHT_PX = 366;
const TICK = { fill: 'var(--ink-3)', fontSize: 11 };
const AXIS_LABEL = { fill: 'var(--ink-3)', fontSize: 11 };
/** The volume takes the lowest fifth. */
const VOLUME_ROOM = 5;

const NONE: readonly never[] = [];

export function PriceChart({ list, label, fills = NONE, events = NONE }: PriceChartProps) {
  const { ref, width } = useElementSize();
  const price = priceFormatter(list.bars.flatMap(({ high, low }) => [high, low]));
  const scale = priceScale(list.bars);
  return (
    <figure className={classes.priceChart} data-chart="price" aria-label={label} ref={ref}>
      {width > 0 && (
        <ComposedChart
          width={width}
          height={HEIGHT_PX}
          data={[...list.bars]}
          margin={{ top: 8, right: 12, bottom: 14, left: 8 }}
          barCategoryGap={1}
          aria-label={`${label}. Arrow keys go from bar to bar.`}
        >
          <CartesianGrid yAxisId="price" stroke="var(--line)" vertical={false} />
          <Axes list={list} scale={scale} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ payload }) => (
              <BarCard bar={payload?.[0]?.payload as PriceBar | undefined} price={price} marks={fills} />
            )}
          />
          <Bar xAxisId="volume" yAxisId="volume" dataKey="volume" fill="var(--line-strong)" isAnimationActive={false} />
          <Bar
            yAxisId="price"
            dataKey={(bar: PriceBar) => [bar.low, bar.high]}
            isAnimationActive={false}
            shape={Candle}
          />
          <ChartAnnotations fills={fills} events={events} />
        </ComposedChart>
      )}
      <Text component="figcaption" c="dimmed">
        Hollow: rose. Full: fell. Grey beneath: expected volume, in shares.
        {fills.length > 0 && ' ▲ bought, ▼ sold; hollow: at another exchange.'} Drag it, or click it and turn the wheel.
      </Text>
    </figure>
  );
}

/** Time below, price on the right, where the latest bar is; the volume has its own pair, which shows no numbers. */
function Axes({ list, scale }: { readonly list: BarList; readonly scale: PriceScale }) {
  return (
    <>
      <XAxis
        dataKey="at"
        tick={TICK}
        tickFormatter={(at: string) => formatTick(at, list.interval)}
        minTickGap={36}
        stroke="var(--line-strong)"
        label={{ ...AXIS_LABEL, value: 'virtual UTC', position: 'insideBottom', offset: -10 }}
      />
      {/* Its own axis, or the two bars of an instant would stand side by side. */}
      <XAxis xAxisId="volume" dataKey="at" hide />
      <YAxis
        yAxisId="price"
        orientation="right"
        domain={scale.domain}
        tick={TICK}
        ticks={[...scale.ticks]}
        tickFormatter={(value: number) => value.toFixed(scale.decimals)}
        width={68}
        stroke="var(--line-strong)"
        label={{ ...AXIS_LABEL, value: `Price in ${list.currency}`, angle: 90, position: 'insideRight', offset: 6 }}
      />
      <YAxis yAxisId="volume" hide domain={[0, (highest: number) => highest * VOLUME_ROOM]} />
    </>
  );
}
