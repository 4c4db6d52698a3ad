/**
 * The table of routes: which screen an address shows. Screens are loaded when they are first shown, all but the list
 * of portfolios. What cannot be loaded or drawn is reported by the error boundary of the shell.
 */
import { type ComponentType, lazy } from 'react';
import { Navigate, type RouteObject, useParams, useRoutes } from 'react-router';
import { NoSuchPage } from './components/feedback/no-such-page.tsx';
import { paths } from './paths.ts';
import { PortfoliosPage } from './screens/portfolios/list/portfolios-page.tsx';

/** One element for several routes keeps the screen as it is when the address changes between them. */
const pricesView = page(() => import('./screens/market/prices/prices-view.tsx'), 'PricesView');
const requestsPage = page(() => import('./screens/traffic/requests/requests-page.tsx'), 'RequestsPage');
const webhooksPage = page(() => import('./screens/traffic/webhooks/webhooks-page.tsx'), 'WebhooksPage');
const faultsPage = page(() => import('./screens/traffic/faults/wire-faults-page.tsx'), 'WireFaultsPage');
const sinksPage = page(() => import('./screens/traffic/sinks/sinks-page.tsx'), 'SinksPage');

const PORTFOLIO: RouteObject = {
  path: paths.portfolio(':portfolioId'),
  element: page(() => import('./screens/portfolios/detail/portfolio-page.tsx'), 'PortfolioPage'),
  children: [
    {
      path: paths.lots(':portfolioId'),
      element: page(() => import('./screens/portfolios/detail/tax/lots-view.tsx'), 'LotsView'),
    },
    {
      path: paths.gains(':portfolioId'),
      element: page(() => import('./screens/portfolios/detail/tax/gains-view.tsx'), 'GainsView'),
    },
    {
      element: page(() => import('./screens/portfolios/detail/portfolio-page.tsx'), 'PortfolioOverview'),
      children: [
        { index: true, element: null },
        {
          path: paths.plan(':portfolioId'),
          element: page(() => import('./screens/portfolios/plan/plan-dialog.tsx'), 'PlanDialog'),
        },
        { path: '*', element: null },
      ],
    },
  ],
};

const MARKET: RouteObject = {
  path: paths.market,
  element: page(() => import('./screens/market/market-page.tsx'), 'MarketPage'),
  children: [
    { index: true, element: page(() => import('./screens/market/exchanges/exchanges-view.tsx'), 'ExchangesView') },
    { path: paths.watch, element: page(() => import('./screens/market/watch/watch-view.tsx'), 'WatchView') },
    { path: paths.prices, element: pricesView },
    { path: paths.listing(':isin', ':exchange'), element: pricesView },
    { path: paths.fx, element: page(() => import('./screens/market/fx/fx-view.tsx'), 'FxView') },
    {
      path: paths.calendars,
      element: page(() => import('./screens/market/calendars/calendars-view.tsx'), 'CalendarsView'),
    },
    { path: '*', element: null },
  ],
};

const TRAFFIC: RouteObject = {
  path: paths.traffic,
  element: page(() => import('./screens/traffic/traffic-page.tsx'), 'TrafficPage'),
  children: [
    { index: true, element: <Navigate to={paths.requests()} replace /> },
    { path: paths.requests(), element: requestsPage },
    { path: paths.request(':requestId'), element: requestsPage },
    {
      path: paths.trace(':traceId'),
      element: page(() => import('./screens/traffic/trace/trace-page.tsx'), 'TracePage'),
    },
    { path: paths.webhooks(), element: webhooksPage },
    { path: paths.delivery(':deliveryId'), element: webhooksPage },
    { path: paths.faults, element: faultsPage },
    { path: paths.fault(':faultId'), element: faultsPage },
    { path: paths.sinks, element: sinksPage },
    { path: paths.sink(':name'), element: sinksPage },
    {
      path: paths.signature(),
      element: page(() => import('./screens/traffic/signature/signature-page.tsx'), 'SignaturePage'),
    },
    { path: '*', element: <NoSuchPage /> },
  ],
};

