/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The handle of a server in a test: every call, its parameters, its result, and when it rejects. Wire shapes are the
 * contract's.
 */
import type { z } from 'zod';
import type { createStub } from '../contract/control/http-faults/stubs.ts';
import type { CorporateActionWire, createCorporateActionBody } from '../contract/control/market/corporate-actions.ts';
import type { changeExchangeBody, ExchangeView } from '../contract/control/market/exchange-control.ts';
import type { createFault, FaultView } from '../contract/control/market/faults.ts';
import type {
  createMarketEvent,
  FxPinView,
  MarketEventView,
  PinView,
} from '../contract/control/market/market-control.ts';
import type { CashFlowWire, createCashFlowBody } from '../contract/control/portfolios/cash-flows.ts';
import type { SetConstraints, setConstraintsBody } from '../contract/control/portfolios/constraints.ts';
import type { DividendWire } from '../contract/control/portfolios/dividends.ts';
import type { createOrderAction, OrderActionWire } from '../contract/control/portfolios/order-actions.ts';
import type { PolicyWire, setPolicyBody } from '../contract/control/portfolios/policies.ts';
import type { setPositionsBody } from '../contract/control/portfolios/portfolios.ts';
import type { TradeSettlementWire } from '../contract/control/portfolios/settlements.ts';
import type { SinkRequestView, scriptSink } from '../contract/control/webhooks/sinks.ts';
import type {
  createWebhook,
  DeliverySummary,
  DeliveryView,
  WebhookEndpoint,
} from '../contract/control/webhooks/webhooks.ts';
import type { ClockWire, setClockMode } from '../contract/control/world/clock.ts';
import type { JournalEntry, journalQuery, Verification, verifyRequests } from '../contract/control/world/journal.ts';
import type { WorldEvent } from '../contract/control/world/records.ts';
import type { Fingerprint } from '../contract/control/world/session.ts';
import type { SnapshotWire } from '../contract/control/world/snapshots.ts';
import type { Trace } from '../contract/control/world/trace.ts';
import type { createPortfolioABody, PortfolioA } from '../contract/service/form-a.ts';
import type { createPortfolioBBody, PortfolioB, RebalanceB } from '../contract/service/form-b.ts';
import type { EventType } from '../domain/events/event-catalogue.ts';
import type { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../domain/webhook-choices.ts';
import type { WorldsClient } from './worlds-handle.ts';

/** The most virtual time to wait, as `90m` or `PT90M`; default 7 d. */
export interface Patience {
  readonly within?: string;
}

/**
 * Moves virtual time (decision J). Every call resolves when the clock has arrived and all due webhooks have their
 * responses.
 */
export interface ClockClient {
  /** The virtual clock: `now`, `mode`, `rate`, whether it is `paused`. */
  clock(): Promise<ClockWire>;
  /** Sets mode, rate or pause. */
  setClock(change: z.input<typeof setClockMode>): Promise<ClockWire>;
  /**
   * Advances by a duration (`'90m'`, `{by: '90m'}`), or to an instant (`{to: '2026-03-03T09:00:00Z'}`) that is not in
   * the past.
   */
  advance(how: string | { readonly by: string } | { readonly to: string }): Promise<ClockWire>;
  /**
   * Advances until a rebalance of either form is final, and resolves with it, in the shape of Form B (L25). Rejects
   * with `BallastWaitError` where it failed, was cancelled or never executed, or is not final `within` that time.
   */
  untilComplete(rebalanceId: string, patience?: Patience): Promise<RebalanceB>;
  /**
   * Advances until nothing is under way: no order, no message, no webhook or retry (K72). Rejects with
   * `BallastWaitError`.
   */
  untilSettled(patience?: Patience): Promise<ClockWire>;
}

/** A fault that was set. */
export interface FaultHandle extends AsyncDisposable {
  readonly id: string;
  /** Stubs that no request reaches because of it, or why none reaches it (L40). */
  readonly warnings: readonly string[];
  /** Its state now, with `hits`. */
  view(): Promise<FaultView>;
  /** Ends the fault; does nothing where it has ended. */
  remove(): Promise<FaultView>;
}

/** Injects faults (L17, L39 to L42). */
export interface FaultClient {
  /**
   * `{kind: 'api_error', code: 'internal_error', count: 2}`, `{kind: 'exchange_down', exchange: 'XETR', for: '2h'}` …
   */
  fault(fault: z.input<typeof createFault>): Promise<FaultHandle>;
  /**
   * Responds in place of the service (R1): `{match: {path: '/v1/prices/X'}, answer: {status: 503, text: 'no'}, count:
   * 2}`.
   */
  stub(stub: z.input<typeof createStub>): Promise<FaultHandle>;
  /** All faults, by scope, oldest first. */
  faults(): Promise<FaultView[]>;
  /**
   * Rejects with `BallastUnmetError` where a fault or stub was never met, and names what came closest to each. Call it
   * before `reset` or `removeFaults`: ended faults are still known, reset ones are not. `exchange_down`,
   * `halt_instrument`, `stale_prices`, `wide_spread` and `crossed_quotes` are met once they have begun, whether or not
   * an order or price was affected (L45).
   */
  assertAllMet(): Promise<void>;
  /** Ends all faults and stubs. */
  removeFaults(): Promise<void>;
}

/** Moves prices, exchange rates and exchanges (L). */
export interface MarketClient {
  /** Multiplies the price once: `jump(isin, -0.08)` lowers it by 8 %. Now, unless an instant is given. */
  jump(isin: string, size: number, at?: string): Promise<MarketEventView>;
  /**
   * Adds any event: `{kind: 'trend', isin, rate_per_day: 0.01, until}`, `{kind: 'jump', instruments: 'all', by_beta:
   * true, size: -0.07}`, `{kind: 'fx_jump', currency: 'CHF', size: 0.1}` …
   */
  addEvent(event: z.input<typeof createMarketEvent>): Promise<MarketEventView>;
  /** Ends an event now: its effect so far remains (L12). */
  endEvent(marketEventId: string): Promise<MarketEventView>;
  /** Pins the mid of every listing until `unpin`; in any currency, at most six decimals. */
  pin(isin: string, mid: number, currency: string): Promise<PinView>;
  /** Pins an exchange rate, in units for one EUR, until `unpin`. */
  pinRate(currency: string, perEur: number): Promise<FxPinView>;
  /** Ends the pin of an ISIN or a currency. */
  unpin(subject: string): Promise<void>;
  /**
   * Schedules a split, a change of an ISIN, a delisting or a dividend, at `ex_at` (O2, O3): `{kind: 'split', isin,
   * ex_at, ratio: {new: 3, old: 1}}`. Rejects for what cannot happen.
   */
  corporateAction(action: z.input<typeof createCorporateActionBody>): Promise<CorporateActionWire>;
  /** The latest 1000, newest first. */
  corporateActions(): Promise<CorporateActionWire[]>;
  /** Cancels a scheduled action. Rejects once it was applied. */
  cancelCorporateAction(action: Pick<CorporateActionWire, 'corporate_action_id'>): Promise<CorporateActionWire>;
  /** State and settings of an exchange, by MIC. */
  exchange(mic: string): Promise<ExchangeView>;
  /** Changes the given settings: connection, commission, latency, participation, lot size … */
  setExchange(mic: string, change: z.input<typeof changeExchangeBody>): Promise<ExchangeView>;
}

/** A built-in receiver of webhooks (L3, L46). */
export interface SinkClient {
  readonly name: string;
  /** Its path on this server; valid as the address of an endpoint. */
  readonly path: string;
  readonly url: string;
  /** Registers it as an endpoint, for these types of events or for all. */
  listen(...types: WebhookType[]): Promise<WebhookEndpoint>;
  /**
   * Sets its responses from now on, in this order. The last one repeats unless `afterwards` is given:
   * `answer([{status: 503, times: 2}], 'accept')` refuses two deliveries and accepts all others.
   */
  answer(
    answers: z.input<typeof scriptSink>['answers'],
    afterwards?: z.input<typeof scriptSink>['afterwards'],
  ): Promise<void>;
  /** Makes it respond with 200 again. */
  accept(): Promise<void>;
  /** The received requests, oldest first, with the check of each signature and the response. */
  received(): Promise<SinkRequestView[]>;
  /** Deletes the received requests. */
  forget(): Promise<void>;
}

export type WebhookType = (typeof WEBHOOK_TYPES)[number];

export interface DeliveryFilter {
  readonly type?: WebhookType;
  readonly status?: (typeof DELIVERY_STATUSES)[number];
  readonly webhookId?: string;
  readonly eventId?: string;
}

/** The fields of `match`, and the number of requests (L36): exactly `count`, or bounds; at least one by default. */
export type Expectation = z.input<typeof verifyRequests>['match'] & Omit<z.input<typeof verifyRequests>, 'match'>;

/** Reads records of requests, deliveries and events (L1, L13, L32 to L36, L52). */
export interface RecordClient {
  /**
   * Registers any endpoint; loopback only, unless the server was started with `allowWebhookHosts`. For a receiver with
   * its own certificate: `tls: {ca: PEM}`, or `tls: {insecure: true}`.
   */
  addWebhook(endpoint: z.input<typeof createWebhook>): Promise<WebhookEndpoint>;
  /** All deliveries of events to endpoints, oldest first. */
  deliveries(filter?: DeliveryFilter): Promise<DeliverySummary[]>;
  /** A delivery with its payload and every attempt. */
  delivery(deliveryId: string): Promise<DeliveryView>;
  /**
   * `{operation: 'createPlan', body: {'/portfolio_id': id}, count: 1}`. With `within: '5s'` (host time) or
   * `within_virtual: '1h'` it waits until enough have come; advance the clock meanwhile, without awaiting this first.
   * Rejects with `BallastVerificationError`, which says what was expected, which request came closest, and how it
   * differs.
   */
  verify(expectation: Expectation): Promise<Verification>;
  /** Requests of clients with headers and bodies, oldest first; secrets are left out. */
  journal(filter?: Omit<z.input<typeof journalQuery>, 'limit' | 'cursor' | 'full'>): Promise<JournalEntry[]>;
  /** The event log, oldest first: all entries, or those of one type. Rejects for an unknown type. */
  events(type?: EventType): Promise<WorldEvent[]>;
  /** The trace of a request, rebalance, order, fill, event or delivery, causes before effects; `text` is for people. */
  trace(id: string): Promise<Trace & { readonly text: string }>;
}

type OptionalKeys<Body, Key extends keyof Body> = Omit<Body, Key> & Partial<Pick<Body, Key>>;
type RequestB = z.input<typeof createPortfolioBBody>;
type RequestA = z.input<typeof createPortfolioABody>;

/**
 * Defaults: `test-1`, `test-2` …, EUR and a Depot; 100 000.00 in cash if there are no holdings either; as targets the
 * holdings in equal parts (SAP without holdings).
 */
export type NewPortfolioB = { readonly form: 'B' } & OptionalKeys<
  RequestB,
  'external_id' | 'currency' | 'tax_wrapper' | 'targets'
>;
/** Defaults: `test-1`, `test-2` …, EUR and DE. Positions and cash are set through the control plane (L5). */
export type NewPortfolioA = { readonly form: 'A' } & OptionalKeys<
  RequestA,
  'name' | 'currency' | 'tax_jurisdiction'
> & {
    readonly positions?: z.input<typeof setPositionsBody>['positions'];
    /** In the base currency; default 100 000.00 (F3). */
    readonly cash?: number;
  };

/** The world as a whole (L47 to L49), and its contents. */
export interface WorldClient {
  /** Creates it as a client with the key of the run would. The request is in the journal like any other. */
  createPortfolio(portfolio: NewPortfolioB): Promise<PortfolioB>;
  createPortfolio(portfolio: NewPortfolioA): Promise<PortfolioA>;
  /**
   * The id of a portfolio that the world's contents named with `as`; throws `BallastError` for a name that is not
   * there.
   */
  portfolioId(alias: string): string;
  /** Adds or withdraws cash of a portfolio, now or later, once or repeatedly (O1). Rejects for more than is free. */
  cashFlow(portfolioId: string, flow: z.input<typeof createCashFlowBody>): Promise<CashFlowWire>;
  /** The latest 1000 of a portfolio, newest first. */
  cashFlows(portfolioId: string): Promise<CashFlowWire[]>;
  /**
   * The latest 1000 trades of a portfolio, newest first, with when they have to settle and did; empty where trades
   * settle at once (O4).
   */
  settlements(portfolioId: string, query?: { readonly status?: 'pending' | 'settled' }): Promise<TradeSettlementWire[]>;
  /** Ends a cash flow: nothing more of it is booked. */
  endCashFlow(flow: Pick<CashFlowWire, 'portfolio_id' | 'cash_flow_id'>): Promise<CashFlowWire>;
  /** Replaces the constraints of every plan of a portfolio (O5); `{}` removes them. Resolves with the present ones. */
  setConstraints(portfolioId: string, constraints: z.input<typeof setConstraintsBody>): Promise<SetConstraints>;
  /** The present constraints; `{}` if there are none. */
  constraints(portfolioId: string): Promise<SetConstraints>;
  /**
   * Sets or replaces the policy by which Ballast rebalances a portfolio by itself (O6). Rejects for a contradiction.
   */
  setPolicy(portfolioId: string, policy: z.input<typeof setPolicyBody>): Promise<PolicyWire>;
  /** Includes what it did last, and what it would do next. Rejects without a policy. */
  policy(portfolioId: string): Promise<PolicyWire>;
  /** Removes it; rebalances that it began continue. Rejects without a policy. */
  removePolicy(portfolioId: string): Promise<void>;
  /**
   * Makes the exchange do exactly this with one of its working orders, next (O7); its report takes some milliseconds of
   * virtual time. Rejects where the order is not at the exchange.
   */
  actOnOrder(orderId: string, action: z.input<typeof createOrderAction>): Promise<OrderActionWire>;
  /** The latest 1000 dividends of a portfolio, accrued and paid, newest first (O2). */
  dividends(portfolioId: string): Promise<DividendWire[]>;
  /** The state of the world: `seed`, `now`, `events`, `head` (the hash of its log), `chain`. */
  fingerprint(): Promise<Fingerprint>;
  /** Saves the whole world, under a generated name by default. Replaces a snapshot of the same name. */
  snapshot(name?: string): Promise<SnapshotWire & { restore(): Promise<Fingerprint> }>;
  /** Continues the world from a snapshot. */
  restore(name: string): Promise<Fingerprint>;
  /**
   * Resets the world to its beginning: call it before each test. The journal is empty afterwards; keys and addresses
   * remain.
   */
  reset(): Promise<Fingerprint>;
}

export interface FetchInit extends RequestInit {
  /** Sent as the JSON body, with its content type. */
  readonly json?: unknown;
}

/**
 * The addresses of a world and its keys. Every helper validates its arguments before it sends anything, and rejects
 * with `BallastArgumentError` for an option that it does not know, a wrong type or a missing argument (K120);
 * `headers`, `sink` and `portfolioId` throw it.
 */
export interface Ballast
  extends AsyncDisposable,
    ClockClient,
    FaultClient,
    RecordClient,
    WorldClient,
    WorldsClient<Ballast> {
  /** `default` for the world that a server begins with. */
  readonly name: string;
  /**
   * `http://127.0.0.1:…`, for a world that was created on it with `/worlds/` and its name: the start of all its
   * addresses.
   */
  readonly origin: string;
  /** The base of both forms, for the client under test. */
  readonly baseUrl: string;
  readonly formAUrl: string;
  readonly formBUrl: string;
  readonly controlUrl: string;
  readonly apiKey: string;
  readonly adminToken: string;
  readonly seed: number;
  /** `authorization` with the API key, and the given headers. */
  headers(others?: Readonly<Record<string, string>>): Record<string, string>;
  /**
   * Sends a request with the API key: `'/prices/DE0007164600'` below `baseUrl`, `'/form-a/v1/…'` and `'/form-b/v1/…'`
   * below their own. A key in `init.headers` takes precedence. Rejects only where the connection breaks.
   */
  fetch(path: string, init?: FetchInit): Promise<Response>;
  /** Any operation of the control plane: `control('POST', '/keys', {account_id: 'other'})`; see `/sim/openapi.json`. */
  control<Result = unknown>(method: string, path: string, body?: unknown): Promise<Result>;
  readonly market: MarketClient;
  /** A built-in receiver of webhooks, which is created at its first use. */
  sink(name?: string): SinkClient;
  /**
   * Stops the server, or ends the world that was created on it; a second call does nothing. Helpers reject with
   * `BallastStoppedError` afterwards. A server that the test only connected to continues.
   */
  stop(): Promise<void>;
}
