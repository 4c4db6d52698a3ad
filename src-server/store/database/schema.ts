/**
 * The tables of the world: drizzle makes queries, types and migrations from this file and `schema-traffic.ts`. Amounts
 * are exact integers (see engine/records). Some columns have older names than the fields that they are.
 */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CostParts } from '../../domain/costs/cost-parts.ts';
import type { OrderStatus } from '../../domain/lifecycle/order-life-cycle.ts';
import type { RebalanceStatus } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { SaleMethod } from '../../domain/lots/lot.ts';
import type { Commission } from '../../domain/market-view.ts';
import type { PlanConstraints } from '../../domain/plan/constraints.ts';
import type {
  BulkFigures,
  BulkRefusal,
  BulkRow,
  BulkState,
  BulkStatus,
  BulkTerms,
} from '../../engine/bulk/bulk-rebalance.ts';
import type { CashFlowInterval, CashFlowKind } from '../../engine/cash-flows/cash-flow.ts';
import type { CorporateActionKind } from '../../engine/corporate-actions/corporate-action.ts';
import type { DividendStatus } from '../../engine/dividends/dividend.ts';
import type { PolicyState, PolicyTerms } from '../../engine/policies/policy.ts';
import type { MonthlyLimit, RateLimit, Tier } from '../../engine/ports/account-ports.ts';
import type {
  FormATerms,
  Notice,
  OrderAtFill,
  OrderRecord,
  PlannedOrderRecord,
  Rates,
  StoredPlan,
  Submission,
} from '../../engine/records.ts';
import type { ClockSettings } from '../../kernel/kernel-store.ts';
import type { Currency, DayEnd, VenueSettings } from '../../market/data/market-data.ts';
import type { OrderTermination, RoutedOrder } from '../../market/exchange-connectors.ts';
import type { FaultKind } from '../../market/faults/fault.ts';
import type { Overlay } from '../../market/prices/overlay-registry.ts';
import type { SeriesRow } from '../../market/prices/series-registry.ts';

const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>().notNull();

/** One row: the kernel's state. */
export const world = sqliteTable('world', {
  id: integer('id').primaryKey(),
  seed: integer('seed').notNull(),
  nowMs: integer('now_ms').notNull(),
  clock: json<ClockSettings>('clock'),
  timerSeq: integer('timer_seq').notNull(),
  eventCount: integer('event_count').notNull(),
  head: text('head').notNull(),
});

export const counters = sqliteTable('counters', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
});

export const timers = sqliteTable('timers', {
  seq: integer('seq').primaryKey(),
  dueMs: integer('due_ms').notNull(),
  kind: text('kind').notNull(),
  payload: text('payload').notNull(),
});

export const events = sqliteTable(
  'events',
  {
    seq: integer('seq').primaryKey(),
    atMs: integer('at_ms').notNull(),
    type: text('type').notNull(),
    data: text('data').notNull(),
    hash: text('hash').notNull(),
    /** The rebalance in `data`, for an index; not part of the hash. */
    rebalanceId: text('rebalance_id'),
  },
  (table) => [index('events_by_rebalance').on(table.rebalanceId).where(sql`${table.rebalanceId} is not null`)],
);

/** Facts about this database that are not the world's: the settings it was made with, reserved ids. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export const accounts = sqliteTable('accounts', {
  /** In the order of creation. */
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  accountId: text('account_id').notNull().unique(),
  name: text('name').notNull(),
  tier: text('tier').$type<Tier>().notNull(),
  monthlyLimit: text('monthly_limit', { mode: 'json' }).$type<MonthlyLimit>(),
  rateLimit: text('rate_limit', { mode: 'json' }).$type<RateLimit>(),
  createdMs: integer('created_ms').notNull(),
});

/** Limits of tiers that were changed. */
export const tierLimits = sqliteTable('tier_limits', {
  tier: text('tier').$type<Tier>().primaryKey(),
  monthlyLimit: json<MonthlyLimit>('monthly_limit'),
});

