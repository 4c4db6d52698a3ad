import type { RunProgress } from '../../src-server/contract/control/world/stream.ts';

/** Defines every cache key, and which of them an event of the world makes stale. */
export const KEYS = {
  session: ['session'],
  clock: ['clock'],
  fingerprint: ['fingerprint'],
  exchanges: ['exchanges'],
  instruments: ['instruments'],
  faults: ['faults'],
  unmetFaults: ['faults', 'unmet'],
  marketEvents: ['market-events'],
  loadedSeries: ['market-events', 'loaded-series'],
  corporateActions: ['corporate-actions'],
  marketDividends: ['market-dividends'],
  pins: ['pins'],
  rates: ['rates'],
  rateTable: ['rates', 'table'],
  ratePath: (currency: string, span: string) => ['rates', 'path', currency, span] as const,
  calendars: (month: string) => ['calendars', month] as const,
  quotes: (listings: string) => ['quotes', listings] as const,
  bars: (isin: string, exchange: string, interval: string) => ['bars', isin, exchange, interval] as const,
  depth: (isin: string, exchange: string) => ['depth', isin, exchange] as const,
  portfolios: ['portfolios'],
  portfolio: (portfolioId: string) => ['portfolio', portfolioId] as const,
  /** Separate groups: otherwise, every fill would cause the whole history to be read again. */
  portfolioHistory: (portfolioId: string, span: string) => ['portfolio-history', portfolioId, span] as const,
  performance: (portfolioId: string, from: string) => ['portfolio-history', portfolioId, 'performance', from] as const,
  driftLines: (portfolioIds: string) => ['portfolio-drift', portfolioIds] as const,
  /** Start with the portfolio's key, so that they become stale with it. */
  lots: (portfolioId: string) => ['portfolio', portfolioId, 'lots'] as const,
  gains: (portfolioId: string, taxYear: string) => ['portfolio', portfolioId, 'gains', taxYear] as const,
  dividends: (portfolioId: string) => ['portfolio', portfolioId, 'dividends'] as const,
  activity: (portfolioId: string, kind: string) => ['portfolio', portfolioId, 'activity', kind] as const,
  fillsOfOrder: (portfolioId: string, orderId: string) =>
    ['portfolio', portfolioId, 'activity', 'fills', orderId] as const,
  policy: (portfolioId: string) => ['portfolio', portfolioId, 'policy'] as const,
  settlements: (portfolioId: string, status: string) => ['portfolio', portfolioId, 'settlements', status] as const,
  cashFlows: (portfolioId: string) => ['portfolio', portfolioId, 'cash-flows'] as const,
  constraints: (portfolioId: string) => ['portfolio', portfolioId, 'constraints'] as const,
  planChanges: (rebalanceId: string) => ['plan-changes', rebalanceId] as const,
  comparison: (portfolioId: string, variants: string) => ['comparison', portfolioId, variants] as const,
  rebalances: ['rebalances'],
  rebalance: (rebalanceId: string) => ['rebalance', rebalanceId] as const,
  bulkRebalances: ['bulk-rebalances'],
  bulkRebalance: (bulkId: string) => ['bulk-rebalance', bulkId] as const,
  /** Starts with the bulk rebalance's key, so that it becomes stale with it. */
  bulkPortfolios: (bulkId: string, status: string) => ['bulk-rebalance', bulkId, status] as const,
  allBulkPortfolios: (bulkId: string) => ['bulk-rebalance', bulkId, 'all', 'pages'] as const,
  accounts: ['accounts'],
  tiers: ['tiers'],
  apiKeys: ['api-keys'],
  webhooks: ['webhooks'],
  deliveryPages: (...filter: readonly string[]) => ['deliveries', ...filter] as const,
  delivery: (deliveryId: string) => ['delivery', deliveryId] as const,
  journal: (search: string) => ['journal', search] as const,
  journalHeaders: ['journal-headers'],
  journalEntry: (requestId: string) => ['journal-entry', requestId] as const,
  trace: (traceId: string) => ['trace', traceId] as const,
  worlds: ['worlds'],
  /** Data of a world other than this page's. */
  otherWorld: (name: string, what: string) => ['worlds', name, what] as const,
  worldComparison: (first: string, second: string) => ['worlds', 'comparison', first, second] as const,
  snapshots: ['snapshots'],
  storage: ['storage'],
  limits: ['limits'],
  faultCoverage: ['fault-coverage'],
  sinks: ['sinks'],
  sink: (name: string) => ['sink', name] as const,
  scenarios: ['scenarios'],
  /** Starts with the list's key, so that the text of each file becomes stale with it. */
  scenarioText: (file: string) => ['scenarios', file] as const,
  recordings: ['recordings'],
  sweeps: ['sweeps'],
  sweep: (sweepId: string, figure: string) => ['sweep', sweepId, figure] as const,
  labRuns: ['lab-runs'],
  labRun: (labRunId: string) => ['lab-run', labRunId] as const,
  explorations: ['explorations'],
  exploration: (explorationId: string) => ['exploration', explorationId] as const,
  recordedScenario: (recordingId: string) => ['recorded-scenario', recordingId] as const,
  scenarioRun: (runId: string) => ['scenario-run', runId] as const,
  scenarioRunCharts: (runId: string) => ['scenario-run-charts', runId] as const,
  scenarioRunList: ['kept-runs'],
  runComparison: (first: string, second: string) => ['run-comparison', first, second] as const,
  /** The timeline of the live world, which grows with every event. */
  timeline: (axis: string) => ['timeline', axis] as const,
  pastTimeline: (past: string, axis: string) => ['past', past, 'timeline', axis] as const,
  pastEvents: (past: string | null, page: number, limit: number) => ['past', past, 'events', page, limit] as const,
  pastWorld: (past: string | null, after: number, portfolio: string | null) =>
    ['past', past, 'world', after, portfolio] as const,
  mifidRecords: (search: string) => ['mifid-records', search] as const,
  fills: (isin: string) => ['mifid-records', 'fills', isin] as const,
  mifidRecord: (mifidRecordId: string) => ['mifid-record', mifidRecordId] as const,
} as const;

