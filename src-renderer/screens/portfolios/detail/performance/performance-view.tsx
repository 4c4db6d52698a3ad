/** The gains of a portfolio, excluding flows, beside the same money in its target mix (decision O9). */
import { EmptyState, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { type Performance, usePerformance } from '../../../../api/activity-api.ts';
import { useClock } from '../../../../api/clock-api.ts';
import { ChartFigure } from '../../../../components/charts/chart-figure.tsx';
import { ChartLegend, lineLook } from '../../../../components/charts/chart-legend.tsx';
import { chartLines } from '../../../../components/charts/chart-lines.ts';
import { LengthChoice } from '../../../../components/charts/length-choice.tsx';
import { useChartZoom } from '../../../../components/charts/use-chart-zoom.ts';
import { EarlierFigures } from '../../../../components/feedback/earlier-figures.tsx';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { formatMoney, signedMoney, signedWeight } from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { useAddressChoice } from '../../../../components/format/use-address-choice.ts';
import { Panel } from '../../../../components/layout/panel.tsx';
import { useIsPrinted } from '../../../../components/paper/use-is-printed.ts';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { signedColumn } from '../../../../components/tables/signed-column.tsx';
import {
  type Column,
  fieldColumn,
  numberColumn,
  PERCENT,
  VIRTUAL_UTC,
} from '../../../../components/tables/table-column.ts';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import { flowName } from '../flow-name.ts';
import { IncomePanel } from './income-panel.tsx';
import type { ShownPerformance } from './performance-chart.tsx';
import { PerformanceFacts } from './performance-facts.tsx';
import {
  beginningOf,
  FLOW_MARK,
  LINES,
  monthlyRows,
  PERFORMANCE_SPANS,
  type PerformanceMeasure,
  type PerformanceMonth,
  type PerformanceRow,
  performanceRows,
  pointsAhead,
} from './performance-rows.ts';

const PerformanceChart = lazy(() => import('./performance-chart.tsx').then((m) => ({ default: m.PerformanceChart })));

const MEASURES: { value: PerformanceMeasure; label: string }[] = [
  { value: 'return', label: 'Return' },
  { value: 'value', label: 'Value' },
  { value: 'drawdown', label: 'Drawdown' },
];

export function PerformanceView() {
  const { portfolio_id: id } = useShownPortfolio();
  const now = useClock().data?.now;
  const [span, setSpan] = useAddressChoice('span', PERFORMANCE_SPANS);
  const [measure, setMeasure] = useAddressChoice<PerformanceMeasure>('measure', ['return', 'value', 'drawdown']);
  const query = usePerformance(id, beginningOf(span, now));
  return (
    <QueryBoundary query={query} doing="Loading the performance">
      {(performance) => (
        <EarlierFigures isEarlier={query.isPlaceholderData}>
          {performance.from !== performance.to && <PerformanceFacts performance={performance} />}
          <Panel
            title="Performance"
            side={
              <Group gap="sm">
                <SegmentedControl aria-label="Series shown" data={MEASURES} value={measure} onChange={setMeasure} />
                <LengthChoice
                  of="Range"
                  label="Range"
                  lengths={PERFORMANCE_SPANS.toReversed()}
                  value={span}
                  onChange={setSpan}
                />
              </Group>
            }
          >
            {performance.from === performance.to ? (
              <EmptyState>
                <strong>No time has passed yet.</strong>
                There is no performance yet. Advance the clock to see how the portfolio performs.
              </EmptyState>
            ) : (
              <PerformanceFigure key={span} performance={performance} measure={measure} />
            )}
          </Panel>
          <IncomePanel />
          {performance.from !== performance.to && <PointsPanel performance={performance} />}
        </EarlierFigures>
      )}
    </QueryBoundary>
  );
}

function PerformanceFigure({ performance, measure }: ShownPerformance) {
  const rows = useMemo(() => performanceRows(performance), [performance]);
  const zoom = useChartZoom({ from: Date.parse(performance.from), to: Date.parse(performance.to) });
  const unit = measure === 'value' ? { unit: performance.currency } : PERCENT;
  const drawn = LINES[measure].filter(({ value }) => rows.some((row) => value(row) !== null));
  const lines = drawn.map((line, index) => ({ ...line, ...unit, ...lineLook(index) }));
  const flows = performance.flows.length;
  return (
    <ChartFigure
      label={`${MEASURES.find(({ value }) => value === measure)?.label ?? ''} over time`}
      name={`Performance, ${measure}`}
      zoom={zoom}
      csv={() => chartLines(rows, lines, zoom.shown)}
    >
      <Suspense fallback={<Skeleton h={260} />}>
        <PerformanceChart {...{ performance, measure, zoom, rows, lines }} />
      </Suspense>
      <ChartLegend lines={[...lines, ...(flows > 0 ? [{ name: flowName(performance.flows), ...FLOW_MARK }] : [])]} />
    </ChartFigure>
  );
}

/** About one page. */
const MAX_PRINTED_DAYS = 45;

/** The points of the chart, newest first, also for users who cannot see it. */
function PointsPanel({ performance }: { readonly performance: Performance }) {
  const days = useMemo(() => performanceRows(performance), [performance]);
  const newestFirst = useMemo(() => days.toReversed(), [days]);
  // Years of days would fill many pages.
  if (useIsPrinted() && days.length > MAX_PRINTED_DAYS) {
    return (
      <TablePanel
        title="Month by month"
        label="Performance month by month"
        layoutKey="portfolio/performance-months"
        columns={monthColumns(performance)}
        rows={monthlyRows(days).toReversed()}
        rowKey={({ month }) => month}
        empty={null}
      />
    );
  }
  return (
    <TablePanel
      title="Day by day"
      label="Performance day by day"
      layoutKey="portfolio/performance-points"
      columns={dayColumns(performance)}
      rows={newestFirst}
      rowKey={({ at }) => at}
      empty={null}
    />
  );
}

function dayColumns(performance: Performance): Column<PerformanceRow>[] {
  return [fieldColumn('at', 'At', formatInstant, VIRTUAL_UTC), ...pointColumns(performance)];
}

/** The returns of each month are shown before those since the start. */
function monthColumns(performance: Performance): Column<PerformanceMonth>[] {
  const of = 'Time-weighted, of the month alone';
  const ofMonth = [
    signedColumn<PerformanceMonth>('ofMonth', 'Month', (row) => row.ofMonth, signedWeight, { ...PERCENT, hint: of }),
    signedColumn<PerformanceMonth>('mixOfMonth', 'Target mix, month', (row) => row.mixOfMonth, signedWeight, {
      ...PERCENT,
      hint: `Target mix. ${of}`,
    }),
  ];
  const others = pointColumns(performance);
  const index = others.findIndex(({ id }) => id === 'return');
  return [
    fieldColumn('month', 'Month'),
    ...others.slice(0, index),
    ...(performance.target_mix === null ? ofMonth.slice(0, 1) : ofMonth),
    ...others.slice(index),
  ];
}

function pointColumns({ currency: unit, target_mix: mix }: Performance): Column<PerformanceRow>[] {
  const ofMix: Column<PerformanceRow>[] = [
    signedColumn('mixReturn', 'Target mix since start', (row) => row.mixReturn, signedWeight, {
      ...PERCENT,
      hint: 'Time-weighted return of the same money in the target mix, since the start of the range',
    }),
    signedColumn('ahead', 'Difference from target mix', (row) => pointsAhead(row.return, row.mixReturn), signedWeight, {
      ...PERCENT,
      unit: '(points)',
      hint: 'Return of the portfolio − return of the target mix, since the start, in percentage points',
    }),
  ];
  return [
    numberColumn('value', 'Value', (row) => row.value, formatMoney, { unit }),
    numberColumn('receivable', 'Receivable', (row) => (row.receivable === 0 ? null : row.receivable), formatMoney, {
      unit,
      hint: 'Dividends that have gone ex but are not paid yet, net of withholding tax. Part of the value.',
    }),
    numberColumn('flow', 'Net cash flow', (row) => (row.flow === 0 ? null : row.flow), signedMoney, {
      unit,
      hint: 'Deposits, withdrawals and manual changes since the previous row. Not performance.',
    }),
    signedColumn('return', 'Since start', (row) => row.return, signedWeight, {
      ...PERCENT,
      hint: 'Time-weighted return since the start of the range',
    }),
    ...(mix === null ? [] : ofMix),
    numberColumn('drawdown', 'Drawdown', (row) => row.drawdown, signedWeight, {
      ...PERCENT,
      hint: 'Distance below its highest return so far',
    }),
  ];
}
