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
  bars: (isin: string, exchange: string, interval: string) => ['bars', isin, exchange, interval],
  depth: (isin: string, exchange: string) => ['depth', isin, exchange],
  portfolios: ['portfolios'],
  portfolio: (portfolioId: string) => ['portfolio', portfolioId],
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
  scenarioRun: (runId: string) => ['scenario-run', runId],
  scenarioRunCharts: (runId: string) => ['scenario-run-charts', runId],
  mifidRecords: (search: string) => ['mifid-records', search],
  mifidRecord: (mifidRecordId: string) => ['mifid-record', mifidRecordId],
} as const;

// What happens to a portfolio or a rebalance is announced, so a delivery of it waits in the outbox at once.
const WORTH = ['portfolios', 'portfolio', 'webhooks', 'deliveries'];
// A plan or a rebalance may be an event of its account's quota.
const REBALANCING = ['rebalances', 'rebalance', 'accounts', 'trace', ...WORTH];
// An order takes part in what an exchange works on, and may be what a fault has hit; every fill makes a record.
const TRADING = [...REBALANCING, 'exchanges', 'faults', 'mifid-records'];
const DELIVERING = ['webhooks', 'deliveries', 'delivery', 'sinks', 'sink', 'trace'];
const PRICED = ['portfolios', 'portfolio', 'bars', 'depth'];
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
