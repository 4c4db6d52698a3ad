/**
 * The engine's ports to its stores and to the outbox of the webhooks room. The port to exchanges is defined by the
 * market.
 */
import type { EventData, LoggedEvent } from '../../kernel/event-chain.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { VenueSettings } from '../../market/data/market-data.ts';
import type { Overlay } from '../../market/prices/overlay-registry.ts';
import type { Pin } from '../../market/prices/pin-registry.ts';
import type { PriceSeries } from '../../market/prices/series-registry.ts';
import type { BulkFigures, BulkRecord, BulkRow, BulkRowStatus } from '../bulk/bulk-rebalance.ts';
import type { CashFlowRecord } from '../cash-flows/cash-flow.ts';
import type { CorporateActionRecord } from '../corporate-actions/corporate-action.ts';
import type { DividendRecord } from '../dividends/dividend.ts';
import type { RefusalCode } from '../outcome.ts';
import type { PolicyRecord } from '../policies/policy.ts';
import type {
  FillRecord,
  IdempotentResponse,
  OrderRecord,
  PortfolioRecord,
  PositionRecord,
  RebalanceRecord,
  TargetRecord,
} from '../records.ts';

/**
 * Portfolios with their positions and targets. Writing methods may only be called inside the kernel's open transaction.
 */
export interface PortfolioStore {
  insert(portfolio: PortfolioRecord, positions: readonly PositionRecord[], targets: readonly TargetRecord[]): void;
  update(portfolio: PortfolioRecord): void;
  /** `null` if none has this id; deleted ones are returned too, with `deletedMs` set. */
  find(portfolioId: string): PortfolioRecord | null;
  /** Every portfolio that is not deleted, oldest first. */
  list(): PortfolioRecord[];
  /** A page of that list: at most `limit` of those after one, which may have been deleted; `null`: from the first. */
  page(afterId: string | null, limit: number): PortfolioRecord[];
  positions(portfolioId: string): readonly PositionRecord[];
  /** Quantity of an instrument held at an exchange; 0 if none is. */
  heldMicro(portfolioId: string, isin: string, mic: string): number;
  targets(portfolioId: string): readonly TargetRecord[];
  /** Sets one position; a quantity of 0 removes it. */
  setPosition(portfolioId: string, position: PositionRecord): void;
  replacePositions(portfolioId: string, positions: readonly PositionRecord[]): void;
  replaceTargets(portfolioId: string, targets: readonly TargetRecord[]): void;
}

/** Cash flows of portfolios, past and scheduled. */
export interface CashFlowStore {
  insert(flow: CashFlowRecord): void;
  update(flow: CashFlowRecord): void;
  find(cashFlowId: string): CashFlowRecord | null;
  /** Newest first: at most `limit` of those after one; `null`: from the newest. */
  page(portfolioId: string, beforeId: string | null, limit: number): CashFlowRecord[];
  /** Cash flows with occurrences still to be booked, oldest first. */
  scheduled(portfolioId: string): CashFlowRecord[];
}

/** Corporate actions: scheduled, applied and cancelled. */
export interface CorporateActionStore {
  insert(action: CorporateActionRecord): void;
  update(action: CorporateActionRecord): void;
  find(corporateActionId: string): CorporateActionRecord | null;
  /** Newest first: at most `limit` of those after one; `null`: from the newest. */
  page(beforeId: string | null, limit: number): CorporateActionRecord[];
  /** Scheduled actions, by their ex-date. */
  scheduled(): CorporateActionRecord[];
  /** In the order in which they were applied. */
  applied(): CorporateActionRecord[];
}

/** Dividends of portfolios: accrued, paid and ended. */
export interface DividendStore {
  insert(dividend: DividendRecord): void;
  update(dividend: DividendRecord): void;
  find(dividendId: string): DividendRecord | null;
  /** Newest first: at most `limit` of those after one; `null`: from the newest. */
  page(portfolioId: string, beforeId: string | null, limit: number): DividendRecord[];
  /** Unpaid dividends of a distribution, oldest first. */
  accruedBy(distributionId: string): DividendRecord[];
  /** Unpaid dividends of a portfolio, oldest first. */
  accruedOf(portfolioId: string): DividendRecord[];
}

