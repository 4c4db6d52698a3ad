/**
 * The table of routes: the screen of each address. The list of portfolios comes with the page, every other screen is
 * loaded when it is first shown, or before that while the browser is idle. The error boundary of the shell reports
 * screens that cannot be loaded or rendered.
 */
import { type ComponentType, lazy, useEffect, useState } from 'react';
import { matchRoutes, Navigate, type RouteObject, useLocation, useParams, useRoutes } from 'react-router';
import { NoSuchPage } from './components/feedback/no-such-page.tsx';
import { loadWhileIdle } from './components/layout/load-while-idle.ts';
import { paths } from './paths.ts';
import { PORTFOLIO_VIEWS } from './screens/portfolios/detail/portfolio-views.ts';
import { PortfoliosPage } from './screens/portfolios/list/portfolios-page.tsx';

const ID = ':portfolioId';

/** The loaders of the screens. */
const LOADERS: (() => Promise<unknown>)[] = [];

/** One element for several routes keeps the screen mounted when the address changes between them. */
const pricesView = page(() => import('./screens/market/prices/prices-view.tsx'), 'PricesView');
const requestsPage = page(() => import('./screens/traffic/requests/requests-page.tsx'), 'RequestsPage');
const webhooksPage = page(() => import('./screens/traffic/webhooks/webhooks-page.tsx'), 'WebhooksPage');
const faultsPage = page(() => import('./screens/traffic/faults/wire-faults-page.tsx'), 'WireFaultsPage');
const sinksPage = page(() => import('./screens/traffic/sinks/sinks-page.tsx'), 'SinksPage');

const PORTFOLIO: RouteObject = {
  ...at(paths.portfolio(ID), () => import('./screens/portfolios/detail/portfolio-page.tsx'), 'PortfolioPage'),
  children: [
    ...PORTFOLIO_VIEWS.map(({ view, load }) => at(paths.portfolioView(ID, view), load, 'View')),
    {
      ...page(() => import('./screens/portfolios/detail/portfolio-page.tsx'), 'PortfolioOverview'),
      children: [
        { index: true, element: null },
        at(paths.plan(ID), () => import('./screens/portfolios/plan/plan-dialog.tsx'), 'PlanDialog'),
      ],
    },
    { path: '*', ...page(() => import('./screens/portfolios/detail/no-such-view.tsx'), 'NoSuchView') },
  ],
};

const MARKET: RouteObject = {
  ...at(paths.market, () => import('./screens/market/market-page.tsx'), 'MarketPage'),
  children: [
    { index: true, element: <MarketStart /> },
    at(paths.exchanges, () => import('./screens/market/exchanges/exchanges-view.tsx'), 'ExchangesView'),
    at(paths.watch, () => import('./screens/market/watch/watch-view.tsx'), 'WatchView'),
    { path: paths.prices, ...pricesView },
    { path: paths.listing(':isin', ':exchange'), ...pricesView },
    at(paths.fx, () => import('./screens/market/fx/fx-view.tsx'), 'FxView'),
    at(
      paths.corporateActions,
      () => import('./screens/market/corporate-actions/corporate-actions-view.tsx'),
      'CorporateActionsView',
    ),
    at(paths.calendars, () => import('./screens/market/calendars/calendars-view.tsx'), 'CalendarsView'),
    { path: '*', element: null },
  ],
};

const TRAFFIC: RouteObject = {
  ...at(paths.traffic, () => import('./screens/traffic/traffic-page.tsx'), 'TrafficPage'),
  children: [
    { index: true, element: <Navigate to={paths.requests()} replace /> },
    { path: paths.requests(), ...requestsPage },
    { path: paths.request(':requestId'), ...requestsPage },
    at(paths.trace(':traceId'), () => import('./screens/traffic/trace/trace-page.tsx'), 'TracePage'),
    { path: paths.webhooks(), ...webhooksPage },
    { path: paths.delivery(':deliveryId'), ...webhooksPage },
    { path: paths.faults, ...faultsPage },
    { path: paths.fault(':faultId'), ...faultsPage },
    { path: paths.sinks, ...sinksPage },
    { path: paths.sink(':name'), ...sinksPage },
    at(paths.signature(), () => import('./screens/traffic/signature/signature-page.tsx'), 'SignaturePage'),
    { path: '*', element: <NoSuchPage /> },
  ],
};

const SCENARIOS: RouteObject = {
  ...page(() => import('./screens/scenarios/scenario-section.tsx'), 'ScenarioSection'),
  children: [
    at(paths.scenarios, () => import('./screens/scenarios/library/scenarios-page.tsx'), 'ScenariosPage'),
    at(paths.compareRuns, () => import('./screens/scenarios/compare/compare-runs-page.tsx'), 'ComparePage'),
    at(paths.recordings, () => import('./screens/scenarios/recordings/recordings-page.tsx'), 'RecordingsPage'),
  ],
};

const SETTINGS: RouteObject = {
  ...at(paths.settings, () => import('./screens/settings/settings-page.tsx'), 'SettingsPage'),
  children: [
    { index: true, element: <Navigate to={paths.settingsTab('general')} replace /> },
    at(paths.settingsTab('general'), () => import('./screens/settings/general-settings.tsx'), 'GeneralSettings'),
    at(paths.settingsTab('access'), () => import('./screens/settings/access-settings.tsx'), 'AccessSettings'),
    at(paths.settingsTab('limits'), () => import('./screens/settings/limit-settings.tsx'), 'LimitSettings'),
    at(paths.settingsTab('webhooks'), () => import('./screens/settings/webhook-settings.tsx'), 'WebhookSettings'),
    at(paths.settingsTab('data'), () => import('./screens/settings/data-settings.tsx'), 'DataSettings'),
    { path: '*', element: <NoSuchPage /> },
  ],
};