type KeyOf<Entry> = Entry extends (...parts: never[]) => infer Key ? Key : Entry;
/** First element of a key. */
export type QueryGroup = KeyOf<(typeof KEYS)[keyof typeof KEYS]>[0];

// Changes of a portfolio or a rebalance are announced, so a delivery is in the outbox at once.
const WORTH: readonly QueryGroup[] = [
  'portfolios',
  'portfolio',
  'comparison',
  'plan-changes',
  'webhooks',
  'deliveries',
];
// A plan or a rebalance may count towards its account's quota.
const BULK: readonly QueryGroup[] = ['bulk-rebalances', 'bulk-rebalance'];
const REBALANCING: readonly QueryGroup[] = ['rebalances', 'rebalance', 'accounts', 'trace', ...BULK, ...WORTH];
// An order affects the load of an exchange, and may be hit by a fault; every fill makes a record.
const TRADING: readonly QueryGroup[] = [...REBALANCING, 'exchanges', 'faults', 'mifid-records'];
const DELIVERING: readonly QueryGroup[] = ['webhooks', 'deliveries', 'delivery', 'sinks', 'sink', 'trace'];
const PRICED: readonly QueryGroup[] = [
  'portfolios',
  'portfolio',
  'comparison',
  'plan-changes',
  'bars',
  'depth',
  'quotes',
];
const ADMITTING: readonly QueryGroup[] = ['accounts', 'tiers', 'api-keys'];
const BREAKING: readonly QueryGroup[] = ['faults', 'exchanges', ...PRICED];
const MOVING: readonly QueryGroup[] = ['market-events', 'pins', 'rates', 'instruments', ...PRICED];

/**
 * The groups that an event type affects, by its prefix. An unknown prefix affects everything, so nothing stays stale.
 */
