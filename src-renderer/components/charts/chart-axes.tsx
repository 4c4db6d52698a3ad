/** The axes of every chart: time or another value below; values at a side, with a grid line at each tick. */
import {
  CartesianGrid,
  Text,
  useChartWidth,
  usePlotArea,
  XAxis,
  type XAxisProps,
  type XAxisTickContentProps,
  YAxis,
  type YAxisProps,
} from 'recharts';
import { formatTimeTick, tickWithin, timeTicks, type ValueScale, WANTED_TICKS } from './chart-scales.ts';
import classes from './charts.module.css';
import type { ChartZoom, FigureZoom } from './use-chart-zoom.ts';

const TICK = { fill: 'var(--ink-3)', fontSize: 11 };
const AXIS = { tick: TICK, stroke: 'var(--line-strong)' };

export function BottomAxis({
  title = 'virtual UTC',
  ...rest
}: Omit<XAxisProps, 'label'> & { readonly title?: string }) {
  return (
    <XAxis
      {...AXIS}
      tick={bottomTick}
      {...rest}
      label={{ ...TICK, value: title, position: 'insideBottom', offset: -10 }}
    />
  );
}

const bottomTick = (tick: XAxisTickContentProps) => <BottomTick {...tick} />;

/** Centred below its tick; shifted inwards if an edge of the chart would cut it off. */
function BottomTick({ payload, index, x, y, className = '', tickFormatter: format }: XAxisTickContentProps) {
  const label = format === undefined ? String(payload.value) : format(payload.value, index);
  const within = tickWithin(Number(x), label, useChartWidth() ?? Number.POSITIVE_INFINITY);
  return (
    <Text {...TICK} className={className} x={within} y={y} textAnchor="middle" verticalAnchor="start">
      {label}
    </Text>
  );
}

/** For rows that have their instant as `atMs`. */
export function TimeAxis({ zoom }: { readonly zoom: ChartZoom }) {
  const { from, to } = zoom.shown;
  return (
    <ZoomedAxis
      zoom={zoom}
      dataKey="atMs"
      ticks={timeTicks(from, to)}
      tickFormatter={(atMs: number) => formatTimeTick(atMs, to - from)}
      minTickGap={28}
      // If there is not room for all, the omitted ones are evenly spread.
      interval="equidistantPreserveStart"
    />
  );
}

type ZoomedAxisProps = Parameters<typeof BottomAxis>[0] & { readonly zoom: ChartZoom };

/** Shows the visible range. */
export function ZoomedAxis({ zoom, ...axis }: ZoomedAxisProps) {
  const { from, to } = zoom.shown;
  return (
    <>
      <BottomAxis type="number" domain={[from, to]} allowDataOverflow {...axis} />
      <ZoomArea zoom={zoom} />
    </>
  );
}

/** Receives gestures and shows the selection of a drag. */
export function ZoomArea({ zoom: { plot, selection } }: { readonly zoom: FigureZoom }) {
  const area = usePlotArea();
  if (area === undefined) return null;
  const [start, end] = selection ?? [0, 0];
  const x = area.x + Math.min(start, end) * area.width;
  return (
    <g className={classes.zoom}>
      <rect ref={plot} x={area.x} y={area.y} width={area.width} height={area.height} fill="none" />
      {selection !== null && <rect x={x} y={area.y} width={Math.abs(end - start) * area.width} height={area.height} />}
    </g>
  );
}

export interface ValueAxisProps extends Pick<YAxisProps, 'dataKey' | 'yAxisId' | 'width'> {
  readonly scale: ValueScale;
  readonly title?: string;
  readonly side?: 'left' | 'right';
  /** Approximate number of ticks. */
  readonly count?: number;
  /** Formats the ticks. Without it they are written in full, with as many decimals as they need. */
  readonly format?: (ticks: readonly number[]) => (value: number) => string;
}

const TITLE_PLACES = {
  left: { angle: -90, position: 'insideLeft', offset: 6 },
  right: { angle: 90, position: 'insideRight', offset: 6 },
} as const;

export function ValueAxis({ scale, title, side = 'left', count = WANTED_TICKS, format, ...rest }: ValueAxisProps) {
  const ticks = scale.ticks(count);
  return (
    <>
      <CartesianGrid yAxisId={rest.yAxisId ?? 0} stroke="var(--line)" vertical={false} />
      <YAxis
        {...AXIS}
        {...rest}
        type="number"
        orientation={side}
        domain={scale.domain()}
        ticks={ticks}
        tickFormatter={format?.(ticks) ?? scale.tickFormat(count, 'f')}
        label={title === undefined ? false : { ...TICK, value: title, ...TITLE_PLACES[side] }}
      />
    </>
  );
}