const SCENARIOS: readonly RouteObject[] = [
  {
    path: paths.scenarios,
    element: page(() => import('./screens/scenarios/library/scenarios-page.tsx'), 'ScenariosPage'),
  },
  {
    path: paths.compareRuns,
    element: page(() => import('./screens/scenarios/compare/compare-runs-page.tsx'), 'ComparePage'),
  },
  {
    path: paths.recordings,
    element: page(() => import('./screens/scenarios/recordings/recordings-page.tsx'), 'RecordingsPage'),
  },
  {
    path: `${paths.scenarios}/*`,
    element: page(() => import('./screens/scenarios/scenario-page.tsx'), 'ScenarioScreens'),
  },
  {
    path: paths.timeline,
    element: page(() => import('./screens/scenarios/timeline/timeline-page.tsx'), 'TimelinePage'),
  },
];

const SETTINGS: RouteObject = {
  path: paths.settings,
  element: page(() => import('./screens/settings/settings-page.tsx'), 'SettingsPage'),
  children: [
    { index: true, element: <Navigate to={paths.settingsTab('general')} replace /> },
    {
      path: paths.settingsTab('general'),
      element: page(() => import('./screens/settings/general-settings.tsx'), 'GeneralSettings'),
    },
    {
      path: paths.settingsTab('access'),
      element: page(() => import('./screens/settings/access-settings.tsx'), 'AccessSettings'),
    },
    {
      path: paths.settingsTab('limits'),
      element: page(() => import('./screens/settings/limit-settings.tsx'), 'LimitSettings'),
    },
    {
      path: paths.settingsTab('webhooks'),
      element: page(() => import('./screens/settings/webhook-settings.tsx'), 'WebhookSettings'),
    },
    {
      path: paths.settingsTab('data'),
      element: page(() => import('./screens/settings/data-settings.tsx'), 'DataSettings'),
    },
    { path: '*', element: <NoSuchPage /> },
  ],
};

const ROUTES: RouteObject[] = [
  { path: '/', element: <Navigate to={paths.portfolios} replace /> },
  { path: paths.portfolios, element: <PortfoliosPage /> },
  {
    path: paths.newPortfolio(),
    element: page(() => import('./screens/portfolios/edit/new-portfolio-page.tsx'), 'NewPortfolioPage'),
  },
  {
    path: paths.editPortfolio(':portfolioId'),
    element: page(() => import('./screens/portfolios/edit/edit-portfolio-page.tsx'), 'EditPortfolioPage'),
  },
  {
    path: paths.comparePlans(':portfolioId'),
    element: page(() => import('./screens/portfolios/compare/compare-plans-page.tsx'), 'ComparePage'),
  },
  PORTFOLIO,
  {
    path: paths.rebalances,
    element: page(() => import('./screens/rebalances/list/rebalances-page.tsx'), 'RebalancesPage'),
  },
  {
    path: paths.rebalance(':rebalanceId'),
    element: page(() => import('./screens/rebalances/detail/rebalance-page.tsx'), 'RebalancePage'),
  },
  MARKET,
  TRAFFIC,
  { path: paths.oldWebhooks, element: <Navigate to={paths.webhooks()} replace /> },
  { path: paths.oldDelivery(':deliveryId'), element: <MovedDelivery /> },
  {
    path: paths.compliance(),
    element: page(() => import('./screens/compliance/compliance-page.tsx'), 'CompliancePage'),
  },
  {
    path: paths.record(':mifidRecordId'),
    element: page(() => import('./screens/compliance/record-page.tsx'), 'RecordPage'),
  },
  ...SCENARIOS,
  { path: paths.accounts, element: page(() => import('./screens/accounts/accounts-page.tsx'), 'AccountsPage') },
  SETTINGS,
  { path: '*', element: <NoSuchPage /> },
];

export function Screens() {
  return useRoutes(ROUTES);
}

function MovedDelivery() {
  const { deliveryId = '' } = useParams();
  return <Navigate to={paths.delivery(deliveryId)} replace />;
}

/** A component of a module that is loaded when it is first shown. */
function page<Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) {
  const Page = lazy<ComponentType>(async () => ({ default: (await load())[name] }));
  return <Page />;
}