/** API keys with the hashes of their secrets; the secrets are not stored. */
export const apiKeys = sqliteTable('api_keys', {
  /** In the order of creation. */
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  keyId: text('key_id').notNull().unique(),
  accountId: text('account_id').notNull(),
  name: text('name').notNull(),
  secretHash: text('secret_hash').notNull(),
  rateLimit: text('rate_limit', { mode: 'json' }).$type<RateLimit>(),
  isRunKey: integer('is_run_key', { mode: 'boolean' }).notNull(),
  createdMs: integer('created_ms').notNull(),
  revokedMs: integer('revoked_ms'),
});

export const portfolios = sqliteTable('portfolios', {
  portfolioId: text('portfolio_id').primaryKey(),
  accountId: text('account_id').notNull(),
  form: text('form', { enum: ['A', 'B'] }).notNull(),
  currency: text('currency').notNull(),
  cashMinor: integer('cash_minor').notNull(),
  referenceRates: json<Record<string, number>>('reference_rates'),
  createdMs: integer('created_ms').notNull(),
  updatedMs: integer('updated_ms').notNull(),
  deletedMs: integer('deleted_ms'),
  /** Form A: name; Form B: external_id. */
  label: text('label').notNull(),
  /** Form A: account_type; Form B: tax_wrapper. */
  wrapper: text('wrapper').notNull(),
  taxJurisdiction: text('tax_jurisdiction'),
  defaultTaxMethod: text('default_tax_method'),
  metadata: text('metadata', { mode: 'json' }).$type<Record<string, string>>(),
  /** Constraints of its plans; null: none. */
  constraints: text('constraints', { mode: 'json' }).$type<PlanConstraints>(),
});

export const positions = sqliteTable(
  'positions',
  {
    portfolioId: text('portfolio_id').notNull(),
    isin: text('isin').notNull(),
    mic: text('mic').notNull(),
    quantityMicro: integer('quantity_micro').notNull(),
    /** Remainder of a split beyond whole millionths: a fraction of one, such as `2/3`; null for none. */
    rest: text('rest'),
  },
  (table) => [primaryKey({ columns: [table.portfolioId, table.isin, table.mic] })],
);

export const targets = sqliteTable(
  'targets',
  {
    portfolioId: text('portfolio_id').notNull(),
    isin: text('isin').notNull(),
    rank: integer('rank').notNull(),
    weight: real('weight').notNull(),
  },
  (table) => [primaryKey({ columns: [table.portfolioId, table.isin] })],
);

export const rebalances = sqliteTable(
  'rebalances',
  {
    rebalanceId: text('rebalance_id').primaryKey(),
    portfolioId: text('portfolio_id').notNull(),
    accountId: text('account_id').notNull(),
    status: text('status').$type<RebalanceStatus>().notNull(),
    simulation: integer('simulation', { mode: 'boolean' }).notNull(),
    warnings: json<readonly Notice[]>('warnings'),
    failure: text('failure', { mode: 'json' }).$type<Notice>(),
    createdMs: integer('created_ms').notNull(),
    executedMs: integer('executed_ms'),
    completedMs: integer('completed_ms'),
    /** The terms of a Form A request, and when its rebalance last changed; null for Form B. */
    formA: text('form_a', { mode: 'json' }).$type<FormATerms>(),
    updatedMs: integer('updated_ms'),
  },
  (table) => [
    index('rebalances_by_portfolio').on(table.portfolioId, table.simulation, table.createdMs),
    // Each plan checks whether one is under way, in portfolios that may have thousands of dry runs.
    index('rebalances_under_way').on(table.portfolioId).where(sql`"status" in ('executing', 'partially_filled')`),
    // The quota counts the rebalances of an account in a month by this index alone.
    index('rebalances_by_account').on(table.accountId, table.simulation, table.createdMs),
  ],
);

