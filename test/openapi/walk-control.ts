/** Calls every operation of the control plane, in a world in which both forms were called before. */
import { SAP, WORLD_ETF } from '../api/service/sample-portfolio.ts';
import type { Recorder } from './recorder.ts';

export interface WalkedWorld {
  readonly portfolioId: string;
  readonly rebalanceId: string;
}

export async function walkControl(sim: Recorder, world: WalkedWorld, ready: () => Promise<void>): Promise<void> {
  await walkWorld(sim, world);
  await walkAccounts(sim);
  await walkMarket(sim);
  await walkTraffic(sim);
  await walkClock(sim, ready);
  await walkSnapshots(sim);
  await walkWorlds(sim);
  await walkPreferences(sim);
  await walkRecordings(sim);
  await walkScenarios(sim);
  await walkPast(sim);
  await walkBulks(sim);
  await walkImports(sim);
}

async function walkImports(sim: Recorder): Promise<void> {
  const prices = 'Date,SAP,My index\n2030-01-31,231.5,100\n2030-02-28,,101.5\n';
  const rates = 'Date,USD,JPY,\n2030-01-31,1.1977,N/A,\n';
  const files = [
    { name: 'prices.csv', text: prices },
    { name: 'eurofxref.csv', text: rates },
  ];
  await sim.take('importPrices', { body: { files, check: true } });
  const depot = `ISIN;Quantity;Cost price;Date\n${SAP};10;180,25;06.05.2024\n`;
  const file = { name: 'Depot.csv', text: depot };
  await sim.take('importPortfolios', { body: { files: [file], check: false, dates: 'dmy', cash: 1200.5 } });
}

/** Comes last: its number of requests depends on the machine, and so do the identifiers of later ones. */
export async function walkLab(sim: Recorder): Promise<void> {
  type Listed = { portfolios: readonly { readonly portfolio_id: string; readonly label: string }[] };
  const { portfolios } = await sim.take<Listed>('listPortfolios');
  const body = {
    portfolios: portfolios.slice(0, 1).map((each) => each.portfolio_id),
    policies: [
      { name: 'Monthly', when: [{ calendar: { every: 'month' } }] },
      { name: '5 points', when: [{ drift: { threshold: 0.05 } }] },
    ],
    to: '2027-03-02T00:00:00Z',
    paths: { seeds: '1..2' },
  };
  const { lab_run_id: id } = await sim.take<{ lab_run_id: string }>('startLabRun', { body });
  await sim.until('getLabRun', { parameters: { id } }, ({ status }) => status === 'complete');
  for (const name of ['getLabRunCsv', 'getLabRunReport']) await sim.take(name, { parameters: { id } });
  const [portfolio] = portfolios;
  if (portfolio === undefined) throw new Error('the world has no portfolio');
  await sim.take('getLabScenario', {
    parameters: { id },
    query: { portfolio: portfolio.label, policy: 'Monthly', seed: '1' },
  });
  await sim.take('listLabRuns');
  await sim.take('stopLabRun', { parameters: { id } });
}

/** A client that sends one request, and crashes if the response is not a success. `folder`: where it runs. */
export async function walkExplorer(sim: Recorder, folder: string): Promise<void> {
  const command = ['node', '-e', IMPATIENT_CLIENT];
  const body = { command, folder, trials: 1, budget: '10m', only: 'weak' };
  await sim.take('previewExploration', { body });
  const { exploration_id: id } = await sim.take<{ exploration_id: string }>('startExploration', { body });
  await sim.until(
    'getExploration',
    { parameters: { id } },
    ({ status }) => status !== 'queued' && status !== 'running',
  );
  for (const name of ['getFindingStory', 'getFindingScenario', 'getFindingExploration', 'getFindingTest'])
    await sim.take(name, { parameters: { id, number: '1' } });
  await sim.take('listExplorations');
  await sim.take('stopExploration', { parameters: { id } });
}

const IMPATIENT_CLIENT = `
const { BALLAST_FORM_A_URL: base, BALLAST_API_KEY: key } = process.env;
const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
const body = JSON.stringify({ name: 'pension', currency: 'EUR', tax_jurisdiction: 'DE' });
fetch(base + '/portfolios', { method: 'POST', headers, body }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1));
`.trim();

