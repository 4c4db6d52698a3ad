/** The warning about plans and rebalances whose cash does not cover the gains tax that is due. */
import { Link } from 'react-router';
import { type BulkRebalance, useAllBulkPortfolios } from '../../../api/rebalances-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatMoney, plural } from '../../../components/format/format-number.ts';
import { COUNTED } from '../../../components/portfolios/tax-cover.ts';
import { paths } from '../../../paths.ts';
import { uncoveredTaxes } from './format-bulk.ts';

const MAX_NAMED = 5;

/** Counts all portfolios, also those that the list has not read. */
export function BulkTaxCover({ bulk }: { readonly bulk: BulkRebalance }) {
  const rows = useAllBulkPortfolios(bulk);
  const uncovered = uncoveredTaxes(rows);
  if (bulk.status === 'planning' || uncovered.length === 0) return null;
  const more = uncovered.length - MAX_NAMED;
  return (
    <Notice tone="warn">
      <strong>The cash of {plural(uncovered.length, 'portfolio')} does not cover the gains tax that is due.</strong>{' '}
      {COUNTED} To keep cash for it, raise the cash target of the portfolio. If the portfolio is rebalanced in one step,
      deposit cash or set a gains tax budget.
      {uncovered.slice(0, MAX_NAMED).map(({ row, missing, isPlanned }) => (
        <div key={row.portfolio_id}>
          <Link to={row.rebalance_id === null ? paths.portfolio(row.portfolio_id) : paths.rebalance(row.rebalance_id)}>
            {row.portfolio_label}
          </Link>
          : {formatMoney(missing)} {row.currency} missing {isPlanned ? 'after the plan' : 'after the rebalance'}
        </div>
      ))}
      {more > 0 && <div>and {plural(more, 'other')}</div>}
    </Notice>
  );
}
