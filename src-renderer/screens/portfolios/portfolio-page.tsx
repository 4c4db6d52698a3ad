/** One portfolio: what it is worth, how far from its targets, what it holds, what was done about it; its lots and gains. */
import { lazy, Suspense } from 'react';
import { Link, Route, Routes, useParams } from 'react-router';
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { usePortfolio } from '../../api/queries.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { PlanDialog } from './plan/plan-dialog.tsx';
import { AllocationPanel } from './detail/allocation-panel.tsx';
import { DriftPanel } from '../../components/portfolios/drift-panel.tsx';
import { FxPanel } from './detail/fx-panel.tsx';
import { HistoryPanel } from './detail/history/history-panel.tsx';
import { HoldingsPanel } from './detail/holdings-panel.tsx';
import { PortfolioFacts } from './detail/portfolio-facts.tsx';
import { PortfolioHeader } from './detail/portfolio-header.tsx';
import { PortfolioViews } from './detail/portfolio-views.tsx';
import { RebalanceHistory } from './detail/rebalance-history.tsx';
import { rebalanceUnderWay } from '../../components/portfolios/rebalance-under-way.ts';
import './detail/portfolio.css';

const LotsView = lazy(() => import('./detail/tax/lots-view.tsx').then((m) => ({ default: m.LotsView })));
const GainsView = lazy(() => import('./detail/tax/gains-view.tsx').then((m) => ({ default: m.GainsView })));

export function PortfolioPage() {
  const { portfolioId = '' } = useParams();
  const read = usePortfolio(portfolioId);
  return (
    <div className="page">
      <title>{`${read.data?.label ?? 'Portfolio'} · Ballast`}</title>
      {read.data === undefined && <h1 className="sr-only">Portfolio</h1>}
      <QueryBoundary read={read} doing="Reading the portfolio">
        {(portfolio) => <Content portfolio={portfolio} />}
      </QueryBoundary>
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
      <PortfolioViews portfolioId={portfolio.portfolio_id} />
      <Suspense fallback={null}>
        <Routes>
          <Route path="lots" element={<LotsView portfolio={portfolio} />} />
          <Route path="gains" element={<GainsView portfolio={portfolio} />} />
          <Route path="*" element={<Overview portfolio={portfolio} />} />
        </Routes>
      </Suspense>
    </>
  );
}

function Overview({ portfolio }: { readonly portfolio: PortfolioView }) {
  return (
    <>
      <PortfolioFacts portfolio={portfolio} />
      <div className="portfolio-columns">
        <div className="portfolio-column">
          <DriftPanel portfolio={portfolio} />
          <HistoryPanel portfolio={portfolio} />
        </div>
        <div className="portfolio-column">
          <AllocationPanel portfolio={portfolio} />
          <FxPanel portfolio={portfolio} />
        </div>
      </div>
      <HoldingsPanel portfolio={portfolio} />
      <RebalanceHistory portfolio={portfolio} />
      <Routes>
        <Route path="plan" element={<PlanDialog portfolio={portfolio} />} />
      </Routes>
    </>
  );
}
