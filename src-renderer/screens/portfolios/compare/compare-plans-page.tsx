/** Plans of one portfolio side by side: what each set of parameters would trade, cost and leave, at one instant. */

import { EmptyState, Text, VisuallyHidden } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { usePortfolio } from '../../../api/portfolios-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { startingTargets } from '../../../components/plan/target-weights-start.ts';
import { paths } from '../../../paths.ts';
import { PlanComparison } from './plan-comparison.tsx';

export function ComparePage() {
  const { portfolioId = '' } = useParams();
  const read = usePortfolio(portfolioId);
  return (
    <Page>
      <title>{`Compare plans ${read.data?.label ?? ''} · Ballast`}</title>
      {read.data === undefined && <h1 className={VisuallyHidden.classes.root}>Compare plans</h1>}
      <QueryBoundary read={read} doing="Reading the portfolio">
        {(portfolio) => (
          <>
            <CompareHeader portfolio={portfolio} />
            {startingTargets(portfolio).length > 0 ? <PlanComparison portfolio={portfolio} /> : NO_TARGETS}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function CompareHeader({ portfolio }: { readonly portfolio: PortfolioView }) {
  return (
    <PageHeader>
      <Text component={Link} c="dimmed" to={paths.portfolios}>
        Portfolios
      </Text>
      <Link to={paths.portfolio(portfolio.portfolio_id)}>{portfolio.label}</Link>
      <h1>Compare plans</h1>
      <Text span c="dimmed">
        Nothing is sent, nothing is billed.
      </Text>
    </PageHeader>
  );
}

const NO_TARGETS = (
  <Panel title="Plans">
    <EmptyState>
      <strong>No targets yet.</strong>
      There is nothing to plan for. A Form A portfolio takes its targets from its plan; any other one has them on its
      edit page.
    </EmptyState>
  </Panel>
);
