/** One rate over time as a line; the span is chosen above it. */
import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { Line, LineChart } from 'recharts';
import type { RatePath } from '../../../../src-server/contract/control/market/market-rates.ts';
import { type RateSpan, useRatePath } from '../../../api/market-api.ts';
import { BottomAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, LINE } from '../../../components/charts/chart-figure.tsx';
import { scaleAround } from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../components/charts/chart-tooltip.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useChangeSearch } from '../../../components/format/current-search-params.ts';
import { formatRate, signedPercent } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';

const SPANS: readonly RateSpan[] = ['1d', '1w', '1m', '1y', '5y'];
const SPAN_WORDS: Readonly<Record<RateSpan, string>> = {
  '1d': 'a day',
  '1w': 'a week',
  '1m': 'a month',
  '1y': 'a year',
  '5y': 'five years',
};

export function RatePanel({ currency }: { readonly currency: string }) {
  const [params] = useSearchParams();
  const change = useChangeSearch();
  const span = SPANS.find((each) => each === params.get('span')) ?? '1m';
  return (
    <Panel
      title={`EUR/${currency}`}
      side={
        <SegmentedControl
          aria-label="Span"
          data={[...SPANS]}
          value={span}
          onChange={(chosen) => change({ span: chosen })}
        />
      }
    >
      <QueryBoundary read={useRatePath(currency, span)} doing="Reading the rate">
        {(path) => <RateLine {...path} />}
      </QueryBoundary>
    </Panel>
  );
}

function RateLine({ currency, span, points }: RatePath) {
  const label = `EUR/${currency} over time`;
  const rates = points.map((point) => point.per_eur);
  const [first, last] = [rates[0], rates.at(-1)];
  const formatTick = (at: string) =>
    span === '1d' || span === '1w' ? at.slice(5, 16).replace('T', ' ') : at.slice(0, 10);
  return (
    <ChartFigure label={label}>
      <LineChart {...chartFrame(216)} data={[...points]} aria-label={`${label}. Arrow keys go from point to point.`}>
        <BottomAxis dataKey="at" minTickGap={40} tickFormatter={formatTick} />
        <ValueAxis side="right" scale={scaleAround(Math.min(...rates), Math.max(...rates))} width={62} />
        <ChartTooltip
          card={({ at, per_eur: rate }: RatePath['points'][number]) => (
            <ChartCard title={formatInstant(at)}>{formatRate(rate)}</ChartCard>
          )}
        />
        <Line {...LINE} dataKey="per_eur" stroke="var(--brand)" />
      </LineChart>
      {first !== undefined && last !== undefined && (
        <figcaption>
          {currency} for one euro, mid: {formatRate(last)} now, {signedPercent(last / first - 1)} in {SPAN_WORDS[span]}.
        </figcaption>
      )}
    </ChartFigure>
  );
}
