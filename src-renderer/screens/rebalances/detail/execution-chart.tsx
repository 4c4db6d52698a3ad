/** The mid of a listing while an order was executed: its fills as points of their size, its limit and estimate as lines. */
import { ReferenceLine, Scatter, ScatterChart, ZAxis } from 'recharts';
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { TimeAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, STILL } from '../../../components/charts/chart-figure.tsx';
import { scaleBetween } from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../components/charts/chart-tooltip.tsx';
import { formatPercent, priceFormatter, quantityFormatter } from '../../../components/format/format-number.ts';
import { formatEpoch } from '../../../components/format/format-time.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import { type FillPoint, fillPoints, type MidPoint, midPoints, priceDomain } from './execution-points.ts';

interface ExecutionChartProps {
  readonly order: OrderWire;
  readonly list: BarList;
  /** Null: at market. */
  readonly limitPrice: number | null;
}

/** Areas of the smallest and the largest fill, in square pixels. */
const FILL_AREAS: [number, number] = [36, 260];

export function ExecutionChart({ order, list, limitPrice }: ExecutionChartProps) {
  const symbol = symbolOf(order.isin, useInstrumentsByIsin());
  const mids = midPoints(list);
  const fills = fillPoints(order);
  const domain = priceDomain([...[...mids, ...fills].map((point) => point.price), order.estimated_price]);
  const price = priceFormatter([...mids, ...fills].map((point) => point.price));
  // A limit far from where it traded would press all the rest into a line.
  const isLimitInSight = limitPrice !== null && limitPrice >= domain[0] && limitPrice <= domain[1];
  return (
    <ChartFigure
      label={`Mid of ${symbol} on ${order.exchange} while the order was executed, with ${fills.length} fills; the table of fills has the same numbers`}
    >
      <ScatterChart
        {...chartFrame(260)}
        margin={{ top: 8, right: 12, bottom: 14, left: 60 }}
        accessibilityLayer={false}
      >
        <TimeAxis fromMs={mids[0]?.atMs ?? 0} toMs={mids.at(-1)?.atMs ?? 0} />
        <ValueAxis
          dataKey="price"
          side="right"
          scale={scaleBetween(...domain)}
          width={68}
          title={`Price in ${list.currency}`}
        />
        <ZAxis type="number" dataKey="share" range={FILL_AREAS} />
        {guide(order.estimated_price, 'estimate', 'var(--ink-3)')}
        {isLimitInSight && guide(limitPrice, 'limit', 'var(--warn)')}
        <ChartTooltip
          cursor={false}
          card={(point: MidPoint | FillPoint) =>
            'quantity' in point && (
              <ChartCard title={formatEpoch(point.atMs)}>
                {quantityFormatter([point.quantity])(point.quantity)} at {price(point.price)},{' '}
                {formatPercent(point.share)} of the order
              </ChartCard>
            )
          }
        />
        <Scatter
          {...STILL}
          data={mids}
          line={{ stroke: 'var(--brand)', strokeWidth: 1.5 }}
          shape={<g />}
          legendType="none"
        />
        <Scatter
          {...STILL}
          data={fills}
          fill={order.side === 'buy' ? 'var(--buy)' : 'var(--sell)'}
          fillOpacity={0.75}
        />
      </ScatterChart>
      <figcaption>
        Line: mid. Points: fills, larger for more shares. Broken line: the mid when it was planned
        {formatLimit(limitPrice === null ? null : price(limitPrice), isLimitInSight)}
      </figcaption>
    </ChartFigure>
  );
}

function formatLimit(limit: string | null, isInSight: boolean): string {
  if (limit === null) return '. It was sent at market, without a limit.';
  return isInSight ? ', and the limit.' : `. Its limit, ${limit}, lies out of sight.`;
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
