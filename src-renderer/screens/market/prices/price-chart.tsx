/**
 * Candles of a listing with the volume below: green and hollow if the price rose, red and filled if it fell. Arrow keys
 * move along it.
 */
import { useMemo } from 'react';
import { Link } from 'react-router';
import {
  Bar,
  type BarShapeProps,
  ComposedChart,
  DefaultZIndexes,
  ReferenceDot,
  ReferenceLine,
  useActiveTooltipCoordinate,
  useIsTooltipActive,
  usePlotArea,
  useYAxisInverseScale,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts';
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { type InstrumentRow, useMarketEvents } from '../../../api/market-api.ts';
import { useFillsOf } from '../../../api/records-api.ts';
import { BottomAxis, ValueAxis, ZoomArea } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, NO_ANIMATION } from '../../../components/charts/chart-figure.tsx';
import { type ChartSeries, chartLines, timed } from '../../../components/charts/chart-lines.ts';
import { ChartCard, ChartTooltip, useRowAtPointer } from '../../../components/charts/chart-tooltip.tsx';
import type { FigureZoom } from '../../../components/charts/use-chart-zoom.ts';
import { formatCount, priceFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { isAbout } from '../../../components/market/format-market-event.ts';
import { paths } from '../../../paths.ts';
import { type EventMark, eventMarks, type FillMark, fillMarks, formatFill, formatFillMark } from './chart-marks.ts';
import { INTERVAL_MS } from './chart-window.ts';
import classes from './market-chart.module.css';
import { barTicks, formatTick, type PriceBar, priceScale } from './price-scale.ts';

/** The volume takes the lowest eighth. */
const VOLUME_ROOM = 8;

interface PriceChartProps {
  readonly instrument: InstrumentRow;
  readonly list: BarList;
  readonly zoom: FigureZoom;
}

export function PriceChart({ instrument, list, zoom }: PriceChartProps) {
  const { isin, symbol } = instrument;
  const records = useFillsOf(isin).data?.records;
  const market = useMarketEvents().data?.market_events;
  const barMs = INTERVAL_MS[list.interval];
  const fills = useMemo(() => fillMarks(records ?? [], list.bars, list, barMs), [records, list, barMs]);
  const events = useMemo(() => {
    const ofInstrument = (market ?? []).filter((event) => isAbout(event, instrument));
    return eventMarks(ofInstrument, list.bars, barMs);
  }, [market, instrument, list, barMs]);
  const label = `Price of ${symbol} on ${list.exchange} in ${list.currency}`;
  const price = priceFormatter(list.bars.flatMap(({ high, low }) => [high, low]));
  return (
    <ChartFigure label={label} zoom={zoom} csv={() => chartLines(list.bars.map(timed), barSeries(list.currency))}>
      <ComposedChart
        {...chartFrame(366)}
        data={[...list.bars]}
        barCategoryGap={1}
        aria-label={`${label}. Arrow keys go from bar to bar.`}
      >
        <BottomAxis
          dataKey="at"
          ticks={barTicks(list.bars)}
          minTickGap={8}
          tickFormatter={(at: string) => formatTick(at, list.interval)}
        />
        <ValueAxis
          yAxisId="price"
          side="right"
          scale={priceScale(list.bars)}
          count={8}
          width={84}
          title={`Price in ${list.currency}`}
        />
        {/* The volume has its own axes: otherwise, the two bars of an instant would be drawn side by side. */}
        <XAxis xAxisId="volume" dataKey="at" hide />
        <YAxis yAxisId="volume" hide domain={[0, (highest: number) => highest * VOLUME_ROOM]} />
        <ChartTooltip
          card={(bar: PriceBar) => <BarCard bars={list.bars} reported={bar} price={price} marks={fills} />}
        />
        <Bar {...NO_ANIMATION} xAxisId="volume" yAxisId="volume" dataKey="volume" fill="var(--line-strong)" />
        <Bar {...NO_ANIMATION} yAxisId="price" dataKey={(bar: PriceBar) => [bar.low, bar.high]} shape={Candle} />
        <ChartAnnotations fills={fills} events={events} />
        <PriceLine price={price} />
        <ZoomArea zoom={zoom} />
      </ComposedChart>
      <figcaption>
        Hollow green bars: the price rose. Solid red bars: it fell. Grey: expected volume in shares.
        {fills.length > 0 && ' ▲ bought, ▼ sold; hollow: at another exchange.'}
      </figcaption>
    </ChartFigure>
  );
}

function barSeries(unit: string): ChartSeries<PriceBar>[] {
  return [
    { name: 'Open', unit, value: ({ open }) => open },
    { name: 'High', unit, value: ({ high }) => high },
    { name: 'Low', unit, value: ({ low }) => low },
    { name: 'Close', unit, value: ({ close }) => close },
    { name: 'Expected volume', unit: 'shares', value: ({ volume }) => volume },
  ];
}

const MIN_BODY_PX = 1;
const MAX_WIDTH_PX = 11;

/** A wick from low to high and a body from open to close, at Recharts' pixel position for the bar from low to high. */
function Candle({ x = 0, y = 0, width = 0, height = 0, payload }: BarShapeProps & { readonly payload?: PriceBar }) {
  if (payload === undefined) return null;
  const { open, high, low, close } = payload;
  const perPrice = high > low ? height / (high - low) : 0;
  const bodyWidth = Math.max(1, Math.min(MAX_WIDTH_PX, width - 2));
  const middle = x + width / 2;
  const colour = close >= open ? 'var(--ok)' : 'var(--fail)';
  return (
    <g stroke={colour} strokeWidth={1}>
      <line x1={middle} x2={middle} y1={y} y2={y + height} />
      <rect
        x={middle - bodyWidth / 2}
        y={y + (high - Math.max(open, close)) * perPrice}
        width={bodyWidth}
        height={Math.max(MIN_BODY_PX, Math.abs(open - close) * perPrice)}
        fill={close >= open ? 'var(--panel)' : colour}
      />
    </g>
  );
}

/** The price at the pointer: a horizontal line, and its value at the axis. */
function PriceLine({ price }: { readonly price: (value: number) => string }) {
  const area = usePlotArea();
  const isActive = useIsTooltipActive();
  const y = useActiveTooltipCoordinate()?.y;
  const valueAt = useYAxisInverseScale('price');
  if (!isActive || area === undefined || y === undefined || valueAt === undefined) return null;
  const right = area.x + area.width;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.label}>
      <g className={classes.priceLine} data-at-pointer aria-hidden>
        <line x1={area.x} x2={right} y1={y} y2={y} />
        <rect x={right} y={y - 9} width={PRICE_TAG_PX} height={18} rx={3} />
        <text x={right + 6} y={y} dominantBaseline="central">
          {price(Number(valueAt(y)))}
        </text>
      </g>
    </ZIndexLayer>
  );
}