/** Policies of portfolios, at most one each. */
export interface PolicyStore {
  /** Sets the policy of its portfolio, replacing an earlier one. */
  put(policy: PolicyRecord): void;
  remove(portfolioId: string): void;
  find(portfolioId: string): PolicyRecord | null;
  count(): number;
}

/** Bulk rebalances with their portfolios. */
export interface BulkStore {
  /** Inserts a bulk with its portfolios in this order, as `waiting`. */
  insert(bulk: BulkRecord, portfolioIds: readonly string[]): void;
  update(bulk: BulkRecord): void;
  find(bulkId: string): BulkRecord | null;
  /** Newest first: at most `limit` of those after one; `null`: from the newest. */
  page(beforeId: string | null, limit: number): BulkRecord[];
  updateRow(row: BulkRow): void;
  removeRow(row: BulkRow): void;
  /** All of its portfolios, in their order. */
  rows(bulkId: string): BulkRow[];
  /** At most `limit` portfolios in a state, from a position on. */
  rowsFrom(bulkId: string, position: number, state: BulkRow['state'], limit: number): BulkRow[];
  /** At most `limit` portfolios that are displayed as `status`, after a position; `null`: of any status. */
  shownRows(bulkId: string, status: BulkRowStatus | null, afterPosition: number, limit: number): ShownBulkRow[];
  /** The position of its last portfolio; 0: it has none. */
  lastPosition(bulkId: string): number;
  /** Number of its portfolios by displayed status. */
  counts(bulkId: string): Readonly<Record<BulkRowStatus, number>>;
  /** The plans that were cancelled before they were started, with their portfolios. */
  cancelledPlans(bulkId: string): readonly CancelledPlan[];
  /** Number of portfolios still to be started. */
  countPlanned(bulkId: string): number;
  /** Number of refused portfolios by code. */
  refusals(bulkId: string): readonly { readonly code: RefusalCode; readonly portfolios: number }[];
  /** The portfolio that was started as this rebalance and is not counted as final yet. */
  findStarted(rebalanceId: string): BulkRow | null;
  /** Whether a rebalance that a bulk started may not be final yet. */
  isAnyUnderWay(): boolean;
}

export interface CancelledPlan {
  readonly portfolioId: string;
  readonly planned: BulkFigures;
}

/** `place`: from 1 in the order of its portfolios, without those that a filter has dropped. */
export type ShownBulkRow = BulkRow & { readonly status: BulkRowStatus; readonly place: number };

/** Rebalances with their orders and fills. */
export interface RebalanceStore {
  insert(rebalance: RebalanceRecord, orders: readonly OrderRecord[]): void;
  update(rebalance: RebalanceRecord): void;
  /** Records that one of its orders has changed (`updatedMs`), without writing the rest again. */
  touch(rebalanceId: string, nowMs: number): void;
  find(rebalanceId: string): RebalanceRecord | null;
  /** Newest first; of one portfolio if given, and after one rebalance if given. */
  list(filter: { portfolioId?: string | undefined; beforeId?: string | undefined; limit: number }): RebalanceRecord[];
  /** The rebalance of a portfolio that is `executing` or `partially_filled`, if any. */
  findActive(portfolioId: string): RebalanceRecord | null;
  /** Number of orders with a part at an exchange. */
  countWorking(mic: string): number;
  /** Rebalances in progress that have an order with a part still to be sent to an exchange, oldest first. */
  waitingFor(mic: string): RebalanceRecord[];
  /** Number of an account's rebalances accepted at or after an instant, without dry runs. */
  countBilled(accountId: string, fromMs: number): number;
  /** The newest rebalance of a portfolio that is not a dry run, if any. */
  findLatest(portfolioId: string): RebalanceRecord | null;
  /** Plans that can still be executed, oldest first. */
  listReady(): RebalanceRecord[];
  /** Dry runs of a portfolio that are held for an idempotency key, newest first. */
  listReserved(portfolioId: string): RebalanceRecord[];
  /** By sequence. */
  orders(rebalanceId: string): OrderRecord[];
  findOrder(orderId: string): OrderRecord | null;
  findFill(fillId: string): FillRecord | null;
  updateOrder(order: OrderRecord): void;
  insertFill(fill: FillRecord): void;
  /** In the order in which they happened. */
  fills(rebalanceId: string): FillRecord[];
}

