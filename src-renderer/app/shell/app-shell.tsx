/** The frame around every screen, and the table of addresses. Opens the live stream for as long as the page is there. */
import '../../components/layout/shared.css';
import './app-shell.css';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { openLiveStream } from '../../api/live-stream.ts';
import { PortfoliosPage } from '../../screens/portfolios/list/portfolios-page.tsx';
import { Overlays } from '../commands/overlays.tsx';
import { desktopBridge } from '../../components/desktop/desktop-bridge.ts';
import { TourHost } from '../tour/tour-host.tsx';
import { AdvanceProgress } from './advance-progress.tsx';
import { useAdvanceToast } from './advance-toast.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NoSuchPage } from '../../components/feedback/no-such-page.tsx';
import { Sidebar } from './sidebar.tsx';
import { StatusBar } from './status-bar.tsx';
import { StorageBanner } from './storage-banner.tsx';
import { TopBar } from './top-bar.tsx';

const PortfolioPage = lazy(() =>
  import('../../screens/portfolios/portfolio-page.tsx').then((m) => ({ default: m.PortfolioPage })),
);
const NewPortfolioPage = lazy(() =>
  import('../../screens/portfolios/edit/new-portfolio-page.tsx').then((m) => ({ default: m.NewPortfolioPage })),
);
const EditPortfolioPage = lazy(() =>
  import('../../screens/portfolios/edit/edit-portfolio-page.tsx').then((m) => ({ default: m.EditPortfolioPage })),
);
const ComparePage = lazy(() =>
  import('../../screens/portfolios/compare/compare-plans-page.tsx').then((m) => ({ default: m.ComparePage })),
);
const RebalancesPage = lazy(() =>
  import('../../screens/rebalances/list/rebalances-page.tsx').then((m) => ({ default: m.RebalancesPage })),
);
const RebalancePage = lazy(() =>
  import('../../screens/rebalances/detail/rebalance-page.tsx').then((m) => ({ default: m.RebalancePage })),
);
const MarketPage = lazy(() => import('../../screens/market/market-page.tsx').then((m) => ({ default: m.MarketPage })));
const AccountsPage = lazy(() =>
  import('../../screens/accounts/accounts-page.tsx').then((m) => ({ default: m.AccountsPage })),
);
const CompliancePage = lazy(() =>
  import('../../screens/compliance/compliance-page.tsx').then((m) => ({ default: m.CompliancePage })),
);
const RecordPage = lazy(() =>
  import('../../screens/compliance/record-page.tsx').then((m) => ({ default: m.RecordPage })),
);
const ScenariosPage = lazy(() =>
  import('../../screens/scenarios/library/scenarios-page.tsx').then((m) => ({ default: m.ScenariosPage })),
);
/** In a browser there is no desktop to link, so it is not even fetched. */
const DesktopLink = lazy(() => import('../desktop/desktop-link.tsx').then((m) => ({ default: m.DesktopLink })));
const ScenarioScreens = lazy(() =>
  import('../../screens/scenarios/scenario-screens.tsx').then((m) => ({ default: m.ScenarioScreens })),
);
const CompareRunsPage = lazy(() =>
  import('../../screens/scenarios/compare/compare-runs-page.tsx').then((m) => ({ default: m.ComparePage })),
);
const TimelinePage = lazy(() =>
  import('../../screens/scenarios/timeline/timeline-page.tsx').then((m) => ({ default: m.TimelinePage })),
);
const RecordingsPage = lazy(() =>
  import('../../screens/scenarios/recordings/recordings-page.tsx').then((m) => ({ default: m.RecordingsPage })),
);
const SettingsPage = lazy(() =>
  import('../../screens/settings/settings-page.tsx').then((m) => ({ default: m.SettingsPage })),
);
const TrafficPage = lazy(() =>
  import('../../screens/traffic/traffic-page.tsx').then((m) => ({ default: m.TrafficPage })),
);

export function AppShell() {
  const queryClient = useQueryClient();
  useEffect(() => openLiveStream(queryClient), [queryClient]);
  useAdvanceToast();
  const { pathname } = useLocation();
  const bridge = desktopBridge();
  return (
    <div className="shell">
      <TopBar />
      <Sidebar />
      <main className="main" tabIndex={-1}>
        <ConnectionBanner />
        <StorageBanner />
        <AdvanceProgress />
        <ErrorBoundary key={screenOf(pathname)} address={pathname}>
          <Suspense fallback={null}>
            <Screens />
          </Suspense>
        </ErrorBoundary>
      </main>
      <StatusBar />
      <Overlays />
      <TourHost />
      <Suspense fallback={null}>{bridge !== null && <DesktopLink bridge={bridge} />}</Suspense>
    </div>
  );
}

function Screens() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to="/portfolios" replace />} />
      <Route path="/portfolios" element={<PortfoliosPage />} />
      <Route path="/portfolios/new" element={<NewPortfolioPage />} />
      <Route path="/portfolios/:portfolioId/edit" element={<EditPortfolioPage />} />
      <Route path="/portfolios/:portfolioId/compare" element={<ComparePage />} />
      <Route path="/portfolios/:portfolioId/*" element={<PortfolioPage />} />
      <Route path="/rebalances" element={<RebalancesPage />} />
      <Route path="/rebalances/:rebalanceId" element={<RebalancePage />} />
      <Route path="/market/*" element={<MarketPage />} />
      <Route path="/traffic/*" element={<TrafficPage />} />
      <Route path="/webhooks" element={<Navigate to="/traffic/webhooks" replace />} />
      <Route path="/webhooks/deliveries/:deliveryId" element={<MovedDelivery />} />
      <Route path="/compliance" element={<CompliancePage />} />
      <Route path="/compliance/:mifidRecordId" element={<RecordPage />} />
      <Route path="/scenarios" element={<ScenariosPage />} />
      <Route path="/scenarios/compare" element={<CompareRunsPage />} />
      <Route path="/scenarios/record" element={<RecordingsPage />} />
      <Route path="/scenarios/*" element={<ScenarioScreens />} />
      <Route path="/timeline" element={<TimelinePage />} />
      <Route path="/accounts" element={<AccountsPage />} />
      <Route path="/settings/*" element={<SettingsPage />} />
      <Route path="*" element={<NoSuchPage />} />
    </Routes>
  );
}

/**
 * Views of one screen keep what they show while an inspector opens beside them; those of a portfolio and the prices of
 * one listing after another keep the focus. Every other address starts anew.
 */
function screenOf(pathname: string): string {
  const portfolio = /^(\/portfolios\/[^/]+)\/(?:lots|gains|plan)$/.exec(pathname)?.[1];
  const views = ['/traffic', '/settings', '/market/prices'].find((screen) => pathname.startsWith(`${screen}/`));
  return portfolio ?? views ?? pathname;
}

/** Where deliveries were before the webhooks became a part of the traffic. */
function MovedDelivery() {
  const { deliveryId = '' } = useParams();
  return <Navigate to={`/traffic/webhooks/deliveries/${deliveryId}`} replace />;
}