const ROUTES: RouteObject[] = [
  { path: '/', element: <Navigate to={paths.portfolios} replace /> },
  { path: paths.portfolios, element: <PortfoliosPage /> },
  at(paths.newPortfolio(), () => import('./screens/portfolios/edit/new-portfolio-page.tsx'), 'NewPortfolioPage'),
  at(paths.editPortfolio(ID), () => import('./screens/portfolios/edit/edit-portfolio-page.tsx'), 'EditPortfolioPage'),
  at(paths.comparePlans(ID), () => import('./screens/portfolios/compare/compare-plans-page.tsx'), 'ComparePage'),
  PORTFOLIO,
  at(paths.rebalances, () => import('./screens/rebalances/list/rebalances-page.tsx'), 'RebalancesPage'),
  at(paths.newBulkRebalance, () => import('./screens/rebalances/bulk/new-bulk-page.tsx'), 'NewBulkPage'),
  at(paths.bulkRebalance(':bulkId'), () => import('./screens/rebalances/bulk/bulk-page.tsx'), 'BulkPage'),
  at(paths.rebalance(':rebalanceId'), () => import('./screens/rebalances/detail/rebalance-page.tsx'), 'RebalancePage'),
  MARKET,
  TRAFFIC,
  { path: paths.oldWebhooks, element: <Navigate to={paths.webhooks()} replace /> },
  { path: paths.oldDelivery(':deliveryId'), element: <MovedDelivery /> },
  at(paths.compliance(), () => import('./screens/compliance/compliance-page.tsx'), 'CompliancePage'),
  at(paths.printedRecords([]), () => import('./screens/compliance/printed-records-page.tsx'), 'PrintedRecordsPage'),
  at(paths.record(':mifidRecordId'), () => import('./screens/compliance/record-page.tsx'), 'RecordPage'),
  SCENARIOS,
  at(`${paths.scenarios}/*`, () => import('./screens/scenarios/scenario-page.tsx'), 'ScenarioScreens'),
  at(paths.lab, () => import('./screens/lab/list/lab-page.tsx'), 'LabPage'),
  at(paths.newLabRun(), () => import('./screens/lab/new/new-lab-run-page.tsx'), 'NewLabRunPage'),
  at(paths.labRun(':labRunId'), () => import('./screens/lab/run/lab-run-page.tsx'), 'LabRunPage'),
  at(paths.explorer, () => import('./screens/explorer/list/explorer-page.tsx'), 'ExplorerPage'),
  at(paths.newExploration(), () => import('./screens/explorer/new/new-exploration-page.tsx'), 'NewExplorationPage'),
  at(
    paths.exploration(':explorationId'),
    () => import('./screens/explorer/run/exploration-page.tsx'),
    'ExplorationPage',
  ),
  at(paths.worlds, () => import('./screens/worlds/worlds-page.tsx'), 'WorldsPage'),
  at(paths.timeline, () => import('./screens/scenarios/timeline/timeline-page.tsx'), 'TimelinePage'),
  at(paths.accounts, () => import('./screens/accounts/accounts-page.tsx'), 'AccountsPage'),
  SETTINGS,
  { path: '*', element: <NoSuchPage /> },
];

/** Loads everything for an address at once: rendering alone would load the screen first, and then the view in it. */
export function loadScreen(pathname: string): Promise<unknown> {
  const matches = matchRoutes(ROUTES, pathname) ?? [];
  // A module that cannot be loaded now is loaded again on render, which reports the failure.
  return Promise.allSettled(matches.map(({ route }) => (route as LoadedRoute).handle?.()));
}

type LoadedRoute = RouteObject & { readonly handle?: () => Promise<unknown> };

export function Screens() {
  useEffect(() => loadWhileIdle(LOADERS), []);
  return useRoutes(ROUTES);
}

/** The market shows its prices first. Old addresses contain a fault, which is now under the exchanges. */
function MarketStart() {
  const { search } = useLocation();
  const isOfFaults = new URLSearchParams(search).has('fault');
  return <Navigate to={{ pathname: isOfFaults ? paths.exchanges : paths.prices, search }} replace />;
}

function MovedDelivery() {
  const { deliveryId = '' } = useParams();
  return <Navigate to={paths.delivery(deliveryId)} replace />;
}

/** The route of a path that shows a component of a module. */
function at<Name extends string>(path: string, load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) {
  return { path, ...page(load, name) };
}

/**
 * The part of a route that shows a component of a module, which is loaded when it is first shown. Once loaded, it is no
 * longer `lazy`, which would first show a blank screen.
 */
function page<Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) {
  let loaded: ComponentType | null = null;
  const loadPage = async () => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  LOADERS.push(loadPage);
  const LazyPage = lazy(loadPage);
  const Page = () => {
    const [Shown] = useState<ComponentType>(() => loaded ?? LazyPage);
    return <Shown />;
  };
  return { element: <Page />, handle: loadPage };
}
