/**
 * What the engine asks of the rooms around it: the store keeps, webhooks take the outbox. Exchanges are market's port.
 */
import type { EventData, LoggedEvent } from '../../kernel/event-chain.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { VenueSettings } from '../../market/data/market-data.ts';
import type { Overlay } from '../../market/prices/overlay-registry.ts';
import type { Pin } from '../../market/prices/pin-registry.ts';
import type { PriceSeries } from '../../market/prices/series-registry.ts';
import type { BulkRecord, BulkRow, BulkRowStatus } from '../bulk/bulk-rebalance.ts';
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

/** Portfolios with their positions and targets. Writing happens inside the kernel's open transaction only. */
export interface PortfolioStore {
  insert(portfolio: PortfolioRecord, positions: readonly PositionRecord[], targets: readonly TargetRecord[]): void;
  update(portfolio: PortfolioRecord): void;
  /** `null` where none has this id; deleted ones are found too, with `deletedMs` set. */
  find(portfolioId: string): PortfolioRecord | null;
  /** Every portfolio that is not deleted, oldest first. */
  list(): PortfolioRecord[];
  /** A part of that list: at most `limit` of those behind one, which may be deleted by now; `null`: from the first. */
  page(afterId: string | null, limit: number): PortfolioRecord[];
  positions(portfolioId: string): readonly PositionRecord[];
  /** How much of an instrument is held at an exchange; 0 where nothing is. */
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
  /** Newest first: at most `limit` of those behind one; `null`: from the newest. */
  page(portfolioId: string, beforeId: string | null, limit: number): CashFlowRecord[];
  /** Those of which something is still to be booked, oldest first. */
  scheduled(portfolioId: string): CashFlowRecord[];
}

/** What happens to instruments: scheduled, applied and cancelled. */
export interface CorporateActionStore {
  insert(action: CorporateActionRecord): void;
  update(action: CorporateActionRecord): void;
  find(corporateActionId: string): CorporateActionRecord | null;
  /** Newest first: at most `limit` of those behind one; `null`: from the newest. */
  page(beforeId: string | null, limit: number): CorporateActionRecord[];
  /** Those that are still to come, by their ex-date. */
  scheduled(): CorporateActionRecord[];
  /** In the order in which they were applied. */
  applied(): CorporateActionRecord[];
}

/** Dividends of portfolios: accrued, paid and ended. */
export interface DividendStore {
  insert(dividend: DividendRecord): void;
  update(dividend: DividendRecord): void;
  find(dividendId: string): DividendRecord | null;
  /** Newest first: at most `limit` of those behind one; `null`: from the newest. */
  page(portfolioId: string, beforeId: string | null, limit: number): DividendRecord[];
  /** Those of a distribution that are to be paid, oldest first. */
  accruedBy(distributionId: string): DividendRecord[];
  /** Those of a portfolio that are to be paid, oldest first. */
  accruedOf(portfolioId: string): DividendRecord[];
}

/** Policies of portfolios, at most one of each. */
export interface PolicyStore {
  /** Sets the policy of its portfolio, in place of the one it has. */
  put(policy: PolicyRecord): void;
  remove(portfolioId: string): void;
  find(portfolioId: string): PolicyRecord | null;
  count(): number;
}

/** Bulk rebalances with their portfolios. */
export interface BulkStore {
  /** Its portfolios in this order, `waiting`. */
  insert(bulk: BulkRecord, portfolioIds: readonly string[]): void;
  update(bulk: BulkRecord): void;
  find(bulkId: string): BulkRecord | null;
  /** Newest first: at most `limit` of those behind one; `null`: from the newest. */
  page(beforeId: string | null, limit: number): BulkRecord[];
  updateRow(row: BulkRow): void;
  removeRow(row: BulkRow): void;
  /** All of its portfolios, in their order. */
  rows(bulkId: string): BulkRow[];
  /** At most `limit` of those in a state, from a position on. */
  rowsFrom(bulkId: string, position: number, state: BulkRow['state'], limit: number): BulkRow[];
  /** At most `limit` of those that are shown as `status`, behind a position; `null`: of any. */
  shownRows(bulkId: string, status: BulkRowStatus | null, afterPosition: number, limit: number): ShownBulkRow[];
  /** How many of its portfolios are shown as what. */
  counts(bulkId: string): Readonly<Record<BulkRowStatus, number>>;
  /** How many are still to be started. */
  countPlanned(bulkId: string): number;
  /** How many were refused with which code. */
  refusals(bulkId: string): readonly { readonly code: RefusalCode; readonly portfolios: number }[];
  /** The portfolio that was started as this rebalance and is not counted as final yet. */
  findStarted(rebalanceId: string): BulkRow | null;
  /** Whether a rebalance that one of them started may not be final yet. */
  isAnyUnderWay(): boolean;
}

/** `place`: from 1 in the order of its portfolios, without those that a filter has dropped. */
export type ShownBulkRow = BulkRow & { readonly status: BulkRowStatus; readonly place: number };

