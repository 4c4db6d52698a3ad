/**
 * Caches the most recently used rebalances and their orders: every report of an exchange reads them, and a plan is a
 * long text to parse.
 */
import { isFinalRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { OrderRecord, RebalanceRecord } from '../../engine/records.ts';

/**
 * Orders of all cached rebalances together, each with its part of a plan: some 5 kB of memory. A thousand rebalances of
 * twenty orders can be under way without one of them being read again.
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
  /** By order, for cached rebalances. */
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

  /** Whether none of its orders is known to have been sent. */
  isUnsent(rebalanceId: string): boolean {
    return this.#cached.get(rebalanceId)?.areUnsent === true;
  }

  /** Called after a rebalance was inserted. */
  add({ rebalance, orders, areUnsent }: RebalanceWithOrders): void {
    for (const [oldestId, oldest] of this.#cached) {
      if (this.#rebalanceIds.size + orders.size <= MAX_ORDERS) break;
      this.#evict(oldestId, oldest);
    }
    this.#cached.set(rebalance.rebalanceId, { rebalance, orders: new Map(orders), areUnsent });
    for (const orderId of orders.keys()) this.#rebalanceIds.set(orderId, rebalance.rebalanceId);
  }

  /** Returns its orders once, and the caller writes their rows; null where they have rows. */
  takeUnsent(rebalanceId: string): Iterable<OrderRecord> | null {
    const cached = this.#cached.get(rebalanceId) ?? this.#fetch(rebalanceId);
    if (cached === null || !cached.areUnsent) return null;
    cached.areUnsent = false;
    return cached.orders.values();
  }

  /** Called after a rebalance was written. A final one is evicted. */
  put(rebalance: RebalanceRecord): void {
    const cached = this.#cached.get(rebalance.rebalanceId);
    if (cached === undefined) return;
    cached.rebalance = rebalance;
    if (isFinalRebalance(rebalance.status)) this.#evict(rebalance.rebalanceId, cached);
  }

  /** Called after the time of the last change of its orders was written. */
  touch(rebalanceId: string, nowMs: number): void {
    const cached = this.#cached.get(rebalanceId);
    if (cached !== undefined) cached.rebalance = { ...cached.rebalance, updatedMs: nowMs };
  }

  putOrder(order: OrderRecord): void {
    this.#cached.get(order.rebalanceId)?.orders.set(order.orderId, order);
  }

  /** Called after a rollback. */
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