async function walkBulks(sim: Recorder): Promise<void> {
  type Listed = { portfolios: readonly { readonly portfolio_id: string }[] };
  const { portfolios } = await sim.take<Listed>('listPortfolios');
  const portfolio_ids = portfolios.slice(0, 2).map((each) => each.portfolio_id);
  const body = { portfolio_ids, settings: { drift_threshold: 0.01 }, wait: true };
  const { bulk_id: id } = await sim.take<{ bulk_id: string }>('createBulkRebalance', { body });
  await sim.take('listBulkRebalances', { query: { limit: '1' } });
  await sim.take('executeBulkRebalance', { parameters: { id }, body: { pace: { per_minute: 30 } } });
  await sim.take('viewBulkRebalance', { parameters: { id }, query: { limit: '2' } });
  await sim.take('stopBulkRebalance', { parameters: { id } });
}

async function walkWorld(sim: Recorder, { portfolioId: id, rebalanceId }: WalkedWorld): Promise<void> {
  for (const name of [
    'getHealth',
    'getReadiness',
    'getSession',
    'getFingerprint',
    'getStorage',
    'getLimits',
    'listPortfolios',
    'listInstruments',
  ])
    await sim.take(name);
  for (const name of ['viewPortfolio', 'listLots', 'getGains']) await sim.take(name, { parameters: { id } });
  await sim.take('listSettlements', { parameters: { id }, query: { limit: '2' } });
  await sim.take('getPortfolioHistory', { parameters: { id }, query: { span: '1d', points: '3' } });
  await sim.take('getPerformance', { parameters: { id }, query: { every: 'day' } });
  await sim.take('listActivity', { parameters: { id }, query: { limit: '3' } });
  await sim.take('listDriftLines', { query: { portfolio_id: id, points: '3' } });
  await sim.take('listRebalances', { query: { portfolio_id: id } });
  await sim.take('viewRebalance', { parameters: { id: rebalanceId } });
  const { records } = await sim.take<{ records: readonly { readonly mifid_record_id: string }[] }>('listMifidRecords', {
    query: { limit: '2' },
  });
  await sim.take('viewMifidRecord', { parameters: { id: records[0]?.mifid_record_id ?? '' } });
  const variants = [
    { name: 'narrow', drift_threshold: 0.01 },
    { name: 'coarse', drift_threshold: 0.01, fractional_precision: 2, gains_tax_budget: 250 },
  ];
  const targets = [{ isin: WORLD_ETF, weight: 0.9 }];
  await sim.take('comparePlans', { body: { portfolio_id: id, targets, variants } });
  await walkPlans(sim);
  const lots = [{ quantity: 100, unit_cost: 180.25, acquired_at: '2024-05-06T08:00:00Z' }];
  const positions = [{ isin: SAP, exchange: 'XETR', quantity: 100, lots }];
  await sim.take('setPositions', { parameters: { id }, body: { positions } });
  await sim.take('setCash', { parameters: { id }, body: { amount: 7500.5 } });
  const whole = {
    form: 'A',
    request: { name: 'Family office', currency: 'EUR', tax_jurisdiction: 'DE' },
    positions: [{ isin: SAP, exchange: 'XETR', quantity: 12.5 }],
    cash: 2500,
    targets: [{ isin: SAP, weight: 0.5 }],
  };
  await sim.take('createWholePortfolio', { body: whole });
  await sim.take('setTargets', { parameters: { id }, body: { targets } });
  await sim.take('renamePortfolio', { parameters: { id }, body: { label: 'Household savings' } });
}

async function walkPlans(sim: Recorder): Promise<void> {
  type Listed = { portfolios: readonly { readonly portfolio_id: string; readonly form: string }[] };
  const { portfolios } = await sim.take<Listed>('listPortfolios');
  const id = portfolios.find(({ form }) => form === 'A')?.portfolio_id ?? '';
  const body = { target_weights: { [WORLD_ETF]: 1 }, drift_threshold: 0.01, idempotency_key: 'march-2026' };
  const { rebalance } = await sim.take<{ rebalance: { rebalance_id: string } }>('previewRebalance', {
    parameters: { id },
    body,
  });
  await sim.take('getPlanChanges', { parameters: { id: rebalance.rebalance_id } });
  await sim.take('releasePreview', { parameters: { id } });
  const savings = { kind: 'deposit', amount: 500, every: 'month', until: '2027-03-02T12:00:00Z' };
  const { cash_flow_id } = await sim.take<{ cash_flow_id: string }>('createCashFlow', {
    parameters: { id },
    body: savings,
  });
  await sim.take('listCashFlows', { parameters: { id }, query: { limit: '10' } });
  await sim.take('listDividends', { parameters: { id }, query: { limit: '10' } });
  await sim.take('endCashFlow', { parameters: { id, cash_flow_id } });
  const constraints = { do_not_sell: ['DE0007164600'], max_turnover: 0.1, gains_tax_budget: 250, whole_shares: true };
  await sim.take('setConstraints', { parameters: { id }, body: constraints });
  await sim.take('getConstraints', { parameters: { id } });
  await sim.take('setConstraints', { parameters: { id }, body: {} });
  const when = [{ calendar: { every: 'quarter', day: 'first', at: 'open+30m' } }, { drift: { threshold: 0.05 } }];
  await sim.take('setPolicy', { parameters: { id }, body: { when, cooldown: '30d', execute: true } });
  await sim.take('getPolicy', { parameters: { id } });
  await sim.take('removePolicy', { parameters: { id } });
}