/** Rebalances with their orders and fills. */
export interface RebalanceStore {
  insert(rebalance: RebalanceRecord, orders: readonly OrderRecord[]): void;
  update(rebalance: RebalanceRecord): void;
  /** Notes that an order of it has changed (`updatedMs`), without writing the rest again. */
  touch(rebalanceId: string, nowMs: number): void;
  find(rebalanceId: string): RebalanceRecord | null;
  /** Newest first; of one portfolio where given, and behind one where that is given. */
  list(filter: { portfolioId?: string | undefined; beforeId?: string | undefined; limit: number }): RebalanceRecord[];
  /** The rebalance of a portfolio that is `executing` or `partially_filled`, if any. */
  findActive(portfolioId: string): RebalanceRecord | null;
  /** Orders of which something is out at an exchange. */
  countWorking(mic: string): number;
  /** Those under way that have an order at an exchange of which something is still to be sent, oldest first. */
  waitingFor(mic: string): RebalanceRecord[];
  /** How many of an account were accepted at or after an instant, dry runs left out. */
  countBilled(accountId: string, fromMs: number): number;
  /** The newest rebalance of a portfolio that is not a dry run, if any. */
  findLatest(portfolioId: string): RebalanceRecord | null;
  /** Plans that can still be executed, oldest first. */
  listReady(): RebalanceRecord[];
  /** Dry runs of a portfolio that are held for an idempotency key, newest first. */
  listHeld(portfolioId: string): RebalanceRecord[];
  /** By sequence. */
  orders(rebalanceId: string): OrderRecord[];
  findOrder(orderId: string): OrderRecord | null;
  findFill(fillId: string): FillRecord | null;
  updateOrder(order: OrderRecord): void;
  insertFill(fill: FillRecord): void;
  /** In the order they happened. */
  fills(rebalanceId: string): FillRecord[];
}

/** The fills that compliance records are of. */
export interface MifidStore {
  find(mifidRecordId: string): FillRecord | null;
  /** Those that match, newest first. */
  list(filter: MifidFilter, limit: number): FillRecord[];
  /** How many match; counted to `most` where there is a condition. */
  count(filter: MifidFilter, most: number): number;
}

/** Which records are asked for; every one that is given has to hold. */
export interface MifidFilter {
  readonly accountId?: string | undefined;
  readonly portfolioId?: string | undefined;
  readonly rebalanceId?: string | undefined;
  readonly isin?: string | undefined;
  /** Whether their retention goes on at an instant, or has ended. */
  readonly retention?: { readonly status: 'retained' | 'expired'; readonly nowMs: number } | undefined;
  /** Only those made before this one. */
  readonly beforeId?: string | undefined;
}

/** Answers by account and idempotency key. */
export interface IdempotencyStore {
  /** Takes the place of an older answer of the same key. */
  put(answer: IdempotentResponse): void;
  find(accountId: string, key: string): IdempotentResponse | null;
  /** Removes answers accepted at or before an instant. */
  forgetUntil(acceptedMs: number): void;
}

/** Held mids and exchange rates, those that were let go too. */
export interface PinStore {
  insert(pin: Pin): void;
  /** Lets go of the pin that holds an instrument or a currency, if one does. */
  release(subject: string, untilMs: number): void;
  /** Gives the pins of an instrument its new ISIN. */
  rename(isin: string, newIsin: string): void;
  /** In the order they were set. */
  all(): Pin[];
}

/** What was laid over prices, volumes and exchange rates, what is over too. */
export interface MarketEventStore {
  insert(overlay: Overlay): void;
  update(overlay: Overlay): void;
  /** In the order they were added. */
  all(): Overlay[];
}

/** Loaded prices of listings. */
export interface SeriesStore {
  insert(series: PriceSeries): void;
  /** In the order they were loaded. */
  all(): PriceSeries[];
}

/** Settings of exchanges that somebody changed; what nobody changed is as the market's data says. */
export interface ExchangeSettingsStore {
  set(settings: VenueSettings): void;
  all(): VenueSettings[];
}

/** Which entries of the event log are meant: everything said of them has to hold. */
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
  /** Type and instant of each, ms: a tenth of the time that it takes to read the events. */
  typesAfter(seq: number, limit: number): readonly (readonly [type: string, atMs: number])[];
  /** How many of each type there are from `afterSeq` on. */
  countsAfter(afterSeq: number): readonly (readonly [type: string, count: number])[];
  /** The same of those that `filter` lets through. */
  matching(filter: EventFilter, afterSeq: number, limit: number): LoggedEvent[];
  /** Those of a rebalance and its orders, in order. */
  ofRebalance(rebalanceId: string, limit: number): LoggedEvent[];
  /** The entry of what receivers were told under this id; looks through the whole log. */
  announcedAs(eventId: string): LoggedEvent | null;
}

/** Where events leave for webhook receivers: written in the same transaction as what they tell of (decision I). */
export interface Outbox {
  publish(unit: UnitOfWork, eventId: string, type: string, data: EventData): void;
}