const PRICE_TAG_PX = 64;
const TRIANGLE_PX = 5;

/** Fills as triangles that link to the rebalance, market events as dashed lines. */
function ChartAnnotations({ fills, events }: { readonly fills: FillMark[]; readonly events: EventMark[] }) {
  return (
    <>
      {events.map(({ at, isRight, label }) => (
        <ReferenceLine
          key={at}
          yAxisId="price"
          x={at}
          stroke="var(--warn)"
          strokeDasharray="4 3"
          label={{
            value: label,
            position: isRight ? 'insideTopRight' : 'insideTopLeft',
            fill: 'var(--warn)',
            fontSize: 11,
          }}
        />
      ))}
      {fills.map((mark) => (
        <ReferenceDot
          key={mark.key}
          yAxisId="price"
          x={mark.at}
          y={mark.price}
          ifOverflow="hidden"
          shape={({ cx = 0, cy = 0 }) => <Triangle mark={mark} x={cx} y={cy} />}
        />
      ))}
    </>
  );
}

/**
 * Points at its price from below for a buy, from above for a sell; hollow for another exchange. For the keyboard, the
 * table has it.
 */
function Triangle({ mark, x, y }: { readonly mark: FillMark; readonly x: number; readonly y: number }) {
  const down = mark.side === 'buy' ? 1 : -1;
  const base = y + down * TRIANGLE_PX * 2;
  const colour = mark.side === 'buy' ? 'var(--buy)' : 'var(--sell)';
  return (
    <Link to={paths.rebalance(mark.fills[0]?.rebalance_id ?? '')} tabIndex={-1} aria-label={formatFillMark(mark)}>
      <path
        className={classes.fillMark}
        data-fill
        d={`M${x},${y} L${x - TRIANGLE_PX},${base} L${x + TRIANGLE_PX},${base} Z`}
        fill={mark.isElsewhere ? 'var(--panel)' : colour}
        stroke={colour}
        strokeWidth={1.5}
      />
    </Link>
  );
}

interface BarCardProps {
  readonly bars: readonly PriceBar[];
  readonly reported: PriceBar;
  readonly price: (value: number) => string;
  readonly marks: readonly FillMark[];
}

/** More would hide the chart; the table below has them all. */
const MAX_FILLS = 4;

/** Its four prices, its volume, and its fills. */
function BarCard({ bars, reported, price, marks }: BarCardProps) {
  const bar = useRowAtPointer(bars, reported);
  const fills = marks.filter(({ at }) => at === bar.at).flatMap((mark) => mark.fills);
  const values = [
    ['Open', price(bar.open)],
    ['High', price(bar.high)],
    ['Low', price(bar.low)],
    ['Close', price(bar.close)],
    ['Expected volume', formatCount(bar.volume)],
  ] as const;
  return (
    <ChartCard title={formatInstant(bar.at)} values={values}>
      {fills.length > 0 && (
        <ul>
          {fills.slice(0, MAX_FILLS).map((fill) => (
            <li key={fill.fill_id}>{formatFill(fill)}</li>
          ))}
          {fills.length > MAX_FILLS && <li>and {fills.length - MAX_FILLS} more, in the table</li>}
        </ul>
      )}
    </ChartCard>
  );
}