export const orders = sqliteTable(
  'orders',
  {
    orderId: text('order_id').primaryKey(),
    rebalanceId: text('rebalance_id').notNull(),
    portfolioId: text('portfolio_id').notNull(),
    sequence: integer('sequence').notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
    isin: text('isin').notNull(),
    mic: text('mic').notNull(),
    currency: text('currency').notNull(),
    quantityMicro: integer('quantity_micro').notNull(),
    filledMicro: integer('filled_micro').notNull(),
    workingMicro: integer('working_micro').notNull(),
    reservedMinor: integer('reserved_minor').notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    estimatedPriceMicro: integer('estimated_price_micro').notNull(),
    estimatedValueMinor: integer('estimated_value_minor').notNull(),
    weightBefore: real('weight_before').notNull(),
    weightTarget: real('weight_target').notNull(),
    weightAfter: real('weight_after').notNull(),
    fxConversionBps: real('fx_conversion_bps').notNull().default(3),
    estimatedCosts: json<CostParts>('estimated_costs'),
    reason: json<OrderRecord['reason']>('reason'),
    considerationLocalMinor: integer('consideration_local_minor').notNull(),
    considerationBaseMinor: integer('consideration_base_minor').notNull(),
    dealtRates: text('dealt_rates', { mode: 'json' }).$type<Rates>(),
    dealtCommission: text('dealt_commission', { mode: 'json' }).$type<Commission>(),
    submissions: integer('sendings').notNull().default(0),
    lastSubmission: text('last_sending', { mode: 'json' }).$type<Submission>(),
    termination: text('ending', { mode: 'json' }).$type<Notice>(),
  },
  (table) => [index('orders_by_rebalance').on(table.rebalanceId, table.sequence)],
);

/**
 * Plans, which never change: a rebalance is written with each of its orders, and its plan is a long text. The orders
 * are stored here until one of them changes; then they become rows of `orders`. Most plans are dry runs, and fifty rows
 * with their indexes would take longer to write than the plan takes to make.
 */
export const plans = sqliteTable('plans', {
  rebalanceId: text('rebalance_id').primaryKey(),
  orders: text('orders', { mode: 'json' }).$type<readonly PlannedOrderRecord[]>(),
  plan: json<StoredPlan>('plan'),
});

export const fills = sqliteTable(
  'fills',
  {
    /** In the order in which they happened. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    fillId: text('fill_id').notNull(),
    orderId: text('order_id').notNull(),
    rebalanceId: text('rebalance_id').notNull(),
    portfolioId: text('portfolio_id').notNull(),
    mifidRecordId: text('mifid_record_id').notNull().unique(),
    mic: text('mic').notNull(),
    quantityMicro: integer('quantity_micro').notNull(),
    priceMicro: integer('price_micro').notNull(),
    valueMinor: integer('value_minor').notNull(),
    costs: json<CostParts>('costs'),
    filledMs: integer('filled_ms').notNull(),
    orderAtFill: json<OrderAtFill>('order_at_fill').default({} as OrderAtFill),
  },
  (table) => [index('fills_by_rebalance').on(table.rebalanceId)],
);

/** The responses that are repeated for an idempotency key (decision F5). */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    accountId: text('account_id').notNull(),
    key: text('key').notNull(),
    rebalanceId: text('rebalance_id').notNull(),
    acceptedMs: integer('accepted_ms').notNull(),
    status: integer('status').notNull(),
    body: text('body').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotency_keys_by_time').on(table.acceptedMs),
  ],
);

/**
 * Purchases, sales and splits of each ISIN of a portfolio, and when it was set by hand: its lots and gains are derived
 * from them.
 */
export const lotTrades = sqliteTable(
  'lot_trades',
  {
    /** In the order in which they were recorded. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    portfolioId: text('portfolio_id').notNull(),
    isin: text('isin').notNull(),
    /** Id of the fill, of the corporate action, or of the lot where a position was given. */
    tradeId: text('trade_id').notNull(),
    side: text('side', { enum: ['buy', 'sell', 'split', 'set'] }).notNull(),
    atMs: integer('at_ms').notNull(),
    /** Of a split: the whole position afterwards; 0 where the position was set by hand. */
    quantityMicro: integer('quantity_micro').notNull(),
    /** Cost of a purchase, charges included, or proceeds of a sale before its charges; base currency. */
    amountMinor: integer('amount_minor').notNull(),
    /** Of a purchase that was given with a cost per share: that cost, in millionths. */
    unitMicro: integer('unit_micro'),
    method: text('method').$type<SaleMethod>(),
    /** Of a sale. */
    chargesMinor: integer('charges_minor').notNull().default(0),
    /** Of a sale: its remainder beyond whole millionths, as in positions. */
    rest: text('rest'),
    /** Of a split, except those that only change the quantity of lots. */
    ratioNew: integer('ratio_new'),
    ratioOld: integer('ratio_old'),
  },
  (table) => [index('lot_trades_by_holding').on(table.portfolioId, table.isin)],
);

