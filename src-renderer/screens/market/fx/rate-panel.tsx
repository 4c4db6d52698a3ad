/** One rate over time as a line; the span is chosen above it. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { Line, LineChart } from 'recharts';
import type { RatePath } from '../../../../src-server/contract/control/market/market-rates.ts';
import { type RateSpan, useRatePath } from '../../../api/market-api.ts';
import { TimeAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, LINE } from '../../../components/charts/chart-figure.tsx';
import { chartLines } from '../../../components/charts/chart-lines.ts';
import { scaleAround } from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../components/charts/chart-tooltip.tsx';
import { rowsInRange } from '../../../components/charts/chart-zoom.ts';
import { LengthChoice } from '../../../components/charts/length-choice.tsx';
import { useChartZoom } from '../../../components/charts/use-chart-zoom.ts';
import { EarlierFigures } from '../../../components/feedback/earlier-figures.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useChangeSearch } from '../../../components/format/current-search-params.ts';
import { formatRate, signedPercent } from '../../../components/format/format-number.ts';
import { formatEpoch } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';

const SPANS: readonly RateSpan[] = ['1d', '1w', '1m', '1y', '5y'];
const SPAN_LABELS: Readonly<Record<RateSpan, string>> = {
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
  const query = useRatePath(currency, span);
  return (
    <Panel
      title={`EUR/${currency}`}
      side={
        <LengthChoice
          of="Range"
          label="Range"
          lengths={SPANS}
          value={span}
          onChange={(chosen) => change({ span: chosen })}
        />
      }
    >
      <QueryBoundary query={query} doing="Loading the rate">
        {(path) => (
          <EarlierFigures isEarlier={query.isPlaceholderData}>
            <RateLine key={path.span} {...path} />
          </EarlierFigures>
        )}
      </QueryBoundary>
    </Panel>
  );
}

type RateRow = Readonly<Record<'atMs' | 'rate', number>>;

function RateLine({ currency, span, points }: RatePath) {
  const label = `EUR/${currency} over time`;
  const all = useMemo(() => points.map(({ at, per_eur: rate }) => ({ atMs: Date.parse(at), rate })), [points]);
  const zoom = useChartZoom({ from: all[0]?.atMs ?? 0, to: all.at(-1)?.atMs ?? 0 });
  const rows = rowsInRange(all, zoom.shown);
  const rates = rows.map(({ rate }) => rate);
  const [first, last] = [all[0]?.rate, all.at(-1)?.rate];
  const series = [{ name: `EUR/${currency}`, value: ({ rate }: RateRow) => rate }];
  return (
    <ChartFigure label={label} zoom={zoom} csv={() => chartLines(all, series, zoom.shown)}>
      <LineChart {...chartFrame(216)} data={rows} aria-label={`${label}. Arrow keys go from point to point.`}>
        <TimeAxis zoom={zoom} />
        <ValueAxis side="right" scale={scaleAround(Math.min(...rates), Math.max(...rates))} width={62} />
        <ChartTooltip
          card={({ atMs, rate }: RateRow) => <ChartCard title={formatEpoch(atMs)}>{formatRate(rate)}</ChartCard>}
        />
        <Line {...LINE} dataKey="rate" stroke="var(--brand)" />
      </LineChart>
      {first !== undefined && last !== undefined && (
        <figcaption>
          {currency} for one euro, mid: {formatRate(last)} now, {signedPercent(last / first - 1)} in {SPAN_LABELS[span]}
          .
        </figcaption>
      )}
    </ChartFigure>
  );
}
