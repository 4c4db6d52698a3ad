/** How drift and value came to be what they are: a chart over a span, what it comes to in numbers, and the rebalances on it. */
import { EmptyState, SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { PortfolioHistory } from '../../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { type HistorySpan, usePortfolioHistory } from '../../../../api/portfolios-api.ts';
import { ChartFigure } from '../../../../components/charts/chart-figure.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { Panel } from '../../../../components/layout/panel.tsx';
import { useAddressChoice } from '../use-address-choice.ts';
import type { HistoryMeasure } from './history-rows.ts';
import { HistorySummary } from './history-summary.tsx';
import classes from './portfolio-history.module.css';
import { RebalanceMarks } from './rebalance-marks.tsx';

const HistoryChart = lazy(() => import('./history-chart.tsx').then((m) => ({ default: m.HistoryChart })));

const MEASURES: readonly [HistoryMeasure, HistoryMeasure] = ['drift', 'nav'];
const MEASURE_WORDS: Readonly<Record<HistoryMeasure, string>> = { drift: 'Drift', nav: 'NAV' };
const SPANS: readonly [HistorySpan, ...HistorySpan[]] = ['all', '3m', '1m', '1w', '1d'];

export function HistoryPanel({ portfolio }: { readonly portfolio: PortfolioView }) {
  const [wanted, setMeasure] = useAddressChoice('history', MEASURES);
  const [span, setSpan] = useAddressChoice('span', SPANS);
  // Without targets there is no drift to choose, now.
  const measure = portfolio.has_targets ? wanted : 'nav';
  const read = usePortfolioHistory(portfolio.portfolio_id, span);
  return (
    <Panel
      layoutKey="portfolio/history"
      title="History"
      side={
        <span className={classes.historyChoices}>
          {portfolio.has_targets && (
            <SegmentedControl<HistoryMeasure>
              aria-label="What is drawn over time"
              data={MEASURES.map((value) => ({ value, label: MEASURE_WORDS[value] }))}
              value={measure}
              onChange={setMeasure}
            />
          )}
          <SegmentedControl<HistorySpan>
            aria-label="How far back"
            data={[...SPANS].reverse()}
            value={span}
            onChange={setSpan}
          />
        </span>
      }
    >
      <QueryBoundary read={read} doing="Reading the history">
        {(history) => <Drawn history={history} measure={measure} />}
      </QueryBoundary>
    </Panel>
  );
}

function Drawn({ history, measure }: { readonly history: PortfolioHistory; readonly measure: HistoryMeasure }) {
  if (history.from === history.to) {
    return (
      <EmptyState>
        <strong>No time has passed yet.</strong>
        The portfolio was made at this very instant: advance the clock, and its history is drawn.
      </EmptyState>
    );
  }
  return (
    <ChartFigure label={`${MEASURE_WORDS[measure]} over time`}>
      <HistorySummary history={history} measure={measure} />
      <Suspense fallback={<div className={classes.historySpace} />}>
        <HistoryChart history={history} measure={measure} />
      </Suspense>
      <RebalanceMarks history={history} measure={measure} />
    </ChartFigure>
  );
}
