/**
 * Rebalances and their orders as they were last read or written, in memory: every report of an exchange reads them, and
 * a plan is a long text to parse. Holds those that were used last.
 */
import { isFinalRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { OrderRecord, RebalanceRecord } from '../../engine/records.ts';

/**
 * Orders of all cached rebalances together, each with its part of a plan: some 5 kB of memory. A thousand rebalances of
 * twenty orders are under way at once without one of them being read again.
 */
const MAX_ORDERS = 20_000;

interface RebalanceWithOrders {
  readonly rebalance: RebalanceRecord;
  /** By id, in their sequence. */
  readonly orders: ReadonlyMap<string, OrderRecord>;
  /** True for those of a plan that was not executed, which are stored as one text. */
  readonly areUnsent: boolean;
}

interface CachedRebalance {
  rebalance: RebalanceRecord;
  readonly orders: Map<string, OrderRecord>;
  areUnsent: boolean;
}

export class RebalanceCache {
  readonly #read: (rebalanceId: string) => RebalanceWithOrders | null;
  readonly #rebalanceOf: (orderId: string) => string | null;
  readonly #cached = new Map<string, CachedRebalance>();
  /** By order, of what is cached. */
  readonly #rebalanceIds = new Map<string, string>();

  /** `read` and `rebalanceOf` query the database. */
  constructor(
    read: (rebalanceId: string) => RebalanceWithOrders | null,
    rebalanceOf: (orderId: string) => string | null,
  ) {
    this.#read = read;
    this.#rebalanceOf = rebalanceOf;
  }

  find(rebalanceId: string): RebalanceWithOrders | null {
    const cached = this.#cached.get(rebalanceId) ?? this.#fetch(rebalanceId);
    if (cached === null) return null;
    // Moved to the end: the least recently used is evicted first.
    this.#cached.delete(rebalanceId);
    this.#cached.set(rebalanceId, cached);
    return cached;
  }

  findOrder(orderId: string): OrderRecord | null {
    const rebalanceId = this.#rebalanceIds.get(orderId) ?? this.#rebalanceOf(orderId);
    return rebalanceId === null ? null : (this.find(rebalanceId)?.orders.get(orderId) ?? null);
  }

  /** Whether it is known that none of its orders was ever sent. */
  isUnsent(rebalanceId: string): boolean {
    return this.#cached.get(rebalanceId)?.areUnsent === true;
  }

  /** To be called where a rebalance was inserted. */
  add({ rebalance, orders, areUnsent }: RebalanceWithOrders): void {
    for (const [oldestId, oldest] of this.#cached) {
      if (this.#rebalanceIds.size + orders.size <= MAX_ORDERS) break;
      this.#evict(oldestId, oldest);
    }
    this.#cached.set(rebalance.rebalanceId, { rebalance, orders: new Map(orders), areUnsent });
    for (const orderId of orders.keys()) this.#rebalanceIds.set(orderId, rebalance.rebalanceId);
  }

  /** Its orders, which the caller makes rows of; null where they are rows. Says it once. */
  takeUnsent(rebalanceId: string): Iterable<OrderRecord> | null {
    const cached = this.#cached.get(rebalanceId) ?? this.#fetch(rebalanceId);
    if (cached === null || !cached.areUnsent) return null;
    cached.areUnsent = false;
    return cached.orders.values();
  }

  /** To be called where a rebalance was written. A final one is evicted. */
  put(rebalance: RebalanceRecord): void {
    const cached = this.#cached.get(rebalance.rebalanceId);
    if (cached === undefined) return;
    cached.rebalance = rebalance;
    if (isFinalRebalance(rebalance.status)) this.#evict(rebalance.rebalanceId, cached);
  }

  /** To be called where the time of the last change of its orders was written. */
  touch(rebalanceId: string, nowMs: number): void {
    const cached = this.#cached.get(rebalanceId);
    if (cached !== undefined) cached.rebalance = { ...cached.rebalance, updatedMs: nowMs };
  }

  putOrder(order: OrderRecord): void {
    this.#cached.get(order.rebalanceId)?.orders.set(order.orderId, order);
  }

  /** To be called after a rollback. */
  clear(): void {
    this.#cached.clear();
    this.#rebalanceIds.clear();
  }

  #fetch(rebalanceId: string): CachedRebalance | null {
    const read = this.#read(rebalanceId);
    if (read === null) return null;
    this.add(read);
    return this.#cached.get(rebalanceId) ?? null;
  }

  #evict(rebalanceId: string, { orders }: CachedRebalance): void {
    for (const orderId of orders.keys()) this.#rebalanceIds.delete(orderId);
    this.#cached.delete(rebalanceId);
  }
}
