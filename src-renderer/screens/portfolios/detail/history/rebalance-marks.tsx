/** What the lines and marks of the chart are, and the way to each rebalance that is marked. */

import { Link } from 'react-router';
import type { PortfolioHistory } from '../../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { ChartLegend } from '../../../../components/charts/chart-legend.tsx';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { StatusBadge } from '../../../../components/orders/status-badge.tsx';
import { paths } from '../../../../paths.ts';
import type { HistoryMeasure } from './history-rows.ts';

interface RebalanceMarksProps {
  readonly history: PortfolioHistory;
  readonly measure: HistoryMeasure;
}

/** The latest ones; all of them are in the table of rebalances further down. */
const NAMED = 3;

const MARK = { name: 'rebalance', stroke: 'var(--ok)', strokeDasharray: '1 2' };

export function RebalanceMarks({ history: { rebalances, band }, measure }: RebalanceMarksProps) {
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
