/** One rate over time as a line; the span is chosen above it. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { RatePath } from '../../../../src-server/contract/control/market/market-rates.ts';
import { type RateSpan, useRatePath } from '../../../api/market-api.ts';
import { ChartFigure } from '../../../components/charts/chart-figure.tsx';
import { chartLines } from '../../../components/charts/chart-lines.ts';
import { LengthChoice } from '../../../components/charts/length-choice.tsx';
import { TimeChart } from '../../../components/charts/time-chart.tsx';
import { useChartZoom } from '../../../components/charts/use-chart-zoom.ts';
import { EarlierFigures } from '../../../components/feedback/earlier-figures.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useChangeSearch } from '../../../components/format/current-search-params.ts';
import { formatRate, signedPercent } from '../../../components/format/format-number.ts';
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
  const rows = useMemo(() => points.map(({ at, per_eur: rate }) => ({ atMs: Date.parse(at), rate })), [points]);
  const zoom = useChartZoom({ from: rows[0]?.atMs ?? 0, to: rows.at(-1)?.atMs ?? 0 });
  const [first, last] = [rows[0]?.rate, rows.at(-1)?.rate];
  const lines = [{ name: `EUR/${currency}`, value: ({ rate }: RateRow) => rate }];
  return (
    <ChartFigure label={label} zoom={zoom} csv={() => chartLines(rows, lines, zoom.shown)}>
      <TimeChart
        {...{ label, zoom, rows, lines }}
        heightPx={216}
        width={62}
        side="right"
        card={({ rate }) => ({ children: formatRate(rate) })}
      />
      {first !== undefined && last !== undefined && (
        <figcaption>
          {currency} for one euro, mid: {formatRate(last)} now, {signedPercent(last / first - 1)} in {SPAN_LABELS[span]}
          .
        </figcaption>
      )}
    </ChartFigure>
  );
}
