/** Every cache key once, and which of them an event of the world makes stale. */
export const KEYS = {
  session: ['session'],
  clock: ['clock'],
  fingerprint: ['fingerprint'],
  exchanges: ['exchanges'],
  instruments: ['instruments'],
  faults: ['faults'],
  marketEvents: ['market-events'],
  pins: ['pins'],
  rates: ['rates'],
  rateTable: ['rates', 'table'],
  ratePath: (currency: string, span: string) => ['rates', 'path', currency, span],
  calendars: (month: string) => ['calendars', month],
  quotes: (listings: string) => ['quotes', listings],
  bars: (isin: string, exchange: string, interval: string) => ['bars', isin, exchange, interval],
  depth: (isin: string, exchange: string) => ['depth', isin, exchange],
  portfolios: ['portfolios'],
  portfolio: (portfolioId: string) => ['portfolio', portfolioId],
  /** Groups of their own: every fill would have the whole past asked again. */
  portfolioHistory: (portfolioId: string, span: string) => ['portfolio-history', portfolioId, span],
  driftLines: (portfolioIds: string) => ['portfolio-drift', portfolioIds],
  /** Begin like their portfolio, so that what makes that stale reaches these too. */
  lots: (portfolioId: string) => ['portfolio', portfolioId, 'lots'],
  gains: (portfolioId: string, taxYear: string) => ['portfolio', portfolioId, 'gains', taxYear],
  planChanges: (rebalanceId: string) => ['plan-changes', rebalanceId],
  comparison: (portfolioId: string, variants: string) => ['comparison', portfolioId, variants],
  rebalances: ['rebalances'],
  rebalance: (rebalanceId: string) => ['rebalance', rebalanceId],
  accounts: ['accounts'],
  tiers: ['tiers'],
  apiKeys: ['api-keys'],
  webhooks: ['webhooks'],
  deliveries: ['deliveries'],
  /** Begins like all deliveries, so that what makes those stale reaches these too. */
  deliveryPages: (webhookId: string, status: string, type: string) => ['deliveries', webhookId, status, type],
  delivery: (deliveryId: string) => ['delivery', deliveryId],
  journal: (search: string) => ['journal', search],
  journalEntry: (requestId: string) => ['journal-entry', requestId],
  trace: (traceId: string) => ['trace', traceId],
  snapshots: ['snapshots'],
  storage: ['storage'],
  limits: ['limits'],
  faultCoverage: ['fault-coverage'],
  sinks: ['sinks'],
  sink: (name: string) => ['sink', name],
  scenarios: ['scenarios'],
  recordings: ['recordings'],
  sweeps: ['sweeps'],
  sweep: (sweepId: string, figure: string) => ['sweep', sweepId, figure],
  recordedScenario: (recordingId: string) => ['recorded-scenario', recordingId],
  scenarioRun: (runId: string) => ['scenario-run', runId],
  scenarioRunCharts: (runId: string) => ['scenario-run-charts', runId],
  scenarioRunList: ['kept-runs'],
  runComparison: (first: string, second: string) => ['run-comparison', first, second],
  pastTimeline: (past: string | null, axis: string) => ['past', past, 'timeline', axis],
  pastEvents: (past: string | null, page: number, limit: number) => ['past', past, 'events', page, limit],
  pastWorld: (past: string | null, after: number, portfolio: string | null) => [
    'past',
    past,
    'world',
    after,
    portfolio,
  ],
  mifidRecords: (search: string) => ['mifid-records', search],
  fills: (isin: string) => ['mifid-records', 'fills', isin],
  mifidRecord: (mifidRecordId: string) => ['mifid-record', mifidRecordId],
} as const;

// What happens to a portfolio or a rebalance is announced, so a delivery of it waits in the outbox at once.
const WORTH = ['portfolios', 'portfolio', 'comparison', 'plan-changes', 'webhooks', 'deliveries'];
// A plan or a rebalance may be an event of its account's quota.
const REBALANCING = ['rebalances', 'rebalance', 'accounts', 'trace', ...WORTH];
// An order takes part in what an exchange works on, and may be what a fault has hit; every fill makes a record.
const TRADING = [...REBALANCING, 'exchanges', 'faults', 'mifid-records'];
const DELIVERING = ['webhooks', 'deliveries', 'delivery', 'sinks', 'sink', 'trace'];
const PRICED = ['portfolios', 'portfolio', 'comparison', 'plan-changes', 'bars', 'depth', 'quotes'];
const ADMITTING = ['accounts', 'tiers', 'api-keys'];
const BREAKING = ['faults', 'exchanges', ...PRICED];
const MOVING = ['market-events', 'pins', 'rates', ...PRICED];

/** Which groups an event type touches, by its first word. An unknown word touches everything, so nothing stays stale. */
const STALE_BY_PREFIX: Readonly<Record<string, readonly string[]>> = {
  rebalance: REBALANCING,
  order: TRADING,
  fill: TRADING,
  mifid: [],
  plan: REBALANCING,
  // A record says whether its portfolio is still there.
  portfolio: [...WORTH, 'mifid-record'],
  delivery: DELIVERING,
  webhook: DELIVERING,
  clock: [],
  account: ADMITTING,
  tier: ADMITTING,
  key: ADMITTING,
  exchange: BREAKING,
  fault: BREAKING,
  market: MOVING,
};

/** First elements of the keys that an event of this type makes stale. */
export function staleGroups(eventType: string): readonly string[] {
  const prefix = eventType.split('.', 1)[0] ?? '';
  const groups = STALE_BY_PREFIX[prefix] ?? [...TRADING, ...DELIVERING, ...ADMITTING, ...BREAKING, ...MOVING];
  return ['fingerprint', ...groups];
}
