/**
 * Defines every address of the app, and the patterns that its routes match: `paths.portfolio(':portfolioId')`. No other
 * file writes an address. Addresses of the service are in `api`.
 */
import { SCREENS, type ScreenId } from '../src-server/contract/screens.ts';

/** A query: nothing, the input of `URLSearchParams`, or its fields. */
type Search = ConstructorParameters<typeof URLSearchParams>[0];

/** The tabs of the settings. */
type SettingsTab = ScreenId extends infer Id ? (Id extends `settings-${infer Tab}` ? Tab : never) : never;

/** The golden log of a run, in place of the id of another run. */
export const GOLDEN = 'golden';

/** The selected event in the timeline of a run. */
interface EventInRun {
  readonly event?: number;
  /** Selects the last event of a step, counted from 0. */
  readonly step?: number;
}

const TIMELINE = '/timeline';
const SWEEP = '/sweep';

export const paths = {
  portfolios: SCREENS.portfolios.path,
  newPortfolio: (form?: string) => withSearch('/portfolios/new', form === undefined ? '' : { form }),
  portfolio: (portfolioId: string, search?: Search) => withSearch(`/portfolios/${part(portfolioId)}`, search),
  /** `view`: a name from `screens/portfolios/detail/portfolio-views.ts`. */
  portfolioView: (portfolioId: string, view: string) => `${paths.portfolio(portfolioId)}/${view}`,
  unsettled: (portfolioId: string) => withSearch(paths.portfolioView(portfolioId, 'activity'), { kind: 'unsettled' }),
  lots: (portfolioId: string) => paths.portfolioView(portfolioId, 'lots'),
  plan: (portfolioId: string, search?: Search) => withSearch(`${paths.portfolio(portfolioId)}/plan`, search),
  editPortfolio: (portfolioId: string) => `${paths.portfolio(portfolioId)}/edit`,
  comparePlans: (portfolioId: string, search?: Search) => withSearch(`${paths.portfolio(portfolioId)}/compare`, search),

  rebalances: SCREENS.rebalances.path,
  rebalance: (rebalanceId: string, search?: Search) => withSearch(`/rebalances/${part(rebalanceId)}`, search),

  /** Of all portfolios outside the band. */
  newBulkRebalance: '/rebalances/bulk',
  /** Of these, which the hash names (`selectedIn`): thousands of ids are too long for a request. */
  newBulkRebalanceOf: (portfolioIds: readonly string[]) =>
    `${withSearch('/rebalances/bulk', { selected: String(portfolioIds.length) })}#${portfolioIds.join(',')}`,
  bulkRebalance: (bulkId: string, search?: Search) => withSearch(`/rebalances/bulk/${part(bulkId)}`, search),

  /** Shows its prices first. */
  market: SCREENS.market.path,
  exchanges: SCREENS.exchanges.path,
  breakMarket: '/market/exchanges?dialog=break',
  newInstrument: '/market/prices?dialog=new-instrument',
  importPrices: '/market/prices?dialog=import',
  importPortfolios: '/portfolios?dialog=import',
  /** The list of market faults, with one of them marked. */
  marketFault: (faultId: string) => withSearch('/market/exchanges', { fault: faultId }),
  watch: SCREENS.watch.path,
  prices: SCREENS.prices.path,
  listing: (isin: string, mic: string, search?: Search) =>
    withSearch(`/market/prices/${part(isin)}/${part(mic)}`, search),
  fx: SCREENS.fx.path,
  calendars: SCREENS.calendars.path,
  corporateActions: SCREENS['corporate-actions'].path,
  scheduleCorporateAction: '/market/corporate-actions?dialog=schedule',

  traffic: SCREENS.traffic.path,
  requests: (search?: Search) => withSearch(SCREENS.requests.path, search),
  request: (requestId: string, search?: Search) => withSearch(`/traffic/requests/${part(requestId)}`, search),
  traces: '/traffic/trace',
  trace: (id: string) => `/traffic/trace/${part(id)}`,
  webhooks: (search?: Search) => withSearch(SCREENS.webhooks.path, search),
  addEndpoint: '/traffic/webhooks?dialog=add-endpoint',
  delivery: (deliveryId: string, search?: Search) =>
    withSearch(`/traffic/webhooks/deliveries/${part(deliveryId)}`, search),
  faults: SCREENS.faults.path,
  setFault: '/traffic/faults?dialog=set-fault',
  fault: (faultId: string) => `/traffic/faults/${part(faultId)}`,
  sinks: SCREENS.sinks.path,
  sink: (name: string, search?: Search) => withSearch(`/traffic/sinks/${part(name)}`, search),
  signature: (search?: Search) => withSearch(SCREENS.signature.path, search),

  compliance: (search?: Search) => withSearch(SCREENS.compliance.path, search),
  printedRecords: (mifidRecordIds: readonly string[]) =>
    withSearch('/compliance/print', mifidRecordIds.length === 0 ? {} : { records: mifidRecordIds.join(',') }),
  record: (mifidRecordId: string, search?: Search) => withSearch(`/compliance/${part(mifidRecordId)}`, search),

  scenarios: SCREENS.scenarios.path,
  openScenario: '/scenarios?dialog=open',
  /** `file`: path in the folder of scenarios; the run that is shown. */
  scenario: (file: string, runId?: string) => withSearch(scenarioPath(file), runId === undefined ? '' : { run: runId }),
  runTimeline: (file: string, runId: string, { event, step }: EventInRun = {}) =>
    withSearch(`${scenarioPath(file)}${TIMELINE}`, {
      run: runId,
      ...(event === undefined ? {} : { event: String(event) }),
      ...(step === undefined ? {} : { step: String(step) }),
    }),
  sweep: (file: string, sweepId: string, figure?: string) =>
    withSearch(`${scenarioPath(file)}${SWEEP}`, { id: sweepId, ...(figure === undefined ? {} : { figure }) }),
  compareRuns: SCREENS['compare-runs'].path,
  /** `first` and `second` are ids of runs, or `GOLDEN`; without the first, it is chosen on the page. */
  comparedRuns: (first: string | null, second: string) =>
    withSearch('/scenarios/compare', { ...(first === null ? {} : { a: first }), b: second }),
  recordings: SCREENS.recordings.path,
  startRecording: '/scenarios/record?dialog=start',
  recording: (recordingId: string) => withSearch('/scenarios/record', { recording: recordingId }),

  lab: SCREENS.lab.path,
  /** A form with this portfolio chosen, or the first of the world. */
  newLabRun: (portfolioId?: string) =>
    withSearch('/lab/new', portfolioId === undefined ? '' : { portfolio: portfolioId }),
  labRun: (labRunId: string) => `/lab/${part(labRunId)}`,

  explorer: SCREENS.explorer.path,
  /** A form, filled in like the given exploration, if any. */
  newExploration: (likeId?: string) => withSearch('/explorer/new', likeId === undefined ? '' : { like: likeId }),
  exploration: (explorationId: string) => `/explorer/${part(explorationId)}`,

  worlds: SCREENS.worlds.path,
  newWorld: '/worlds?dialog=new-world',
  importWorld: '/worlds?dialog=import-world',
  /** Two worlds side by side. */
  comparedWorlds: (first: string, second: string) => withSearch('/worlds', { a: first, b: second }),

  timeline: SCREENS.timeline.path,
  timelineAt: (event: number) => withSearch('/timeline', { event: String(event) }),
  accounts: SCREENS.accounts.path,
  newAccount: '/accounts?dialog=new-account',
  newKey: '/accounts?dialog=new-key',
  settings: SCREENS.settings.path,
  settingsTab: (tab: SettingsTab) => SCREENS[`settings-${tab}`].path,

  /** The former address of webhooks, which are now a part of the traffic. */
  oldWebhooks: '/webhooks',
  oldDelivery: (deliveryId: string) => `/webhooks/deliveries/${part(deliveryId)}`,
} as const;