async function walkAccounts(sim: Recorder): Promise<void> {
  const account = { account_id: 'wealth-desk', name: 'Wealth desk', tier: 'starter' };
  await sim.take('createAccount', { body: account });
  for (const name of ['listAccounts', 'listTiers']) await sim.take(name);
  await sim.take('getAccount', { parameters: { id: 'wealth-desk' } });
  await sim.take('changeAccount', { parameters: { id: 'wealth-desk' }, body: { tier: 'growth', rate_limit: 120 } });
  await sim.take('changeTier', { parameters: { tier: 'starter' }, body: { monthly_limit: 200 } });
  const { key_id: id = '' } = await sim.take('createKey', { body: { account_id: 'wealth-desk', name: 'Nightly job' } });
  await sim.take('listKeys', { query: { account_id: 'wealth-desk' } });
  await sim.take('changeKey', { parameters: { id }, body: { rate_limit: 'off' } });
  await sim.take('revokeKey', { parameters: { id } });
}

async function walkRecordings(sim: Recorder): Promise<void> {
  const { recording_id: id = '' } = await sim.take('startRecording', { body: { name: 'Monday', from: 'now' } });
  await sim.take('stopRecording', { parameters: { id } });
  for (const name of ['getRecordedScenario', 'getRecordedGolden', 'getRecordedStart'])
    await sim.take(name, { parameters: { id } });
  await sim.take('listRecordings');
  await sim.take('saveScenario', { body: { recording_id: id, file: 'monday.ballast.yaml' } });
  const renamed = { file: 'days/monday.ballast.yaml' };
  await sim.take('renameScenario', { parameters: { file: 'monday.ballast.yaml' }, body: renamed });
  await sim.take('deleteScenario', { parameters: renamed });
  await sim.take('restoreScenario', { parameters: renamed });
  await sim.take('deleteRecording', { parameters: { id } });
}

const TWO_LOOKS = 'name: Two looks\nworld: {}\nsteps:\n  - advance: 1m\n  - advance: 1h\n';

async function walkScenarios(sim: Recorder): Promise<void> {
  const { scenario_run_id: id = '' } = await sim.take('startScenarioRun', { body: { file: 'one-look.yaml' } });
  await sim.until('getScenarioRun', { parameters: { id } }, ({ status }) => status === 'passed');
  await sim.take('getScenarioRunCharts', { parameters: { id } });
  await sim.take('getScenario', { parameters: { file: 'one-look.yaml' } });
  await sim.take('getRunTimeline', { parameters: { id }, query: { columns: '10' } });
  await sim.take('listRunEvents', { parameters: { id }, query: { limit: '2' } });
  await sim.take('getRunHistoricalWorld', { parameters: { id }, query: { after: '1' } });
  await sim.take('compareScenarioRun', { parameters: { id }, query: { with: id } });
  await sim.take('listScenarioRuns');
  await sim.take('stopScenarioRun', { parameters: { id } });
  await sim.take('openScenario', { body: { name: 'two-looks.yaml', text: TWO_LOOKS } });
  await sim.take('listScenarios');
  const { sweep_id: sweepId = '' } = await sim.take('startSweep', { body: { file: 'one-look.yaml', seeds: 3 } });
  await sim.until('getSweep', { parameters: { id: sweepId } }, ({ status }) => status === 'complete');
  await sim.take('listSweeps');
  await sim.take('stopSweep', { parameters: { id: sweepId } });
}

async function walkPast(sim: Recorder): Promise<void> {
  await sim.take('getTimeline', { query: { columns: '10' } });
  await sim.take('listPastEvents', { query: { after: '1', limit: '2' } });
  await sim.take('getHistoricalWorld', { query: { after: '9' } });
  const { portfolios } = await sim.take<{ portfolios: readonly { readonly portfolio_id: string }[] }>('listPortfolios');
  await sim.take('removePortfolio', { parameters: { id: portfolios[0]?.portfolio_id ?? '' } });
}

