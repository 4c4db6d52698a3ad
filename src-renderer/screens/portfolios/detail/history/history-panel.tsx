/** Drift or value of a portfolio over time: a chart, its figures, and the rebalances on it. */
import { Button, EmptyState, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { Link } from 'react-router';
import type { PortfolioView } from '../../../../../src-server/contract/control/portfolios/portfolios.ts';
import { type HistorySpan, usePortfolioHistory } from '../../../../api/portfolios-api.ts';
import { ChartFigure } from '../../../../components/charts/chart-figure.tsx';
import { ChartLegend } from '../../../../components/charts/chart-legend.tsx';
import { chartLines } from '../../../../components/charts/chart-lines.ts';
import { MAX_DRIFT_HINT } from '../../../../components/charts/drift-band.ts';
import { LengthChoice } from '../../../../components/charts/length-choice.tsx';
import { type ChartZoom, useChartZoom } from '../../../../components/charts/use-chart-zoom.ts';
import { EarlierFigures } from '../../../../components/feedback/earlier-figures.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { formatMoney, formatPercent, signedMoney, signedPercent } from '../../../../components/format/format-number.ts';
import { formatEpoch, formatInstant } from '../../../../components/format/format-time.ts';
import { SignedFigure } from '../../../../components/format/signed-figure.tsx';
import { useAddressChoice } from '../../../../components/format/use-address-choice.ts';
import { Panel } from '../../../../components/layout/panel.tsx';
import { StatusBadge } from '../../../../components/orders/status-badge.tsx';
import { paths } from '../../../../paths.ts';
import { flowName } from '../flow-name.ts';
import type { ShownHistory } from './history-chart.tsx';
import {
  extremesOf,
  flowsWithin,
  type HistoryMeasure,
  historyRows,
  LINES,
  shareOutside,
  targetsSince,
} from './history-rows.ts';

const HistoryChart = lazy(() => import('./history-chart.tsx').then((m) => ({ default: m.HistoryChart })));

const MEASURES: { value: HistoryMeasure; label: string }[] = [
  { value: 'drift', label: 'Drift' },
  { value: 'nav', label: 'NAV' },
];
const SPANS: readonly [HistorySpan, ...HistorySpan[]] = ['all', '3m', '1m', '1w', '1d'];

export function HistoryPanel({ portfolio }: { readonly portfolio: PortfolioView }) {
  const [wanted, setMeasure] = useAddressChoice<HistoryMeasure>('history', ['drift', 'nav']);
  const [span, setSpan] = useAddressChoice('span', SPANS);
  // Without targets there is no drift.
  const measure = portfolio.has_targets ? wanted : 'nav';
  const query = usePortfolioHistory(portfolio.portfolio_id, span);
  return (
    <Panel
      layoutKey="portfolio/history"
      title="History"
      side={
        <Group gap="sm">
          {portfolio.has_targets && (
            <SegmentedControl aria-label="Series shown" data={MEASURES} value={measure} onChange={setMeasure} />
          )}
          <LengthChoice of="Range" label="Range" lengths={SPANS.toReversed()} value={span} onChange={setSpan} />
        </Group>
      }
    >
      <QueryBoundary query={query} doing="Loading the history">
        {(history) =>
          history.from === history.to ? (
            <EmptyState>
              <strong>There is no history yet.</strong>
              The portfolio has just been created. Advance the clock to see its history.
            </EmptyState>
          ) : (
            <EarlierFigures isEarlier={query.isPlaceholderData}>
              <HistoryFigure key={span} history={history} measure={measure} />
            </EarlierFigures>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function HistoryFigure({ history, measure }: ShownHistory) {
  const rows = useMemo(() => historyRows(history), [history]);
  const zoom = useChartZoom({ from: Date.parse(history.from), to: Date.parse(history.to) });
  const unit = measure === 'nav' ? history.currency : '%';
  const series = LINES[measure].map(({ name, value }) => ({ name, unit, value }));
  return (
    <ChartFigure
      label={`${measure === 'nav' ? 'NAV' : 'Drift'} over time`}
      zoom={zoom}
      csv={() => chartLines(rows, series, zoom.shown)}
    >
      <HistorySummary history={history} measure={measure} zoom={zoom} />
      <Suspense fallback={<Skeleton h={216} />}>
        <HistoryChart history={history} measure={measure} zoom={zoom} />
      </Suspense>
      <RebalanceMarks history={history} measure={measure} />
    </ChartFigure>
  );
}

/** The figures of the span, or of the zoomed range, also for users who cannot see the chart. */
function HistorySummary({
  history,
  measure,
  zoom: { shown, isZoomed, reset },
}: ShownHistory & { readonly zoom: ChartZoom }) {
  const rows = historyRows(history).filter(({ atMs }) => !isZoomed || (atMs >= shown.from && atMs <= shown.to));
  const extremes = extremesOf(rows, measure);
  const { currency, from, band } = history;
  if (extremes === null)
    return (
      <Text c="dimmed" fz="xs">
        {isZoomed ? 'There is no data in the visible range.' : 'The portfolio had no targets in this period.'}
      </Text>
    );
  const { first, last, lowest, highest } = extremes;
  const isNav = measure === 'nav';
  const receivable = isNav ? (rows.at(-1)?.receivable ?? 0) : 0;
  const value = (amount: number) => (isNav ? formatMoney(amount) : formatPercent(amount / 100));
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      `${isNav ? 'NAV' : 'Max drift'} ${isZoomed ? 'at the end' : 'now'}`,
      isNav ? `${value(last)} ${currency}` : value(last),
    ],
    ...(receivable === 0 ? [] : [['Of which receivable', value(receivable)] as const]),
    ['Lowest', value(lowest)],
    ['Highest', value(highest)],
    ...(isNav
      ? navChange(first, last, flowsWithin(rows, history))
      : [['Time outside the band', formatPercent(shareOutside(rows, band.threshold * 100))] as const]),
    isZoomed
      ? ['Zoomed to', <ZoomedTo key="zoom" {...{ shown, reset }} />]
      : sinceFact(isNav ? from : (targetsSince(rows, from) ?? from), from),
  ];
  return (
    <Group component="dl" gap="4px 14px" m={0} mb="xs" fz="xs">
      {facts.map(([name, text]) => (
        <Group key={name} gap={6} wrap="nowrap" title={name.startsWith('Max drift') ? MAX_DRIFT_HINT : undefined}>
          <Text component="dt" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fw={600}>
            {text}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

function sinceFact(since: string, from: string): readonly [string, string] {
  if (since === from) return ['Since', `${formatInstant(from).slice(0, 16)} UTC`];
  return ['Since', `${formatInstant(since)} UTC, when it first had targets`];
}

/** The change of the value; cash and holdings from outside are listed separately from gains. */
function navChange(first: number, last: number, flows: number): (readonly [string, ReactNode])[] {
  if (flows !== 0) {
    const gain = <SignedFigure key="gain" value={last - first - flows} format={signedMoney} />;
    return [
      ['Net cash flow', signedMoney(flows)],
      ['Gain', gain],
    ];
  }
  const change = <SignedFigure key="change" value={last / first - 1} format={signedPercent} />;
  return [['Change', first > 0 ? change : '–']];
}

function ZoomedTo({ shown: { from, to }, reset }: Pick<ChartZoom, 'shown' | 'reset'>) {
  return (
    <>
      {formatEpoch(from)} – {formatEpoch(to)} UTC{' '}
      <Button size="compact-xs" h={18} variant="default" data-chart-tools onClick={reset}>
        Show all of it
      </Button>
    </>
  );
}

/** The table of rebalances below lists all of them. */
const NAMED = 3;

/** The legend of the chart, with a link to the latest rebalances marked on it. */
function RebalanceMarks({ history: { rebalances, band, flows }, measure }: ShownHistory) {
  const latest = rebalances.slice(-NAMED).reverse();
  const more = rebalances.length - latest.length;
  const bandLine = { name: `band ±${formatPercent(band.threshold)}`, stroke: 'var(--warn)', strokeDasharray: '4 4' };
  const mark = { name: 'rebalance', stroke: 'var(--ok)', strokeDasharray: '1 2' };
  const flow = { name: flowName(flows), stroke: 'var(--ink-3)', strokeDasharray: '6 2' };
  const drifts = LINES.drift.map(({ name, stroke, strokeDasharray }) => ({
    name: name.toLowerCase(),
    stroke,
    strokeDasharray,
  }));
  return (
    <ChartLegend
      lines={[
        ...(measure === 'drift' ? [...drifts, bandLine] : flows.slice(0, 1).map(() => flow)),
        ...(rebalances.length > 0 ? [mark] : []),
      ]}
    >
      {latest.map(({ rebalance_id: id, executed_at: at, status }) => (
        <Link key={id} to={paths.rebalance(id)}>
          {formatInstant(at)} <StatusBadge status={status} />
        </Link>
      ))}
      {more > 0 && <span>and {more} earlier</span>}
    </ChartLegend>
  );
}
