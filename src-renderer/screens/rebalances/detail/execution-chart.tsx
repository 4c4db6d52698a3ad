/**
 * The mid of a listing while an order was executed: its fills as points scaled by size, its limit and estimate as
 * lines.
 */
import { ReferenceLine, Scatter } from 'recharts';
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { ChartFigure, NO_ANIMATION } from '../../../components/charts/chart-figure.tsx';
import { type ChartSeries, chartLines } from '../../../components/charts/chart-lines.ts';
import { scaleBetween } from '../../../components/charts/chart-scales.ts';
import { rowsInRange } from '../../../components/charts/chart-zoom.ts';
import { type TimeCard, TimeChart } from '../../../components/charts/time-chart.tsx';
import { useChartZoom } from '../../../components/charts/use-chart-zoom.ts';
import { formatPercent, priceFormatter, quantityFormatter } from '../../../components/format/format-number.ts';
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
  const rows = executionRows(mids, fills);
  const prices = rowsInRange(rows, zoom.shown).flatMap((row) => row.price ?? row.mid ?? []);
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
      csv={() => chartLines(rows, seriesIn(list.currency), zoom.shown)}
    >
      <TimeChart
        {...{ zoom, rows }}
        label={`Execution of ${symbol} on ${order.exchange}`}
        heightPx={260}
        leftPx={60}
        lines={[{ name: 'Mid', value: ({ mid }) => mid, connectNulls: true }]}
        scale={() => scaleBetween(...domain)}
        width={68}
        side="right"
        title={`Price in ${list.currency}`}
        card={(row) => cardOf(row, price)}
      >
        {guide(order.estimated_price, 'estimate', 'var(--ink-3)')}
        {isLimitVisible && guide(limitPrice, 'limit', 'var(--warn)')}
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
      </TimeChart>
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

function cardOf({ mid, price, quantity, share }: ExecutionRow, format: (price: number) => string): TimeCard {
  const values: TimeCard['values'] = mid === null ? [] : [['Mid', format(mid)]];
  if (price === null || quantity === null || share === null) return { values };
  const filled = quantityFormatter([quantity])(quantity);
  return { values, children: `${filled} at ${format(price)}, ${formatPercent(share)} of the order` };
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
