/** One portfolio: what it is worth, how far from its targets, what it holds, what was done about it. */
import { lazy, Suspense } from 'react';
import { Link, Route, Routes, useParams } from 'react-router';
import type { PortfolioView } from '../../src-server/contract/control.ts';
import { usePortfolio } from '../client/queries.ts';
import { PlanDialog } from '../plan/plan-dialog.tsx';
import { Notice } from '../shared/notice.tsx';
import { Panel } from '../shared/panel.tsx';
import { ReadGate } from '../shared/read-gate.tsx';
import { DriftPanel } from './drift-panel.tsx';
import { HoldingsPanel } from './holdings-panel.tsx';
import { PortfolioFacts } from './portfolio-facts.tsx';
import { PortfolioHeader } from './portfolio-header.tsx';
import { RebalanceHistory } from './rebalance-history.tsx';
import { rebalanceUnderWay } from './under-way.ts';
import './portfolio.css';

const AllocationChart = lazy(() => import('./allocation-chart.tsx').then((m) => ({ default: m.AllocationChart })));

export function PortfolioPage() {
  const { portfolioId = '' } = useParams();
  const read = usePortfolio(portfolioId);
  return (
    <div className="page">
      <title>{`${read.data?.label ?? 'Portfolio'} · Ballast`}</title>
      {read.data === undefined && <h1 className="sr-only">Portfolio</h1>}
      <ReadGate read={read} doing="Reading the portfolio">
        {(portfolio) => <Content portfolio={portfolio} />}
      </ReadGate>
    </div>
  );
}

function Content({ portfolio }: { readonly portfolio: PortfolioView }) {
  const underWay = rebalanceUnderWay(portfolio);
  return (
    <>
      <PortfolioHeader portfolio={portfolio} />
      {underWay !== undefined && (
        <Notice tone="live">
          <strong>A rebalance is under way.</strong>{' '}
          <Link to={`/rebalances/${underWay.rebalance_id}`}>Watch its orders and fills</Link>
        </Notice>
      )}
      {portfolio.warnings.map((warning) => (
        <Notice key={warning.code + warning.message} tone="warn">
          {warning.message} <span className="mono muted">{warning.code}</span>
        </Notice>
      ))}
      <PortfolioFacts portfolio={portfolio} />
      <div className="portfolio-columns">
        <DriftPanel portfolio={portfolio} />
        <Panel
          title="Allocation"
          fold="portfolio/allocation"
          side={portfolio.has_targets ? 'outer ring now, inner ring target' : 'now'}
        >
          <Suspense fallback={<div className="allocation-space" />}>
            <AllocationChart portfolio={portfolio} />
          </Suspense>
        </Panel>
      </div>
      <HoldingsPanel portfolio={portfolio} />
      <RebalanceHistory portfolio={portfolio} />
      <Routes>
        <Route path="plan" element={<PlanDialog portfolio={portfolio} />} />
      </Routes>
    </>
  );
}
