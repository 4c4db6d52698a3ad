/** One rate over time as a line; the span is chosen above it. */
import { SegmentedControl } from '@mantine/core';
import { Line, LineChart } from 'recharts';
import type { RatePath } from '../../../../src-server/contract/control/market/market-rates.ts';
import { useRatePath } from '../../../api/market-api.ts';
import { BottomAxis, ValueAxis } from '../../../components/charts/chart-axes.tsx';
import { ChartFigure, chartFrame, LINE } from '../../../components/charts/chart-figure.tsx';
import { scaleAround } from '../../../components/charts/chart-scales.ts';
import { ChartCard, ChartTooltip } from '../../../components/charts/chart-tooltip.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { signedPercent } from '../../../components/market/format-market-event.ts';
import { RATE_SPAN_LABELS, RATE_SPAN_LIST, type RateSpan, rateText } from './format-rate.ts';

interface RatePanelProps {
  readonly currency: string;
  readonly span: RateSpan;
  readonly onSpan: (span: RateSpan) => void;
}

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
  const label = `EUR/${currency} over time`;
  const rates = points.map((point) => point.per_eur);
  const [first, last] = [rates[0], rates.at(-1)];
  return (
    <ChartFigure label={label}>
      <LineChart {...chartFrame(216)} data={[...points]} aria-label={`${label}. Arrow keys go from point to point.`}>
        <BottomAxis
          dataKey="at"
          minTickGap={40}
          tickFormatter={(at: string) =>
            span === '1d' || span === '1w' ? at.slice(5, 16).replace('T', ' ') : at.slice(0, 10)
          }
        />
        <ValueAxis side="right" scale={scaleAround(Math.min(...rates), Math.max(...rates))} width={62} />
        <ChartTooltip
          card={({ at, per_eur: rate }: RatePath['points'][number]) => (
            <ChartCard title={formatInstant(at)}>{rateText(rate)}</ChartCard>
          )}
        />
        <Line {...LINE} dataKey="per_eur" stroke="var(--brand)" />
      </LineChart>
      {first !== undefined && last !== undefined && (
        <figcaption>
          {currency} for one euro, mid: {rateText(last)} now, {signedPercent(last / first - 1)} in{' '}
          {RATE_SPAN_LABELS[span]}.
        </figcaption>
      )}
    </ChartFigure>
  );
}