const STALE_BY_PREFIX: Readonly<Record<string, readonly QueryGroup[]>> = {
  rebalance: REBALANCING,
  order: TRADING,
  fill: TRADING,
  mifid: [],
  plan: REBALANCING,
  bulk: BULK,
  // A record states whether its portfolio still exists.
  portfolio: [...WORTH, 'mifid-record'],
  cash_flow: WORTH,
  constraints: WORTH,
  policy: WORTH,
  delivery: DELIVERING,
  webhook: DELIVERING,
  clock: [],
  account: ADMITTING,
  tier: ADMITTING,
  key: ADMITTING,
  exchange: BREAKING,
  fault: BREAKING,
  market: MOVING,
  corporate_action: [...TRADING, ...MOVING, 'corporate-actions', 'market-dividends'],
  dividend: [...WORTH, 'market-dividends'],
  // A late settlement was hit by a fault.
  trade: [...WORTH, 'faults'],
};

/** A fault counts the requests, deliveries and orders that it may hit. */
export const COUNTING: readonly QueryGroup[] = ['faults', 'fault-coverage'];
export const AFTER_REQUEST: readonly QueryGroup[] = ['trace'];
export const AFTER_DELIVERY: readonly QueryGroup[] = DELIVERING;

const NO_GROUPS: readonly QueryGroup[] = [];
const FAULTY: readonly QueryGroup[] = [...BREAKING, ...DELIVERING, 'fault-coverage'];

/**
 * The groups that a control plane command makes stale, by the first part of its path, even if events report the change
 * too.
 */
const STALE_BY_PATH: Readonly<Record<string, readonly QueryGroup[]>> = {
  accounts: ADMITTING,
  'bulk-rebalances': [...BULK, ...REBALANCING],
  // A snapshot of the world is saved before an advance.
  clock: ['clock', 'snapshots', 'storage'],
  compare: NO_GROUPS,
  deliveries: DELIVERING,
  exchanges: [...BREAKING, 'calendars'],
  faults: FAULTY,
  imports: [...WORTH, ...MOVING],
  instruments: MOVING,
  journal: ['journal', 'trace'],
  keys: ADMITTING,
  market: [...MOVING, 'corporate-actions', 'market-dividends'],
  'opened-scenarios': ['scenarios'],
  'lab-runs': ['lab-runs', 'lab-run'],
  explorations: ['explorations', 'exploration'],
  orders: TRADING,
  portfolios: [...WORTH, 'rebalances', 'portfolio-history', 'portfolio-drift'],
  preferences: NO_GROUPS,
  rebalances: TRADING,
  recordings: ['recordings', 'recorded-scenario'],
  // The stream reports a reset of the world with a message of its own.
  reset: NO_GROUPS,
  'scenario-runs': ['kept-runs', 'scenarios', 'scenario-run'],
  scenarios: ['scenarios'],
  signature: NO_GROUPS,
  sink: ['sinks', 'sink'],
  sinks: ['sinks', 'sink'],
  snapshots: ['snapshots', 'storage'],
  stubs: FAULTY,
  sweeps: ['sweeps', 'sweep'],
  tiers: ADMITTING,
  webhooks: DELIVERING,
  worlds: ['worlds'],
};

/** The groups that a progress message of a run makes stale. */
export const AFTER_PROGRESS: Readonly<Record<RunProgress['kind'], readonly QueryGroup[]>> = {
  scenario_run: ['scenario-run', 'scenarios', 'kept-runs'],
  sweep: ['sweeps', 'sweep'],
  lab_run: ['lab-runs', 'lab-run'],
  exploration: ['explorations', 'exploration'],
};

/** `path` of a command, such as `/sim/faults/ft_1`. */
export function afterControl(path: string): readonly QueryGroup[] {
  // A preview is a dry run: its events report it, and it changes nothing else.
  if (path.endsWith('/rebalance-preview')) return NO_GROUPS;
  return STALE_BY_PATH[path.split('/')[2] ?? ''] ?? EVERYTHING;
}

const EVERYTHING: readonly QueryGroup[] = [...TRADING, ...DELIVERING, ...ADMITTING, ...BREAKING, ...MOVING];

/** First elements of the keys that an event of this type makes stale. */
export function staleGroups(eventType: string): readonly QueryGroup[] {
  const prefix = eventType.split('.', 1)[0] ?? '';
  const groups = STALE_BY_PREFIX[prefix] ?? EVERYTHING;
  return ['fingerprint', 'timeline', ...groups];
}