/** Orders of the simulated exchanges. */
export const exchangeOrders = sqliteTable(
  'exchange_orders',
  {
    clientOrderId: text('client_order_id').primaryKey(),
    orderId: text('order_id').notNull(),
    isin: text('isin').notNull(),
    mic: text('mic').notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
    quantityMicro: integer('quantity_micro').notNull(),
    filledMicro: integer('filled_micro').notNull(),
    stepMicro: integer('step_micro').notNull(),
    limitPriceMicro: integer('limit_price_micro'),
    dayEnd: text('day_end').$type<DayEnd>().notNull(),
    cappedMicro: integer('capped_micro'),
    isHeld: integer('is_held', { mode: 'boolean' }).notNull().default(false),
    sliceIndex: integer('slice_index').notNull(),
    executions: integer('executions').notNull(),
    dayEndMs: integer('day_end_ms').notNull(),
    termination: text('ending', { mode: 'json' }).$type<OrderTermination>(),
    stepTimer: integer('step_timer'),
  },
  (table) => [index('exchange_orders_by_exchange').on(table.mic)],
);

/** Executions at the exchanges, until the gateway has closed the order. */
export const exchangeExecutions = sqliteTable(
  'exchange_executions',
  {
    clientOrderId: text('client_order_id').notNull(),
    executionNo: integer('execution_no').notNull(),
    orderId: text('order_id').notNull(),
    quantityMicro: integer('quantity_micro').notNull(),
    priceMicro: integer('price_micro').notNull(),
    midMicro: integer('mid_micro').notNull(),
    touchMicro: integer('touch_micro').notNull(),
    executedMs: integer('executed_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientOrderId, table.executionNo] })],
);

/** The weight of our own recent trading, by listing. */
export const ownFlows = sqliteTable(
  'own_flows',
  {
    isin: text('isin').notNull(),
    mic: text('mic').notNull(),
    netMicro: integer('net_micro').notNull(),
    asOfMs: integer('as_of_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.isin, table.mic] })],
);

/** Orders that are out at exchanges, as the gateway knows them. */
export const gatewayOrders = sqliteTable(
  'desk_orders',
  {
    clientOrderId: text('client_order_id').primaryKey(),
    orderId: text('order_id').notNull(),
    mic: text('mic').notNull(),
    order: json<RoutedOrder>('routed_order'),
    isAcknowledged: integer('is_acknowledged', { mode: 'boolean' }).notNull(),
    arrivesMs: integer('arrives_ms').notNull(),
    filledMicro: integer('filled_micro').notNull(),
    receivedThrough: integer('received_through').notNull(),
    receivedAhead: json<readonly number[]>('received_ahead'),
    termination: text('ending', { mode: 'json' }).$type<OrderTermination>(),
    wantsCancel: integer('wants_cancel', { mode: 'boolean' }).notNull(),
    queries: integer('queries').notNull(),
    askTimer: integer('ask_timer'),
  },
  (table) => [index('desk_orders_by_order').on(table.orderId), index('desk_orders_by_exchange').on(table.mic)],
);

/** Outages of the connections to exchanges. */
export const outages = sqliteTable('outages', {
  outageId: integer('outage_id').primaryKey(),
  mic: text('mic').notNull(),
  fromMs: integer('from_ms').notNull(),
  untilMs: integer('until_ms'),
  isHeld: integer('is_held', { mode: 'boolean' }).notNull(),
  attemptTimer: integer('attempt_timer'),
});

/** Market faults, ended ones too. */
export const marketFaults = sqliteTable('market_faults', {
  faultId: text('fault_id').primaryKey(),
  kind: text('kind').$type<FaultKind>().notNull(),
  mic: text('mic'),
  isin: text('isin'),
  share: real('share').notNull(),
  amount: real('amount'),
  cancelsOrders: integer('cancels_orders', { mode: 'boolean' }).notNull(),
  fromMs: integer('from_ms').notNull(),
  untilMs: integer('until_ms'),
  count: integer('count'),
  hits: integer('hits').notNull(),
  endedMs: integer('ended_ms'),
  timerSeq: integer('timer_seq'),
});

/** Deposits to portfolios and withdrawals from them. */
export const cashFlows = sqliteTable(
  'cash_flows',
  {
    /** In the order in which they were created. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    cashFlowId: text('cash_flow_id').notNull().unique(),
    portfolioId: text('portfolio_id').notNull(),
    kind: text('kind').$type<CashFlowKind>().notNull(),
    amountMinor: integer('amount_minor').notNull(),
    firstMs: integer('first_ms').notNull(),
    every: text('every').$type<CashFlowInterval>(),
    untilMs: integer('until_ms'),
    occurrences: integer('occurrences').notNull(),
    refused: integer('refused').notNull(),
    timerSeq: integer('timer_seq'),
    createdMs: integer('created_ms').notNull(),
    endedMs: integer('ended_ms'),
    nextMs: integer('next_ms'),
  },
  (table) => [index('cash_flows_by_portfolio').on(table.portfolioId)],
);

/** Corporate actions of instruments: scheduled, applied and cancelled. Fields that a kind does not have are null. */
export const corporateActions = sqliteTable('corporate_actions', {
  /** In the order in which they were created. */
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  corporateActionId: text('corporate_action_id').notNull().unique(),
  kind: text('kind').$type<CorporateActionKind>().notNull(),
  isin: text('isin').notNull(),
  exMs: integer('ex_ms').notNull(),
  ratioNew: integer('ratio_new'),
  ratioOld: integer('ratio_old'),
  newIsin: text('new_isin'),
  /** Amount per share. */
  amountMicro: integer('amount_micro'),
  currency: text('currency').$type<Currency>(),
  payMs: integer('pay_ms'),
  /** Factor of prices from the ex-date on; null before it is applied. */
  priceFactor: real('price_factor'),
  timerSeq: integer('timer_seq'),
  createdMs: integer('created_ms').notNull(),
  appliedMs: integer('applied_ms'),
  cancelledMs: integer('cancelled_ms'),
});
/** Dividends that portfolios are entitled to, were paid, or lost. */
export const dividends = sqliteTable(
  'dividends',
  {
    /** In the order in which they were accrued. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    dividendId: text('dividend_id').notNull().unique(),
    portfolioId: text('portfolio_id').notNull(),
    distributionId: text('distribution_id').notNull(),
    corporateActionId: text('corporate_action_id'),
    isin: text('isin').notNull(),
    exMs: integer('ex_ms').notNull(),
    payMs: integer('pay_ms').notNull(),
    quantityMicro: integer('quantity_micro').notNull(),
    amountMicro: integer('amount_micro').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    grossMinor: integer('gross_minor').notNull(),
    sourceCountry: text('source_country'),
    withholdingPpm: integer('withholding_ppm').notNull(),
    law: text('law'),
    status: text('status').$type<DividendStatus>().notNull(),
    /** In base currency, once it was paid. */
    paidGrossMinor: integer('paid_gross_minor'),
    taxMinor: integer('tax_minor'),
    endedMs: integer('ended_ms'),
  },
  (table) => [
    index('dividends_by_portfolio').on(table.portfolioId),
    index('dividends_by_distribution').on(table.distributionId),
  ],
);

/** Fills that are pending settlement or have settled; none where trades settle at once. */
export const tradeSettlements = sqliteTable(
  'trade_settlements',
  {
    /** In the order of the fills. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    fillId: text('fill_id').notNull().unique(),
    orderId: text('order_id').notNull(),
    rebalanceId: text('rebalance_id').notNull(),
    portfolioId: text('portfolio_id').notNull(),
    isin: text('isin').notNull(),
    mic: text('mic').notNull(),
    side: text('side').$type<'buy' | 'sell'>().notNull(),
    quantityMicro: integer('quantity_micro').notNull(),
    /** Remainder of a split beyond whole millionths, as in positions. */
    rest: text('rest'),
    cashMinor: integer('cash_minor').notNull(),
    tradeDate: text('trade_date').notNull(),
    intendedMs: integer('intended_ms').notNull(),
    dueMs: integer('due_ms').notNull(),
    failedMs: integer('failed_ms'),
    settledMs: integer('settled_ms'),
  },
  (table) => [
    index('trade_settlements_pending').on(table.dueMs).where(sql`${table.settledMs} is null`),
    index('trade_settlements_pending_by_portfolio').on(table.portfolioId).where(sql`${table.settledMs} is null`),
    index('trade_settlements_by_portfolio').on(table.portfolioId, table.seq),
  ],
);

/** Buys that are delayed because they would settle before the money that pays for them. */
export const heldBuys = sqliteTable('held_buys', {
  /** In the order in which they were delayed. */
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  orderId: text('order_id').notNull().unique(),
  rebalanceId: text('rebalance_id').notNull(),
  untilMs: integer('until_ms').notNull(),
});

/** When Ballast rebalances portfolios by itself. */
export const policies = sqliteTable('policies', {
  portfolioId: text('portfolio_id').primaryKey(),
  setMs: integer('set_ms').notNull(),
  terms: json<PolicyTerms>('terms'),
  state: json<PolicyState>('state'),
});

/** Bulk rebalances: their requests, and their progress. */
export const bulkRebalances = sqliteTable('bulk_rebalances', {
  /** In the order of creation. */
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  bulkId: text('bulk_id').notNull().unique(),
  createdMs: integer('created_ms').notNull(),
  status: text('status').$type<BulkStatus>().notNull(),
  terms: json<BulkTerms>('terms'),
  state: json<BulkState>('state'),
});

/** The portfolios of bulk rebalances. */
export const bulkPortfolios = sqliteTable(
  'bulk_portfolios',
  {
    bulkId: text('bulk_id').notNull(),
    position: integer('position').notNull(),
    portfolioId: text('portfolio_id').notNull(),
    state: text('state').$type<BulkRow['state']>().notNull(),
    rebalanceId: text('rebalance_id'),
    refusal: text('refusal', { mode: 'json' }).$type<BulkRefusal>(),
    planned: text('planned', { mode: 'json' }).$type<BulkFigures>(),
    traded: text('traded', { mode: 'json' }).$type<BulkFigures>(),
  },
  (table) => [
    primaryKey({ columns: [table.bulkId, table.position] }),
    // Searched whenever a rebalance becomes final.
    index('bulk_portfolios_by_rebalance').on(table.rebalanceId).where(sql`${table.rebalanceId} is not null`),
  ],
);

/** The settings of exchanges that were changed, complete. */
export const exchangeSettings = sqliteTable('exchange_settings', {
  mic: text('mic').primaryKey(),
  settings: json<VenueSettings>('settings'),
});

/** Pinned mids, including released ones, so that past prices never change. */
export const pins = sqliteTable('pins', {
  /** In the order in which they happened. */
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  /** Of an exchange rate: the currency. The column was named before rates could be pinned. */
  subject: text('isin').notNull(),
  midMicro: integer('mid_micro').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  fromMs: integer('from_ms').notNull(),
  untilMs: integer('until_ms'),
});

/** Overlays of prices, volumes and exchange rates. */
export const marketEvents = sqliteTable('market_events', {
  /** In the order in which they happened. */
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  marketEventId: text('market_event_id').notNull().unique(),
  /** Of an exchange rate: the currency; of many instruments: which. The column was named before there were others. */
  subject: text('isin').notNull(),
  kind: text('kind').$type<Overlay['kind']>().notNull(),
  amount: real('amount').notNull(),
  byBeta: integer('by_beta', { mode: 'boolean' }).notNull().default(false),
  fromMs: integer('from_ms').notNull(),
  untilMs: integer('until_ms'),
  endedMs: integer('ended_ms'),
});

/** Loaded prices, one row for each listing of a file. */
export const priceSeries = sqliteTable('price_series', {
  /** In the order in which they were loaded. */
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  isin: text('isin').notNull(),
  mic: text('mic').notNull(),
  fromMs: integer('from_ms').notNull(),
  rows: json<readonly SeriesRow[]>('rows'),
});
