/** What a test holds of its server: every call, what it takes and gives, and when it rejects. Wire shapes are the contract's. */
import type { z } from 'zod';
import type { changeExchange, ExchangeView } from '../contract/control/market/exchange-control.ts';
import type { createFault, FaultView } from '../contract/control/market/faults.ts';
import type {
  createMarketEvent,
  FxPinView,
  MarketEventView,
  PinView,
} from '../contract/control/market/market-control.ts';
import type { setPositions } from '../contract/control/portfolios/portfolios.ts';
import type { SinkRequestView, scriptSink } from '../contract/control/webhooks/sinks.ts';
import type {
  createWebhook,
  DELIVERY_STATUSES,
  DeliverySummary,
  DeliveryView,
  WEBHOOK_TYPES,
  WebhookEndpoint,
} from '../contract/control/webhooks/webhooks.ts';
import type { ClockWire, setClockMode } from '../contract/control/world/clock.ts';
import type { JournalEntry, journalQuery, Verification, verifyRequests } from '../contract/control/world/journal.ts';
import type { WorldEvent } from '../contract/control/world/records.ts';
import type { Fingerprint } from '../contract/control/world/session.ts';
import type { SnapshotWire } from '../contract/control/world/snapshots.ts';
import type { Trace } from '../contract/control/world/trace.ts';
import type { createPortfolioA, PortfolioA } from '../contract/service/form-a.ts';
import type { createPortfolioB, PortfolioB, RebalanceB } from '../contract/service/form-b.ts';

/** The most virtual time to wait, as `90m` or `PT90M`; 7 d where it is left out. */
export interface Patience {
  readonly within?: string;
}

/** Moves virtual time (decision J). Every call resolves when the clock stands where it should, with all due webhooks answered. */
export interface ClockClient {
  clock(): Promise<ClockWire>;
  /** Mode, rate or pause of time that moves by itself. */
  setClock(change: z.input<typeof setClockMode>): Promise<ClockWire>;
  /** By a duration (`'90m'`, `{by: '90m'}`), or to an instant (`{to: '2026-03-03T09:00:00Z'}`), which may not lie behind. */
  advance(how: string | { readonly by: string } | { readonly to: string }): Promise<ClockWire>;
  /**
   * Goes to the very timer that makes a rebalance of either form final, and resolves with it, in the words of Form B (L25).
   * Rejects with `BallastWaitError` where it failed, was cancelled or never executed, or is not final `within` that time.
   */
  untilComplete(rebalanceId: string, patience?: Patience): Promise<RebalanceB>;
  /** Goes on until nothing is under way: no order, no message, no webhook or retry (K72). Rejects with `BallastWaitError`. */
  untilSettled(patience?: Patience): Promise<ClockWire>;
}

/** A fault that was set. */
export interface FaultHandle extends AsyncDisposable {
  readonly id: string;
  /** Its state now, with `hits`. */
  view(): Promise<FaultView>;
  /** Ends it; one that has ended stays as it is. */
  remove(): Promise<FaultView>;
}

/** Breaks things on purpose (L17, L39 to L42). */
export interface FaultClient {
  /** `{kind: 'api_error', code: 'internal_error', count: 2}`, `{kind: 'exchange_down', exchange: 'XETR', for: '2h'}` … */
  fault(fault: z.input<typeof createFault>): Promise<FaultHandle>;
  /** Every fault there was, by scope, oldest first. */
  faults(): Promise<FaultView[]>;
  /** Ends all of them. */
  removeFaults(): Promise<void>;
}

/** Moves prices, exchange rates and exchanges (L). */
export interface MarketClient {
  /** Multiplies the price once: `jump(isin, -0.08)` takes off 8 %. Now, where no instant is given. */
  jump(isin: string, size: number, at?: string): Promise<MarketEventView>;
  /** Any event: `{kind: 'trend', isin, rate_per_day: 0.01, until}`, `{kind: 'fx_jump', currency: 'CHF', size: 0.1}` … */
  addEvent(event: z.input<typeof createMarketEvent>): Promise<MarketEventView>;
  endEvent(marketEventId: string): Promise<MarketEventView>;
  /** Holds the mid of every listing until `unpin`; in any currency, at most six decimals. */
  pin(isin: string, mid: number, currency: string): Promise<PinView>;
  /** Holds an exchange rate, in units for one EUR, until `unpin`. */
  pinRate(currency: string, perEur: number): Promise<FxPinView>;
  /** Of an ISIN or a currency. */
  unpin(subject: string): Promise<void>;
  /** State and settings of an exchange, by MIC. */
  exchange(mic: string): Promise<ExchangeView>;
  /** Changes what is named: connection, commission, latency, participation, lot size … */
  setExchange(mic: string, change: z.input<typeof changeExchange>): Promise<ExchangeView>;
}

/** A built-in receiver of webhooks (L3, L46). */
export interface SinkClient {
  readonly name: string;
  /** Its path on this server; also good as the address of an endpoint. */
  readonly path: string;
  readonly url: string;
  /** Registers it as an endpoint; for these types of events, or for all. */
  listen(...types: WebhookType[]): Promise<WebhookEndpoint>;
  /** What it answers from now on, one after the other: `answer([{status: 503, times: 2}, {status: 200}])`. */
  answer(
    answers: z.input<typeof scriptSink>['answers'],
    afterwards?: z.input<typeof scriptSink>['afterwards'],
  ): Promise<void>;
  /** Answers 200 again. */
  accept(): Promise<void>;
  /** What came, oldest first, with the check of its signature and what it was answered; the latest 1 000. */
  received(): Promise<SinkRequestView[]>;
  /** Forgets what came. */
  forget(): Promise<void>;
}

