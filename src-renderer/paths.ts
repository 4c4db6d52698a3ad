/**
 * Every address of the app, and the patterns that its routes match: `paths.portfolio(':portfolioId')`. No other file
 * writes an address. Addresses of the service are in `api`.
 */

/** Of the query: nothing, what `URLSearchParams` reads, or its fields. */
type Search = ConstructorParameters<typeof URLSearchParams>[0];

/** The parts of the settings. */
export type SettingsTab = 'general' | 'access' | 'limits' | 'webhooks' | 'data';

/** The golden log of a run, in place of the id of another run. */
export const GOLDEN = 'golden';

/** Which event of the timeline of a run is selected. */
interface PlaceInRun {
  readonly event?: number;
  /** Selects the last event of a step, counted from 0. */
  readonly step?: number;
}

const TIMELINE = '/timeline';
const SWEEP = '/sweep';

export const paths = {
  portfolios: '/portfolios',
  newPortfolio: (form?: string) => withSearch('/portfolios/new', form === undefined ? '' : { form }),
  portfolio: (portfolioId: string, search?: Search) => withSearch(`/portfolios/${part(portfolioId)}`, search),
  /** `view` as `screens/portfolios/detail/portfolio-views.ts` names it. */
  portfolioView: (portfolioId: string, view: string) => `${paths.portfolio(portfolioId)}/${view}`,
  unsettled: (portfolioId: string) => withSearch(paths.portfolioView(portfolioId, 'activity'), { kind: 'unsettled' }),
  lots: (portfolioId: string) => paths.portfolioView(portfolioId, 'lots'),
  plan: (portfolioId: string, search?: Search) => withSearch(`${paths.portfolio(portfolioId)}/plan`, search),
  editPortfolio: (portfolioId: string) => `${paths.portfolio(portfolioId)}/edit`,
  comparePlans: (portfolioId: string, search?: Search) => withSearch(`${paths.portfolio(portfolioId)}/compare`, search),

  rebalances: '/rebalances',
  rebalance: (rebalanceId: string, search?: Search) => withSearch(`/rebalances/${part(rebalanceId)}`, search),

  /** Chooses portfolios, or takes those that are in the state of the navigation (`selectedIn`). */
  newBulkRebalance: '/rebalances/bulk',
  bulkRebalance: (bulkId: string, search?: Search) => withSearch(`/rebalances/bulk/${part(bulkId)}`, search),

  /** Opens on its prices. */
  market: '/market',
  exchanges: '/market/exchanges',
  breakMarket: '/market/exchanges?dialog=break',
  newInstrument: '/market/prices?dialog=new-instrument',
  importPrices: '/market/prices?dialog=import',
  importPortfolios: '/portfolios?dialog=import',
  /** The list of faults of the market, with one of them marked. */
  marketFault: (faultId: string) => withSearch('/market/exchanges', { fault: faultId }),
  watch: '/market/watch',
  prices: '/market/prices',
  listing: (isin: string, mic: string, search?: Search) =>
    withSearch(`/market/prices/${part(isin)}/${part(mic)}`, search),
  fx: '/market/fx',
  calendars: '/market/calendars',
  corporateActions: '/market/corporate-actions',
  scheduleCorporateAction: '/market/corporate-actions?dialog=schedule',

  traffic: '/traffic',
  requests: (search?: Search) => withSearch('/traffic/requests', search),
  request: (requestId: string, search?: Search) => withSearch(`/traffic/requests/${part(requestId)}`, search),
  traces: '/traffic/trace',
  trace: (id: string) => `/traffic/trace/${part(id)}`,
  webhooks: (search?: Search) => withSearch('/traffic/webhooks', search),
  addEndpoint: '/traffic/webhooks?dialog=add-endpoint',
  delivery: (deliveryId: string, search?: Search) =>
    withSearch(`/traffic/webhooks/deliveries/${part(deliveryId)}`, search),
  faults: '/traffic/faults',
  setFault: '/traffic/faults?dialog=set-fault',
  fault: (faultId: string) => `/traffic/faults/${part(faultId)}`,
  sinks: '/traffic/sinks',
  sink: (name: string, search?: Search) => withSearch(`/traffic/sinks/${part(name)}`, search),
  signature: (search?: Search) => withSearch('/traffic/signature', search),

  compliance: (search?: Search) => withSearch('/compliance', search),
  printedRecords: (mifidRecordIds: readonly string[]) =>
    withSearch('/compliance/print', mifidRecordIds.length === 0 ? {} : { records: mifidRecordIds.join(',') }),
  record: (mifidRecordId: string, search?: Search) => withSearch(`/compliance/${part(mifidRecordId)}`, search),

  scenarios: '/scenarios',
  openScenario: '/scenarios?dialog=open',
  /** `file` as it lies in the folder of scenarios, and the run that is shown. */
  scenario: (file: string, runId?: string) => withSearch(scenarioPath(file), runId === undefined ? '' : { run: runId }),
  runTimeline: (file: string, runId: string, { event, step }: PlaceInRun = {}) =>
    withSearch(`${scenarioPath(file)}${TIMELINE}`, {
      run: runId,
      ...(event === undefined ? {} : { event: String(event) }),
      ...(step === undefined ? {} : { step: String(step) }),
    }),
  sweep: (file: string, sweepId: string, figure?: string) =>
    withSearch(`${scenarioPath(file)}${SWEEP}`, { id: sweepId, ...(figure === undefined ? {} : { figure }) }),
  compareRuns: '/scenarios/compare',
  /** `first` and `second` are ids of runs, or `GOLDEN`; without the first, it is chosen there. */
  comparedRuns: (first: string | null, second: string) =>
    withSearch('/scenarios/compare', { ...(first === null ? {} : { a: first }), b: second }),
  recordings: '/scenarios/record',
  startRecording: '/scenarios/record?dialog=start',
  recording: (recordingId: string) => withSearch('/scenarios/record', { recording: recordingId }),

  lab: '/lab',
  /** A form with this portfolio chosen, or with the first of the world. */
  newLabRun: (portfolioId?: string) =>
    withSearch('/lab/new', portfolioId === undefined ? '' : { portfolio: portfolioId }),
  labRun: (labRunId: string) => `/lab/${part(labRunId)}`,

  explorer: '/explorer',
  /** A form, filled in like an exploration where one is named. */
  newExploration: (likeId?: string) => withSearch('/explorer/new', likeId === undefined ? '' : { like: likeId }),
  exploration: (explorationId: string) => `/explorer/${part(explorationId)}`,

  worlds: '/worlds',
  newWorld: '/worlds?dialog=new-world',
  importWorld: '/worlds?dialog=import-world',
  /** Two worlds side by side. */
  comparedWorlds: (first: string, second: string) => withSearch('/worlds', { a: first, b: second }),

  timeline: '/timeline',
  timelineAt: (event: number) => withSearch('/timeline', { event: String(event) }),
  accounts: '/accounts',
  newAccount: '/accounts?dialog=new-account',
  newKey: '/accounts?dialog=new-key',
  settings: '/settings',
  settingsTab: (tab: SettingsTab) => `/settings/${tab}`,

  /** Where webhooks were before they became a part of the traffic. */
  oldWebhooks: '/webhooks',
  oldDelivery: (deliveryId: string) => `/webhooks/deliveries/${part(deliveryId)}`,
} as const;