/** The fills that have compliance records. */
export interface MifidStore {
  find(mifidRecordId: string): FillRecord | null;
  /** Matching fills, newest first. */
  list(filter: MifidFilter, limit: number): FillRecord[];
  /** Number of matches; counted up to `most` if there is a condition. */
  count(filter: MifidFilter, most: number): number;
}

/** Conditions for records; every given one must be met. */
export interface MifidFilter {
  readonly accountId?: string | undefined;
  readonly portfolioId?: string | undefined;
  readonly rebalanceId?: string | undefined;
  readonly isin?: string | undefined;
  /** Whether their retention continues at an instant, or has ended. */
  readonly retention?: { readonly status: 'retained' | 'expired'; readonly nowMs: number } | undefined;
  /** Only records before this one. */
  readonly beforeId?: string | undefined;
}

/** Stored responses by account and idempotency key. */
export interface IdempotencyStore {
  /** Stores a response, replacing an older one of the same key. */
  put(response: IdempotentResponse): void;
  find(accountId: string, key: string): IdempotentResponse | null;
  /** Deletes responses accepted at or before an instant. */
  forgetUntil(acceptedMs: number): void;
}

/** Pinned mids and exchange rates, including released ones. */
export interface PinStore {
  insert(pin: Pin): void;
  /** Releases the pin of an instrument or a currency, if there is one. */
  release(subject: string, untilMs: number): void;
  /** Changes the ISIN of an instrument's pins. */
  rename(isin: string, newIsin: string): void;
  /** In the order in which they were set. */
  all(): Pin[];
}

/** Market events on prices, volumes and exchange rates, including those that are over. */
export interface MarketEventStore {
  insert(overlay: Overlay): void;
  update(overlay: Overlay): void;
  /** In the order in which they were added. */
  all(): Overlay[];
}

/** Loaded prices of listings. */
export interface SeriesStore {
  insert(series: PriceSeries): void;
  /** In the order in which they were loaded. */
  all(): PriceSeries[];
}

/** Changed settings of exchanges; all others are as in the market's data. */
export interface ExchangeSettingsStore {
  set(settings: VenueSettings): void;
  all(): VenueSettings[];
}

/** Conditions for entries of the event log; all must be met. */
interface EventFilter {
  readonly type: string | undefined;
  /** At this instant or later. */
  readonly sinceMs: number | undefined;
  /** About this portfolio, its rebalances or their orders. */
  readonly portfolioId: string | undefined;
}

/** The event log, for reading. */
export interface EventStore {
  after(seq: number, limit: number): LoggedEvent[];
  /** Type and instant (ms) of each: ten times faster than reading the events. */
  typesAfter(seq: number, limit: number): readonly (readonly [type: string, atMs: number])[];
  /** Number of events of each type after `afterSeq`. */
  countsAfter(afterSeq: number): readonly (readonly [type: string, count: number])[];
  /** Returns only entries that match `filter`. */
  matching(filter: EventFilter, afterSeq: number, limit: number): LoggedEvent[];
  /** Entries of a rebalance and its orders, in order. */
  ofRebalance(rebalanceId: string, limit: number): LoggedEvent[];
  /** The entry that was sent to receivers under this id; searches the whole log. */
  announcedAs(eventId: string): LoggedEvent | null;
}

/**
 * The outbox of events for webhook receivers: written in the same transaction as the changes that they report (decision
 * I).
 */
export interface Outbox {
  publish(unit: UnitOfWork, eventId: string, type: string, data: EventData): void;
}