/** The file and the view in a path below `paths.scenarios`; the file may be in subfolders. */
export function readScenarioPath(path: string): { readonly file: string; readonly view: 'run' | 'timeline' | 'sweep' } {
  if (path.endsWith(TIMELINE)) return { file: path.slice(0, -TIMELINE.length), view: 'timeline' };
  if (path.endsWith(SWEEP)) return { file: path.slice(0, -SWEEP.length), view: 'sweep' };
  return { file: path, view: 'run' };
}

/**
 * Addresses with the same result keep the screen mounted: the views of a portfolio, and of a screen with tabs. Every
 * other address mounts a new screen, for example each scenario.
 */
export function screenOf(pathname: string): string {
  const [, , id = '', view] = pathname.split('/');
  const hasOwnScreen = [paths.editPortfolio(id), paths.comparePlans(id)].includes(pathname);
  if (view !== undefined && pathname === paths.portfolioView(id, view) && !hasOwnScreen) return paths.portfolio(id);
  if (pathname === paths.recordings || pathname === paths.compareRuns) return paths.scenarios;
  return [paths.traffic, paths.settings, paths.market].find((screen) => pathname.startsWith(`${screen}/`)) ?? pathname;
}

/** The list of an entity: `/portfolios` for `/portfolios/pf_…/plan`. A trace belongs to the requests. */
export function listPath(pathname: string): string {
  const [, screen = '', view = ''] = pathname.split('/');
  if (`/${screen}` !== paths.traffic) return `/${screen}`;
  return view === 'trace' ? paths.requests() : `${paths.traffic}/${view}`;
}

function scenarioPath(file: string): string {
  return `/scenarios/${file.split('/').map(encodeURIComponent).join('/')}`;
}

/** An id as a part of an address; a parameter name of a pattern is unchanged. */
function part(id: string): string {
  return id.startsWith(':') ? id : encodeURIComponent(id);
}

function withSearch(path: string, search: Search): string {
  const query = new URLSearchParams(search).toString();
  return query === '' ? path : `${path}?${query}`;
}
