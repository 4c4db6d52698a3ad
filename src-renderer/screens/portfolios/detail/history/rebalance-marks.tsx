/** What the lines and marks of the chart are, and the way to each rebalance that is marked. */

import { Link } from 'react-router';
import type { PortfolioHistory } from '../../../../../src-server/contract/control/portfolios/portfolio-history.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { StatusBadge } from '../../../../components/orders/status-badge.tsx';
import { paths } from '../../../../paths.ts';
import type { HistoryMeasure } from './history-rows.ts';
import classes from './portfolio-history.module.css';

interface RebalanceMarksProps {
  readonly history: PortfolioHistory;
  readonly measure: HistoryMeasure;
}

/** The latest ones; all of them are in the table of rebalances further down. */
const NAMED = 3;

export function RebalanceMarks({ history: { rebalances, band }, measure }: RebalanceMarksProps) {
  const latest = rebalances.slice(-NAMED).reverse();
  const more = rebalances.length - latest.length;
  return (
    <figcaption className={classes.historyKey}>
      {measure === 'drift' && (
        <>
          <span>
            <i className={classes.historyLine} /> max drift
          </span>
          <span>
            <i className={classes.historyLine} data-dashed /> portfolio drift
          </span>
          <span>
            <i className={classes.historyBand} /> band ±{band.threshold * 10_000} bps
          </span>
        </>
      )}
      {rebalances.length > 0 && (
        <span>
          <i className={classes.historyMark} /> rebalance
        </span>
      )}
      {latest.map(({ rebalance_id: id, executed_at: at, status }) => (
        <Link key={id} to={paths.rebalance(id)}>
          {formatInstant(at)} <StatusBadge status={status} />
        </Link>
      ))}
      {more > 0 && <span>and {more} earlier</span>}
    </figcaption>
  );
}