export type WebhookType = (typeof WEBHOOK_TYPES)[number];

export interface DeliveryFilter {
  readonly type?: WebhookType;
  readonly status?: (typeof DELIVERY_STATUSES)[number];
  readonly webhookId?: string;
  readonly eventId?: string;
}

/** `match` without its braces, and how often (L36): exactly `count`, or bounds; at least one where nothing is said. */
export type Expectation = z.input<typeof verifyRequests>['match'] & Omit<z.input<typeof verifyRequests>, 'match'>;

/** What happened (L1, L13, L32 to L36, L52). */
export interface RecordClient {
  /** Registers any endpoint; loopback only, unless the server was started with `allowWebhookHosts`. */
  addWebhook(endpoint: z.input<typeof createWebhook>): Promise<WebhookEndpoint>;
  /** Events on their way to endpoints, oldest first, all of them. */
  deliveries(filter?: DeliveryFilter): Promise<DeliverySummary[]>;
  /** One with its payload and every attempt. */
  delivery(deliveryId: string): Promise<DeliveryView>;
  /**
   * `{operation: 'createPlan', body: {'/portfolio_id': id}, count: 1}`. Rejects with `BallastVerificationError`, which says
   * what was expected, what came closest, and what is different about it.
   */
  verify(expectation: Expectation): Promise<Verification>;
  /** Requests of clients with headers and bodies, oldest first, the latest 1 000 that match; secrets are left out. */
  journal(filter?: Omit<z.input<typeof journalQuery>, 'limit' | 'before' | 'full'>): Promise<JournalEntry[]>;
  /** The event log, oldest first; all of it, or the entries of one type. */
  events(type?: string): Promise<WorldEvent[]>;
  /** What belongs to a request, rebalance, order, fill, event or delivery, causes before effects; `text` for people. */
  trace(id: string): Promise<Trace & { readonly text: string }>;
}

type OptionalKeys<Body, Key extends keyof Body> = Omit<Body, Key> & Partial<Pick<Body, Key>>;
type RequestB = z.input<typeof createPortfolioB>;
type RequestA = z.input<typeof createPortfolioA>;

/**
 * What is left out is `test-1`, `test-2` …, EUR and a Depot, 100 000.00 in cash where no holdings are said either, and as targets
 * what is held in equal parts (SAP where nothing is).
 */
export type NewPortfolioB = { readonly form: 'B' } & OptionalKeys<
  RequestB,
  'external_id' | 'currency' | 'tax_wrapper' | 'targets'
>;
/** What is left out is `test-1`, `test-2` …, EUR and DE; positions and cash are set as the control plane would (L5). */
export type NewPortfolioA = { readonly form: 'A' } & OptionalKeys<
  RequestA,
  'name' | 'currency' | 'tax_jurisdiction'
> & {
    readonly positions?: z.input<typeof setPositions>['positions'];
    /** Base currency; 100 000.00 where it is left out (F3). */
    readonly cash?: number;
  };

/** The world as a whole (L47 to L49), and what it is furnished with. */
export interface WorldClient {
  /** Posts it as a client with the key of the run would. It is in the journal like any request. */
  createPortfolio(portfolio: NewPortfolioB): Promise<PortfolioB>;
  createPortfolio(portfolio: NewPortfolioA): Promise<PortfolioA>;
  /** The id of a portfolio that the world's contents named with `as`; throws `BallastError` for a name that is not there. */
  portfolioId(alias: string): string;
  fingerprint(): Promise<Fingerprint>;
  /** Saves the whole world; a name is made where none is given. One of that name is replaced. */
  snapshot(name?: string): Promise<SnapshotWire & { restore(): Promise<Fingerprint> }>;
  restore(name: string): Promise<Fingerprint>;
  /** The world as it began: to be called before each test. The journal is empty, keys and addresses stay. */
  reset(): Promise<Fingerprint>;
}

export interface FetchInit extends RequestInit {
  /** Becomes the body, with its content type. */
  readonly json?: unknown;
}

/** Where the server is and how to speak to it. */
export interface Ballast extends AsyncDisposable, ClockClient, FaultClient, RecordClient, WorldClient {
  /** `http://127.0.0.1:…` */
  readonly origin: string;
  /** Both forms; for the client under test. */
  readonly baseUrl: string;
  readonly formAUrl: string;
  readonly formBUrl: string;
  readonly controlUrl: string;
  readonly apiKey: string;
  readonly adminToken: string;
  readonly seed: number;
  /** `authorization` with the API key, and whatever else is given. */
  headers(others?: Readonly<Record<string, string>>): Record<string, string>;
  /**
   * Asks with the API key: `'/prices/DE0007164600'` below `baseUrl`, `'/form-a/v1/…'` and `'/form-b/v1/…'` below their own.
   * A key of your own in `init.headers` wins. Nothing rejects but a connection that breaks.
   */
  fetch(path: string, init?: FetchInit): Promise<Response>;
  /** Any operation of the control plane: `control('POST', '/keys', {account_id: 'other'})`; see `/sim/openapi.json`. */
  control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
  readonly market: MarketClient;
  sink(name?: string): SinkClient;
  /** Ends it. Twice is fine; helpers reject with `BallastStoppedError` afterwards. A server one only connected to goes on. */
  stop(): Promise<void>;
}
