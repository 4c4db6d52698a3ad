/**
 * Rebalances and their orders as they were last read or written, in memory: every report of an exchange asks for them, and a
 * plan is a long text to read. Holds those that were asked for last; refuses to keep anything a rollback took back.
 */
import { isFinalRebalance } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { OrderRecord, RebalanceRecord } from '../../engine/records.ts';

/** A plan of ten positions takes some 250 kB of memory; more rebalances than this are read anew. */
const MOST_KEPT = 128;

export interface CachedRebalance {
  readonly rebalance: RebalanceRecord;
  /** By id, in their sequence. */
  readonly orders: ReadonlyMap<string, OrderRecord>;
}

export class RebalanceCache {
  readonly #read: (rebalanceId: string) => CachedRebalance | null;
  readonly #rebalanceOf: (orderId: string) => string | null;
  readonly #kept = new Map<string, { rebalance: RebalanceRecord; readonly orders: Map<string, OrderRecord> }>();
  readonly #rebalanceIds = new Map<string, string>();

  /** `read` and `rebalanceOf` ask the database. */
  constructor(read: (rebalanceId: string) => CachedRebalance | null, rebalanceOf: (orderId: string) => string | null) {
    this.#read = read;
    this.#rebalanceOf = rebalanceOf;
  }

  find(rebalanceId: string): CachedRebalance | null {
    const kept = this.#kept.get(rebalanceId) ?? this.#fetch(rebalanceId);
    if (kept === null) return null;
    // Anew at the end: what was asked for longest ago goes first.
    this.#kept.delete(rebalanceId);
    this.#kept.set(rebalanceId, kept);
    return kept;
  }

  findOrder(orderId: string): OrderRecord | null {
    const rebalanceId = this.#rebalanceIds.get(orderId) ?? this.#rebalanceOf(orderId);
    return rebalanceId === null ? null : (this.find(rebalanceId)?.orders.get(orderId) ?? null);
  }

  /** To be called where a rebalance was written. What is final is let go, and another plan is read anew, as it is written. */
  put(rebalance: RebalanceRecord): void {
    const kept = this.#kept.get(rebalance.rebalanceId);
    if (kept === undefined) return;
    const isSamePlan = rebalance.plan === kept.rebalance.plan;
    kept.rebalance = rebalance;
    if (!isSamePlan || isFinalRebalance(rebalance.status)) this.#letGo(rebalance.rebalanceId, kept);
  }

  /** To be called where it was noted that an order of it has changed. */
  touch(rebalanceId: string, nowMs: number): void {
    const kept = this.#kept.get(rebalanceId);
    if (kept !== undefined) kept.rebalance = { ...kept.rebalance, updatedMs: nowMs };
  }

  putOrder(order: OrderRecord): void {
    this.#kept.get(order.rebalanceId)?.orders.set(order.orderId, order);
  }

  forget(): void {
    this.#kept.clear();
    this.#rebalanceIds.clear();
  }

  #fetch(rebalanceId: string) {
    const read = this.#read(rebalanceId);
    if (read === null) return null;
    const kept = { rebalance: read.rebalance, orders: new Map(read.orders) };
    const [oldest] = this.#kept;
    if (oldest !== undefined && this.#kept.size >= MOST_KEPT) this.#letGo(...oldest);
    this.#kept.set(rebalanceId, kept);
    for (const orderId of kept.orders.keys()) this.#rebalanceIds.set(orderId, rebalanceId);
    return kept;
  }

  #letGo(rebalanceId: string, { orders }: CachedRebalance): void {
    for (const orderId of orders.keys()) this.#rebalanceIds.delete(orderId);
    this.#kept.delete(rebalanceId);
  }
}
