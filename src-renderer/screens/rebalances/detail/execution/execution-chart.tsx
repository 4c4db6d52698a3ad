/** The mid of a listing while an order was executed: its fills as points of their size, its limit and estimate as lines. */

import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { CartesianGrid, ReferenceLine, Scatter, ScatterChart, Tooltip, XAxis, YAxis, ZAxis } from 'recharts';
import type { BarList } from '../../../../../src-server/contract/control/market/market-prices.ts';
import type { OrderWire } from '../../../../../src-server/contract/service/form-b.ts';
import { roundTicksBetween, tickDecimals, timeTicks } from '../../../../components/charts/round-ticks.ts';
import { formatPercent, priceFormatter, quantityFormatter } from '../../../../components/format/format-number.ts';
import { formatEpoch } from '../../../../components/format/format-time.ts';
import classes from '../rebalance.module.css';
import { type FillPoint, fillPoints, type MidPoint, midPoints, priceDomain } from './execution-points.ts';

interface ExecutionChartProps {
  readonly order: OrderWire;
  readonly symbol: string;
  readonly list: BarList;
  /** Null: at market. */
  readonly limitPrice: number | null;
}

const HEIGHT_PX = 260;
const TICK = { fill: 'var(--ink-3)', fontSize: 11 };
/** Areas of the smallest and the largest fill, in square pixels. */
const FILL_AREAS: [number, number] = [36, 260];

export function ExecutionChart({ order, symbol, list, limitPrice }: ExecutionChartProps) {
  const { ref, width } = useElementSize();
  const mids = midPoints(list);
  const fills = fillPoints(order);
  const domain = priceDomain([...[...mids, ...fills].map((point) => point.price), order.estimated_price]);
  const price = priceFormatter([...mids, ...fills].map((point) => point.price));
  const limit = limitPlace(limitPrice, domain);
  return (
    <figure
      className={classes.executionChart}
      data-chart="execution"
      aria-label={`Mid of ${symbol} on ${order.exchange} while the order was executed, with ${fills.length} fills; the table of fills has the same numbers`}
      ref={ref}
    >
      {width > 0 && (
        <ScatterChart
          width={width - 24}
          height={HEIGHT_PX}
          margin={{ top: 8, right: 12, bottom: 14, left: 60 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          {axes(domain, mids, list.currency)}
          {guide(order.estimated_price, 'estimate', 'var(--ink-3)')}
          {limit === 'in sight' && limitPrice !== null && guide(limitPrice, 'limit', 'var(--warn)')}
          <Tooltip
            isAnimationActive={false}
            cursor={false}
            content={({ payload }) => (
              <PointCard point={payload?.[0]?.payload as MidPoint | FillPoint | undefined} price={price} />
            )}
          />
          <Scatter
            data={mids}
            line={{ stroke: 'var(--brand)', strokeWidth: 1.5 }}
            shape={<g />}
            legendType="none"
            isAnimationActive={false}
          />
          <Scatter
            data={fills}
            fill={order.side === 'buy' ? 'var(--buy)' : 'var(--sell)'}
            fillOpacity={0.75}
            isAnimationActive={false}
          />
        </ScatterChart>
      )}
      <Caption limit={limit} text={limitPrice === null ? '' : price(limitPrice)} />
    </figure>
  );
}

type LimitPlace = 'none' | 'in sight' | 'out of sight';

function Caption({ limit, text }: { readonly limit: LimitPlace; readonly text: string }) {
  return (
    <Text component="figcaption" c="dimmed">
      Line: mid. Points: fills, larger for more shares. Broken line: the mid when it was planned
      {limit === 'none' && '. It was sent at market, without a limit.'}
      {limit === 'in sight' && ', and the limit.'}
      {limit === 'out of sight' && `. Its limit, ${text}, lies out of sight.`}
    </Text>
  );
}

/** A limit far from where it traded would press all the rest into a line. */
function limitPlace(limitPrice: number | null, [low, high]: [number, number]): LimitPlace {
  if (limitPrice === null) return 'none';
  return limitPrice >= low && limitPrice <= high ? 'in sight' : 'out of sight';
}

function axes(domain: [number, number], mids: readonly MidPoint[], currency: string) {
  const [fromMs, toMs] = [mids[0]?.atMs ?? 0, mids.at(-1)?.atMs ?? 0];
  const isWithinDay = formatEpoch(fromMs).slice(0, 10) === formatEpoch(toMs).slice(0, 10);
  const prices = roundTicksBetween(...domain);
  return (
    <>
      <XAxis
        type="number"
        dataKey="atMs"
        domain={[fromMs, toMs]}
        ticks={timeTicks(fromMs, toMs)}
        tick={TICK}
        tickFormatter={(atMs: number) => (isWithinDay ? formatEpoch(atMs).slice(11) : formatEpoch(atMs).slice(5, 16))}
        stroke="var(--line-strong)"
        label={{ ...TICK, value: 'virtual UTC', position: 'insideBottom', offset: -10 }}
      />
      <YAxis
        type="number"
        dataKey="price"
        orientation="right"
        domain={domain}
        ticks={prices}
        tick={TICK}
        tickFormatter={(value: number) => value.toFixed(tickDecimals(prices))}
        width={68}
        stroke="var(--line-strong)"
        label={{ ...TICK, value: `Price in ${currency}`, angle: 90, position: 'insideRight', offset: 6 }}
      />
      <ZAxis type="number" dataKey="share" range={FILL_AREAS} />
    </>
  );
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

interface PointCardProps {
  readonly point: MidPoint | FillPoint | undefined;
  readonly price: (value: number) => string;
}

function PointCard({ point, price }: PointCardProps) {
  if (point === undefined || !('quantity' in point)) return null;
  return (
    <div className={`chart-card ${classes.executionCard}`}>
      <strong>{formatEpoch(point.atMs)}</strong>
      <div>
        {quantityFormatter([point.quantity])(point.quantity)} at {price(point.price)}, {formatPercent(point.share)} of
        the order
      </div>
    </div>
  );
}
