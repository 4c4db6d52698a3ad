/** "Delete portfolio…": says what ends and what stays, then deletes it; while a rebalance of it is under way it says why not. */

import { Link, useNavigate } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT, deletePortfolio, deletePortfolioB } from '../../../api/portfolios-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { rebalanceUnderWay } from '../../../components/portfolios/rebalance-under-way.ts';
import { paths } from '../../../paths.ts';

interface DeletePortfolioProps {
  readonly portfolio: PortfolioView;
  readonly onClose: () => void;
}

export function DeletePortfolio({ portfolio, onClose }: DeletePortfolioProps) {
  const { label } = portfolio;
  const navigate = useNavigate();
  const run = useDeletion(portfolio);
  const remove = useAction({
    doing: 'Deleting the portfolio',
    run,
    done: () => `“${label}” is deleted.`,
    after: () => void navigate(paths.portfolios),
  });
  const underWay = rebalanceUnderWay(portfolio);
  return (
    <ConfirmDialog
      title={`Delete “${label}”?`}
      confirm="Yes, delete it"
      keep="Keep it"
      isPending={remove.isPending}
      isRefused={underWay !== undefined}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {underWay === undefined ? (
        <>
          <p>
            The service will no longer know it: its drift is not watched any more, and plans that are ready for it
            cannot be executed. Nothing but a snapshot brings it back.
          </p>
          <p>
            Its rebalances can be read for seven years of virtual time, and the MiFID II records of its fills for five
            years from each fill.
          </p>
        </>
      ) : (
        <p>
          A rebalance of it is under way, and a portfolio cannot be deleted before that has ended.{' '}
          <Link to={paths.rebalance(underWay.rebalance_id)}>Watch the rebalance</Link>
        </p>
      )}
    </ConfirmDialog>
  );
}

/** By Form B what the app's own key may delete; by the control plane what Form A or another account made. */
function useDeletion({ portfolio_id: id, form, account_id: account }: PortfolioView): () => Promise<unknown> {
  const session = useSession().data;
  const isOwn = form === 'B' && account === APP_ACCOUNT;
  return () => (isOwn && session !== undefined ? deletePortfolioB(session, id) : deletePortfolio(id));
}