async function walkMarket(sim: Recorder): Promise<void> {
  const fund = { isin: 'QXHOUSEFUND9', name: 'House Fund', type: 'etf', reference_price: 48.2, listings: ['XETR'] };
  await sim.take('addInstruments', { body: { instruments: [{ ...fund, spread_bps: 15 }] } });
  await sim.take('pinPrice', { body: { isin: WORLD_ETF, mid: 100.5, currency: 'EUR' } });
  await sim.take('listPins');
  await sim.take('unpinPrice', { parameters: { isin: WORLD_ETF } });
  await sim.take('listRates');
  await sim.take('getRateTable');
  await sim.take('getRatePath', { query: { currency: 'USD', span: '1d' } });
  await sim.take('listCalendars', { query: { month: '2026-04' } });
  const event = { isin: SAP, kind: 'jump', size: -0.08, at: '2026-03-03T10:00:00Z' };
  const { market_event_id: eventId = '' } = await sim.take('addMarketEvent', { body: event });
  await sim.take('listMarketEvents');
  await sim.take('endMarketEvent', { parameters: { id: eventId } });
  const split = { kind: 'split', isin: SAP, ex_at: '2027-03-02T07:00:00Z', ratio: { new: 3, old: 1 } };
  const { corporate_action_id: actionId = '' } = await sim.take('createCorporateAction', { body: split });
  await sim.take('listCorporateActions', { query: { limit: '10' } });
  await sim.take('cancelCorporateAction', { parameters: { id: actionId } });
  await sim.take('listMarketDividends', { query: { to: '2026-04-30T00:00:00Z' } });
  const rows = [
    'timestamp,isin,exchange,mid',
    `2026-03-02T09:00:00Z,${SAP},XETR,240`,
    `2026-03-06T16:30:00Z,${SAP},XETR,242.5`,
  ];
  await sim.take('loadSeries', { body: `${rows.join('\n')}\n` });
  const listing = { isin: SAP, exchange: 'XETR' };
  await sim.take('getBars', { query: { ...listing, interval: '15m', limit: '3' } });
  await sim.take('getDepth', { query: listing });
  await sim.take('getQuotes', { query: { listings: `${SAP}:XETR` } });
  await sim.take('listExchanges');
  await sim.take('getExchange', { parameters: { mic: 'XETR' } });
  await sim.take('changeExchange', { parameters: { mic: 'XLON' }, body: { day_end: 'expire', participation: 0.1 } });
  const { fault_id: faultId = '' } = await sim.take('setFault', {
    body: { kind: 'exchange_down', exchange: 'XSWX', for: '10m' },
  });
  await sim.take('setFault', { body: { kind: 'wide_spread', factor: 3, isin: SAP } });
  await sim.take('setFault', { body: { kind: 'api_error', code: 'internal_error', match: { form: 'A' }, share: 0.1 } });
  await sim.take('setFault', { body: { kind: 'webhook_duplicate', match: { types: ['order.filled'] }, count: 1 } });
  await sim.take('listFaults');
  await sim.take('endFault', { parameters: { id: faultId } });
  await sim.take('endAllFaults');
  await sim.take('getFaultCoverage');
  const response = { status: 503, headers: { 'Retry-After': '2' }, text: 'no upstream at ${now}', template: true };
  const stub = { match: { operation: 'getPrices' }, answer: response, count: 2 };
  const { fault_id: stubId = '' } = await sim.take('setStub', { body: stub });
  await sim.take('listStubs');
  await sim.take('endStub', { parameters: { id: stubId } });
  await sim.take('endAllStubs');
}