/** The file and the view that a path below `paths.scenarios` names; the file may lie in folders. */
export function readScenarioPath(path: string): { readonly file: string; readonly view: 'run' | 'timeline' | 'sweep' } {
  if (path.endsWith(TIMELINE)) return { file: path.slice(0, -TIMELINE.length), view: 'timeline' };
  if (path.endsWith(SWEEP)) return { file: path.slice(0, -SWEEP.length), view: 'sweep' };
  return { file: path, view: 'run' };
}

/**
 * What stays on the page while its address changes: the views of a portfolio, and of a screen with tabs. Every other
 * address starts anew, like each scenario.
 */
export function screenOf(pathname: string): string {
  const [, , id = '', view] = pathname.split('/');
  const hasOwnScreen = [paths.editPortfolio(id), paths.comparePlans(id)].includes(pathname);
  if (view !== undefined && pathname === paths.portfolioView(id, view) && !hasOwnScreen) return paths.portfolio(id);
  if (pathname === paths.recordings || pathname === paths.compareRuns) return paths.scenarios;
  return [paths.traffic, paths.settings, paths.market].find((screen) => pathname.startsWith(`${screen}/`)) ?? pathname;
}

/** The list that an object is in: `/portfolios` of `/portfolios/pf_…/plan`. A trace is of a request. */
export function listPath(pathname: string): string {
  const [, screen = '', view = ''] = pathname.split('/');
  if (`/${screen}` !== paths.traffic) return `/${screen}`;
  return view === 'trace' ? paths.requests() : `${paths.traffic}/${view}`;
}

function scenarioPath(file: string): string {
  return `/scenarios/${file.split('/').map(encodeURIComponent).join('/')}`;
}

/** An id as a part of an address; the name of a parameter of a pattern stays as it is. */
function part(id: string): string {
  return id.startsWith(':') ? id : encodeURIComponent(id);
}

function withSearch(path: string, search: Search): string {
  const query = new URLSearchParams(search).toString();
  return query === '' ? path : `${path}?${query}`;
}
