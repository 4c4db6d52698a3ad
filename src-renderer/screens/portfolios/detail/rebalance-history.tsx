/** What was done about a portfolio. Dry runs did nothing, so they are on the list of all rebalances only. */
import { Link } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { plural } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { RebalanceTable } from '../../../components/orders/rebalance-table.tsx';
import { paths } from '../../../paths.ts';

export function RebalanceHistory({ portfolio }: { readonly portfolio: PortfolioView }) {
  const real = portfolio.rebalances.filter((row) => !row.simulation);
  const dryRuns = portfolio.rebalances.length - real.length;
  const side = dryRuns === 0 ? undefined : <Link to={paths.rebalances}>and {plural(dryRuns, 'dry run')}</Link>;
  return (
    <Panel
      title="Rebalances of this portfolio"
      layoutKey="portfolio/rebalances"
      {...(side === undefined ? {} : { side })}
    >
      <RebalanceTable
        label="Rebalances of this portfolio"
        rebalances={real}
        withPortfolio={false}
        empty={
          <>
            <strong>Never rebalanced.</strong>
            Plan one with the button at the top right.
          </>
        }
      />
    </Panel>
  );
}
