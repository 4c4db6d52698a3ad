/**
 * The mid of a listing while an order was executed: its fills as points scaled by size, its limit and estimate as
 * lines.
 */
import { ComposedChart, Line, ReferenceLine, Scatter } from 'recharts';
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { TimeAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, LINE, NO_ANIMATION } from '../../../components/charts/chart-figure.tsx';
import { type ChartSeries, chartLines } from '../../../components/charts/chart-lines.ts';
import { scaleBetween } from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../components/charts/chart-tooltip.tsx';
import { rowsInRange } from '../../../components/charts/chart-zoom.ts';
import { useChartZoom } from '../../../components/charts/use-chart-zoom.ts';
import { formatPercent, priceFormatter, quantityFormatter } from '../../../components/format/format-number.ts';
import { formatEpoch } from '../../../components/format/format-time.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import { type ExecutionRow, executionRows, fillPoints, midPoints, priceDomain } from './execution-points.ts';

interface ExecutionChartProps {
  readonly order: OrderWire;
  readonly list: BarList;
  /** Null: at market. */
  readonly limitPrice: number | null;
}

/** Radii of the smallest and the largest fill, in pixels. */
const [MIN_PX, MAX_PX] = [3.5, 9];

export function ExecutionChart({ order, list, limitPrice }: ExecutionChartProps) {
  const symbol = symbolOf(order.isin, useInstrumentsByIsin());
  const mids = midPoints(list);
  const fills = fillPoints(order);
  const zoom = useChartZoom({ from: mids[0]?.atMs ?? 0, to: mids.at(-1)?.atMs ?? 0 });
  const all = executionRows(mids, fills);
  const rows = rowsInRange(all, zoom.shown);
  const prices = rows.flatMap((row) => row.price ?? row.mid ?? []);
  const domain = priceDomain(zoom.isZoomed ? prices : [...prices, order.estimated_price]);
  const price = priceFormatter(prices);
  // A limit far from the traded prices would compress the rest to a line.
  const isLimitVisible = limitPrice !== null && limitPrice >= domain[0] && limitPrice <= domain[1];
  const colour = order.side === 'buy' ? 'var(--buy)' : 'var(--sell)';
  return (
    <ChartFigure
      label={`Mid of ${symbol} on ${order.exchange} while the order was executed, with ${fills.length} fills; the table of fills has the same numbers`}
      name={`Execution of ${symbol} on ${order.exchange}`}
      zoom={zoom}
      csv={() => chartLines(all, seriesIn(list.currency), zoom.shown)}
    >
      <ComposedChart
        {...chartFrame(260)}
        margin={{ top: 8, right: 12, bottom: 14, left: 60 }}
        data={rows}
        aria-label={`Execution of ${symbol} on ${order.exchange}. Arrow keys go from point to point.`}
      >
        <TimeAxis zoom={zoom} />
        <ValueAxis side="right" scale={scaleBetween(...domain)} width={68} title={`Price in ${list.currency}`} />
        {guide(order.estimated_price, 'estimate', 'var(--ink-3)')}
        {isLimitVisible && guide(limitPrice, 'limit', 'var(--warn)')}
        <ChartTooltip card={(row: ExecutionRow) => <RowCard row={row} price={price} />} />
        <Line {...LINE} dataKey="mid" stroke="var(--brand)" connectNulls />
        <Scatter
          {...NO_ANIMATION}
          dataKey="price"
          fill={colour}
          fillOpacity={0.75}
          shape={({ cx = 0, cy = 0, payload }: FillShapeProps) =>
            payload?.share == null ? (
              <g />
            ) : (
              <circle cx={cx} cy={cy} r={radiusOf(payload.share)} fill={colour} fillOpacity={0.75} />
            )
          }
        />
      </ComposedChart>
      <figcaption>
        Line: mid. Points: fills, larger for more shares. Dashed line: the mid at planning
        {formatLimit(limitPrice === null ? null : price(limitPrice), isLimitVisible)}
      </figcaption>
    </ChartFigure>
  );
}

interface FillShapeProps {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
  readonly payload?: ExecutionRow;
}

/** The area of a point grows with its share of the order. */
const radiusOf = (share: number) => MIN_PX + (MAX_PX - MIN_PX) * Math.sqrt(share);

function seriesIn(currency: string): ChartSeries<ExecutionRow>[] {
  return [
    { name: 'Mid', unit: currency, value: ({ mid }) => mid },
    { name: 'Fill price', unit: currency, value: ({ price }) => price },
    { name: 'Filled', unit: 'shares', value: ({ quantity }) => quantity },
  ];
}

function RowCard({ row, price }: { readonly row: ExecutionRow; readonly price: (value: number) => string }) {
  const { atMs, mid, quantity, share } = row;
  return (
    <ChartCard title={formatEpoch(atMs)} values={mid === null ? [] : [['Mid', price(mid)]]}>
      {row.price !== null && quantity !== null && share !== null && (
        <>
          {quantityFormatter([quantity])(quantity)} at {price(row.price)}, {formatPercent(share)} of the order
        </>
      )}
    </ChartCard>
  );
}

function formatLimit(limit: string | null, isVisible: boolean): string {
  if (limit === null) return '. It was sent as a market order, without a limit.';
  return isVisible ? ', and the limit.' : `. Its limit, ${limit}, is outside the chart.`;
}

function guide(price: number, label: string, colour: string) {
  return (
    <ReferenceLine
      y={price}
      stroke={colour}
      strokeDasharray="5 4"
      label={{ value: label, position: 'left', fill: colour, fontSize: 11 }}
    />
  );
}
