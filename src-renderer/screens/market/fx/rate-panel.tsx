/** One rate over time as a line; the span is chosen above it. */
import { SegmentedControl, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import type { RatePath } from '../../../../src-server/contract/control/market/market-rates.ts';
import { useRatePath } from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { signedPercent } from '../../../components/market/format-market-event.ts';
import classes from '../market.module.css';
import { RATE_SPAN_LIST, RATE_SPAN_WORDS, type RateSpan } from './rate-spans.ts';
import { rateText } from './rate-text.ts';

interface RatePanelProps {
  readonly currency: string;
  readonly span: RateSpan;
  readonly onSpan: (span: RateSpan) => void;
}

const HEIGHT_PX = 216;
const TICK = { fill: 'var(--ink-3)', fontSize: 11 };

export function RatePanel({ currency, span, onSpan }: RatePanelProps) {
  const read = useRatePath(currency, span);
  return (
    <Panel
      title={`EUR/${currency}`}
      side={<SegmentedControl<RateSpan> aria-label="Span" data={[...RATE_SPAN_LIST]} value={span} onChange={onSpan} />}
    >
      <QueryBoundary read={read} doing="Reading the rate">
        {(data) => <RateLine path={data} />}
      </QueryBoundary>
    </Panel>
  );
}

function RateLine({ path: { currency, span, points } }: { readonly path: RatePath }) {
  const { ref, width } = useElementSize();
  const label = `EUR/${currency} over time`;
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className={classes.priceChart} data-chart="price" aria-label={label} ref={ref}>
      {width > 0 && (
        <LineChart
          width={width}
          height={HEIGHT_PX}
          data={[...points]}
          margin={{ top: 10, right: 8, bottom: 14, left: 8 }}
          aria-label={`${label}. Arrow keys go from point to point.`}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="at"
            tick={TICK}
            minTickGap={40}
            tickFormatter={(at: string) =>
              span === '1d' || span === '1w' ? at.slice(5, 16).replace('T', ' ') : at.slice(0, 10)
            }
            stroke="var(--line-strong)"
            label={{ ...TICK, value: 'virtual UTC', position: 'insideBottom', offset: -10 }}
          />
          <YAxis
            orientation="right"
            domain={['auto', 'auto']}
            tick={TICK}
            width={62}
            tickFormatter={(rate: number) => rate.toFixed(4)}
            stroke="var(--line-strong)"
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ payload }) => (
              <PointCard point={payload?.[0]?.payload as RatePath['points'][number] | undefined} />
            )}
          />
          <Line dataKey="per_eur" stroke="var(--brand)" strokeWidth={1.5} dot={false} isAnimationActive={false} />
        </LineChart>
      )}
      {first !== undefined && last !== undefined && (
        <Text component="figcaption" c="dimmed">
          {currency} for one euro, mid: {rateText(last.per_eur)} now, {signedPercent(last.per_eur / first.per_eur - 1)}{' '}
          in {RATE_SPAN_WORDS[span]}.
        </Text>
      )}
    </figure>
  );
}

function PointCard({ point }: { readonly point: RatePath['points'][number] | undefined }) {
  if (point === undefined) return null;
  return (
    <div className="chart-card">
      <strong>{formatInstant(point.at)}</strong>
      <div>{rateText(point.per_eur)}</div>
    </div>
  );
}
