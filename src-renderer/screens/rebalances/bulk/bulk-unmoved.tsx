/** The warning about plans that trade but hardly reduce the max drift. */
import { Link } from 'react-router';
import type { BulkPortfolio } from '../../../../src-server/contract/control/portfolios/bulk-rebalances.ts';
import { type BulkRebalance, useAllBulkPortfolios } from '../../../api/rebalances-api.ts';
import { limitedBy } from '../../../components/constraints/constraint-labels.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatPercent, formatWeight, plural } from '../../../components/format/format-number.ts';
import { paths } from '../../../paths.ts';
import { unmovedPlans } from './format-bulk.ts';

const MAX_NAMED = 5;

function limitSentence(planned: BulkPortfolio['planned']): string {
  const limits = limitedBy({ planned, traded: null }, null);
  return limits === null ? '' : `, limited by: ${limits.charAt(0).toLowerCase()}${limits.slice(1)}`;
}

/** Counts all portfolios, also those that the list has not read. */
export function BulkUnmoved({ bulk }: { readonly bulk: BulkRebalance }) {
  const rows = useAllBulkPortfolios(bulk);
  const unmoved = unmovedPlans(rows, bulk);
  if (bulk.status === 'planning' || unmoved.length === 0) return null;
  const more = unmoved.length - MAX_NAMED;
  return (
    <Notice tone="warn">
      <strong>
        {plural(unmoved.length, 'plan trades', 'plans trade')} but hardly {unmoved.length === 1 ? 'reduces' : 'reduce'}{' '}
        the max drift.
      </strong>{' '}
      Constraints, a cost budget or a lack of cash can be the reason; the plan says which.
      {unmoved
        .slice(0, MAX_NAMED)
        .map(({ portfolio_id: portfolio, portfolio_label: label, rebalance_id: id, planned }) => (
          <div key={portfolio}>
            <Link to={id === null ? paths.portfolio(portfolio) : paths.rebalance(id)}>{label}</Link>: max drift{' '}
            {formatWeight(planned?.drift_before ?? 0)} → {formatPercent(planned?.drift_after ?? 0)}
            {limitSentence(planned)}
          </div>
        ))}
      {more > 0 && <div>and {plural(more, 'other')}</div>}
    </Notice>
  );
}