async function walkTraffic(sim: Recorder): Promise<void> {
  await sim.take('listWebhooks');
  const endpoint = { url: '/sim/sink/orders', events: ['order.filled'] };
  const { webhook_id: webhookId = '' } = await sim.take('addWebhook', { body: endpoint });
  await sim.take('getWebhook', { parameters: { id: webhookId } });
  await sim.take('changeWebhook', { parameters: { id: webhookId }, body: { status: 'paused', ordered: false } });
  await sim.take('rotateWebhookSecret', { parameters: { id: webhookId }, body: {} });
  await sim.take('redeliverWebhook', { parameters: { id: webhookId }, body: { statuses: ['failed'] } });
  await sim.take('testWebhook', { parameters: { id: webhookId }, body: { type: 'rebalance.complete' } });
  const message = { 'webhook-id': 'ev_1', 'webhook-timestamp': '1772443800', 'webhook-signature': 'v1,AAAA' };
  await sim.take('explainSignature', { body: { headers: message, body: '{}', at: '2026-03-02T09:31:00Z' } });
  await sim.take('removeWebhook', { parameters: { id: webhookId } });
  const { deliveries } = await sim.take<{ deliveries: readonly { readonly delivery_id: string }[] }>('listDeliveries', {
    query: { limit: '2' },
  });
  const delivery = { parameters: { id: deliveries[0]?.delivery_id ?? '' } };
  await sim.take('getDelivery', delivery);
  await sim.take('redeliver', delivery);
  await sim.take('listEvents', { query: { after: '2', limit: '2' } });
  await walkTrace(sim);
  await walkJournal(sim);
  for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
    await sim.take(`${method}ToDefaultSink`);
    await sim.take(`${method}ToSink`, { parameters: { name: 'notes' } });
  }
  const responses = [{ status: 503, headers: { 'retry-after': '30' }, times: 2 }];
  await sim.take('scriptSink', { parameters: { name: 'notes' }, body: { answers: responses, afterwards: 'accept' } });
  await sim.take('listSinks');
  await sim.take('getSink', { parameters: { name: 'notes' } });
  await sim.take('unscriptSink', { parameters: { name: 'notes' } });
  await sim.take('emptySink', { parameters: { name: 'notes' } });
}

/** Of a request with few consequences, so that the example is readable. */
async function walkTrace(sim: Recorder): Promise<void> {
  const { entries } = await sim.take<{ entries: readonly { readonly request_id: string }[] }>('listJournal', {
    query: { operation: 'cancelPlan', limit: '1' },
  });
  await sim.take('getTrace', { parameters: { id: entries[0]?.request_id ?? '' } });
}

async function walkJournal(sim: Recorder): Promise<void> {
  const { entries } = await sim.take<{ entries: readonly { readonly request_id: string }[] }>('listJournal', {
    query: { operation: 'executePlan', limit: '2' },
  });
  await sim.take('getJournalEntry', { parameters: { request_id: entries[0]?.request_id ?? '' } });
  await sim.take('verifyJournal', {
    body: { match: { operation: 'executePlan', body: { '/confirm': true }, status: 202 }, at_most: 1 },
  });
  const query = { operation: 'getPrices', limit: '1' };
  const recorded = await sim.take<Record<string, unknown>>('getArchive', { query });
  await sim.take('replayArchive', { body: recorded, query: { limit: '1' } });
  await sim.take('clearJournal');
}

async function walkClock(sim: Recorder, ready: () => Promise<void>): Promise<void> {
  await sim.take('getClock');
  await sim.take('advanceClock', { body: { by: '90m' } });
  await ready();
  await sim.take('stopClock');
  await sim.take('setClockMode', { body: { mode: 'manual', rate: 60 } });
}

/** Each has a name, so that the documents are the same each time. */
async function walkWorlds(sim: Recorder): Promise<void> {
  const body = { name: 'checkout-tests', seed: 7, clock_mode: 'manual', rate_limit: 'off' };
  await sim.take('createWorld', { body });
  await sim.take('createWorld', { body: { name: 'what-if', fork_of: 'default', expires_after: '10m' } });
  await sim.take('listWorlds');
  const named = { parameters: { name: 'what-if' } };
  await sim.take('getWorld', named);
  await sim.take('compareWorlds', { ...named, query: { with: 'default' } });
  const { bytes } = await sim.call('exportWorld', { parameters: { name: 'checkout-tests' } });
  await sim.take('importWorld', { body: bytes, query: { name: 'from-a-colleague' } });
  for (const name of ['from-a-colleague', 'checkout-tests']) await sim.take('deleteWorld', { parameters: { name } });
}

async function walkPreferences(sim: Recorder): Promise<void> {
  await sim.take('setPreference', { parameters: { name: 'theme' }, body: { value: { scheme: 'dark' } } });
  await sim.take('getPreferences');
}

/** Restores a snapshot and returns: the earlier state is there afterwards. */
async function walkSnapshots(sim: Recorder): Promise<void> {
  const snapshot = { parameters: { name: 'before-the-reset' } };
  await sim.take('saveSnapshot', { body: { name: 'before-the-reset' } });
  await sim.take('listSnapshots');
  await sim.take('resetWorld');
  await sim.take('restoreSnapshot', snapshot);
  await sim.take('deleteSnapshot', snapshot);
}
