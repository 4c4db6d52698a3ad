/** Drift or value of a portfolio over time: a chart, its figures, and the rebalances on it. */
import { Box, EmptyState, Group, SegmentedControl, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { PortfolioHistory } from '../../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { type HistorySpan, usePortfolioHistory } from '../../../../api/portfolios-api.ts';
import { ChartFigure } from '../../../../components/charts/chart-figure.tsx';
import { ChartLegend } from '../../../../components/charts/chart-legend.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import {
  formatCount,
  formatDriftBps,
  formatMoney,
  formatPercent,
} from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { Fact } from '../../../../components/layout/facts.tsx';
import { Panel } from '../../../../components/layout/panel.tsx';
import { StatusBadge } from '../../../../components/orders/status-badge.tsx';
import { paths } from '../../../../paths.ts';
import classes from '../portfolio.module.css';
import { useAddressChoice } from '../use-address-choice.ts';
import { extremesOf, type HistoryMeasure, historyRows, shareOutside } from './history-rows.ts';

const HistoryChart = lazy(() => import('./history-chart.tsx').then((m) => ({ default: m.HistoryChart })));

const MEASURE_LABELS: Readonly<Record<HistoryMeasure, string>> = { drift: 'Drift', nav: 'NAV' };
const SPANS: readonly [HistorySpan, ...HistorySpan[]] = ['all', '3m', '1m', '1w', '1d'];

export function HistoryPanel({ portfolio }: { readonly portfolio: PortfolioView }) {
  const [wanted, setMeasure] = useAddressChoice<HistoryMeasure>('history', ['drift', 'nav']);
  const [span, setSpan] = useAddressChoice('span', SPANS);
  // Without targets there is no drift.
  const measure = portfolio.has_targets ? wanted : 'nav';
  const read = usePortfolioHistory(portfolio.portfolio_id, span);
  return (
    <Panel
      layoutKey="portfolio/history"
      title="History"
      side={
        <Group gap="sm">
          {portfolio.has_targets && (
            <SegmentedControl<HistoryMeasure>
              aria-label="What is drawn over time"
              data={[
                { value: 'drift', label: MEASURE_LABELS.drift },
                { value: 'nav', label: MEASURE_LABELS.nav },
              ]}
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
        </Group>
      }
    >
      <QueryBoundary read={read} doing="Reading the history">
        {(history) => <Drawn history={history} measure={measure} />}
      </QueryBoundary>
    </Panel>
  );
}

interface ShownHistory {
  readonly history: PortfolioHistory;
  readonly measure: HistoryMeasure;
}

function Drawn({ history, measure }: ShownHistory) {
  if (history.from === history.to) {
    return (
      <EmptyState>
        <strong>No time has passed yet.</strong>
        The portfolio was made at this very instant: advance the clock, and its history is drawn.
      </EmptyState>
    );
  }
  return (
    <ChartFigure label={`${MEASURE_LABELS[measure]} over time`}>
      <HistorySummary history={history} measure={measure} />
      <Suspense fallback={<Box h={216} />}>
        <HistoryChart history={history} measure={measure} />
      </Suspense>
      <RebalanceMarks history={history} measure={measure} />
    </ChartFigure>
  );
}

/** The figures of the span, also for those who do not see the chart. */
function HistorySummary({ history, measure }: ShownHistory) {
  const rows = historyRows(history);
  const extremes = extremesOf(rows, measure);
  const { currency, from, band } = history;
  if (extremes === null)
    return (
      <Text c="dimmed" className={classes.historySummary}>
        There were no targets to drift from.
      </Text>
    );
  const { first, last, lowest, highest } = extremes;
  const unit = measure === 'nav' ? currency : 'bps';
  const value = (amount: number) => (measure === 'nav' ? formatMoney(amount) : formatCount(Math.round(amount)));
  const facts = [
    { name: measure === 'nav' ? 'NAV now' : 'Max drift now', text: `${value(last)} ${unit}` },
    { name: 'Lowest', text: value(lowest) },
    { name: 'Highest', text: value(highest) },
    measure === 'nav'
      ? { name: 'Change', text: first > 0 ? `${formatDriftBps(last / first - 1)} bps` : '–' }
      : { name: 'Outside the band', text: formatPercent(shareOutside(rows, band.threshold * 10_000)) },
    { name: 'Since', text: `${formatInstant(from).slice(0, 16)} UTC` },
  ];
  return (
    <dl className={classes.historySummary}>
      {facts.map(({ name, text }) => (
        <Fact key={name} label={name}>
          {text}
        </Fact>
      ))}
    </dl>
  );
}

/** The table of rebalances further down has all of them. */
const NAMED = 3;

const MARK = { name: 'rebalance', stroke: 'var(--ok)', strokeDasharray: '1 2' };

/** The legend of the chart, with a link to the latest rebalances marked on it. */
function RebalanceMarks({ history: { rebalances, band }, measure }: ShownHistory) {
  const latest = rebalances.slice(-NAMED).reverse();
  const driftLines = [
    { name: 'max drift', stroke: 'var(--brand)', strokeDasharray: '0' },
    { name: 'portfolio drift', stroke: 'var(--ink-3)', strokeDasharray: '5 3' },
    { name: `band ±${band.threshold * 10_000} bps`, stroke: 'var(--warn)', strokeDasharray: '4 4' },
  ];
  const more = rebalances.length - latest.length;
  return (
    <ChartLegend lines={[...(measure === 'drift' ? driftLines : []), ...(rebalances.length > 0 ? [MARK] : [])]}>
      {latest.map(({ rebalance_id: id, executed_at: at, status }) => (
        <Link key={id} to={paths.rebalance(id)}>
          {formatInstant(at)} <StatusBadge status={status} />
        </Link>
      ))}
      {more > 0 && <span>and {more} earlier</span>}
    </ChartLegend>
  );
}
