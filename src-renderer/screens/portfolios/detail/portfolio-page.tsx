/** One portfolio: what it is worth, how far from its targets, what it holds, what was done about it; its lots and gains. */

import { Code, Stack, VisuallyHidden } from '@mantine/core';
import { Suspense } from 'react';
import { Link, Outlet, useParams } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { usePortfolio } from '../../../api/portfolios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { ViewTabs } from '../../../components/layout/view-tabs.tsx';
import { DriftPanel } from '../../../components/portfolios/drift-panel.tsx';
import { rebalanceUnderWay } from '../../../components/portfolios/rebalance-under-way.ts';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { paths } from '../../../paths.ts';
import { AllocationPanel } from './allocation-panel.tsx';
import { FxPanel } from './fx-panel.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { HoldingsPanel } from './holdings-panel.tsx';
import classes from './portfolio.module.css';
import { PortfolioFacts } from './portfolio-facts.tsx';
import { PortfolioHeader } from './portfolio-header.tsx';
import { RebalanceHistory } from './rebalance-history.tsx';

export function PortfolioPage() {
  const { portfolioId = '' } = useParams();
  const read = usePortfolio(portfolioId);
  return (
    <Page>
      <title>{`${read.data?.label ?? 'Portfolio'} · Ballast`}</title>
      {read.data === undefined && <h1 className={VisuallyHidden.classes.root}>Portfolio</h1>}
      <QueryBoundary read={read} doing="Reading the portfolio">
        {(portfolio) => <Content portfolio={portfolio} />}
      </QueryBoundary>
    </Page>
  );
}

function Content({ portfolio }: { readonly portfolio: PortfolioView }) {
  const underWay = rebalanceUnderWay(portfolio);
  const { portfolio_id: id } = portfolio;
  return (
    <>
      <PortfolioHeader portfolio={portfolio} />
      {underWay !== undefined && (
        <Notice tone="live">
          <strong>A rebalance is under way.</strong>{' '}
          <Link to={paths.rebalance(underWay.rebalance_id)}>Watch its orders and fills</Link>
        </Notice>
      )}
      {portfolio.warnings.map((warning) => (
        <Notice key={warning.code + warning.message} tone="warn">
          {warning.message} <Code c="dimmed">{warning.code}</Code>
        </Notice>
      ))}
      <ViewTabs
        label="Views of the portfolio"
        tabs={[
          { to: paths.portfolio(id), label: 'Overview', end: true },
          { to: paths.lots(id), label: 'Lots' },
          { to: paths.gains(id), label: 'Realised gains' },
        ]}
      />
      <Suspense fallback={null}>
        <Outlet context={portfolio} />
      </Suspense>
    </>
  );
}

/** Its plan opens above it. */
export function PortfolioOverview() {
  const portfolio = useShownPortfolio();
  return (
    <>
      <PortfolioFacts portfolio={portfolio} />
      <div className={classes.portfolioColumns}>
        <Stack gap="md" miw={0}>
          <DriftPanel portfolio={portfolio} />
          <HistoryPanel portfolio={portfolio} />
        </Stack>
        <Stack gap="md" miw={0}>
          <AllocationPanel portfolio={portfolio} />
          <FxPanel portfolio={portfolio} />
        </Stack>
      </div>
      <HoldingsPanel portfolio={portfolio} />
      <RebalanceHistory portfolio={portfolio} />
      <Suspense fallback={null}>
        <Outlet context={portfolio} />
      </Suspense>
    </>
  );
}
