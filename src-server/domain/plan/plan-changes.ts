/**
 * Compares two plans of one portfolio order by order, and says whether they differ by more than the tolerance within
 * which one may replace the other (decision L93). Money is minor units of the base currency, quantities and prices are
 * millionths.
 */
import type { PlannedOrder } from './plan.ts';

/** Beyond any of these, an order or a plan is not the one that a user approved. */
export const PLAN_TOLERANCE = {
  /** As a share of the planned price. */
  priceShare: 0.0025,
  /** The difference in value traded, as a share of the portfolio. */
  valueShare: 0.001,
  /** The cost of all orders together, in basis points of the portfolio. */
  costBps: 1,
} as const;

/** The fields of an order that are compared. */
export interface ComparedOrder
  extends Pick<
    PlannedOrder,
    'side' | 'isin' | 'mic' | 'currency' | 'quantityMicro' | 'estimatedPriceMicro' | 'estimatedValueMinor'
  > {
  readonly costMinor: number;
}

export interface ComparedPlan {
  readonly orders: readonly ComparedOrder[];
  readonly costMinor: number;
  readonly navMinor: number;
}

export type OrderChangeKind = 'same' | 'moved' | 'other_exchange' | 'added' | 'removed';

export interface OrderChange {
  readonly kind: OrderChangeKind;
  readonly isBeyond: boolean;
  /** `null` where it was added. */
  readonly before: ComparedOrder | null;
  /** `null` where it was removed. */
  readonly after: ComparedOrder | null;
}

export interface PlanChanges {
  readonly orders: readonly OrderChange[];
  readonly isCostBeyond: boolean;
  readonly isBeyond: boolean;
}

/** In the order of the first plan; orders that the second one adds come last. */
export function planChanges(before: ComparedPlan, after: ComparedPlan): PlanChanges {
  const left = [...after.orders];
  const pairs = pairUp(before.orders, left, isSameListing);
  const changes = pairs.map(({ order, partner }): OrderChange => {
    const other = partner ?? takeFrom(left, (candidate) => isSameTrade(order, candidate));
    if (other === null) return { kind: 'removed', isBeyond: true, before: order, after: null };
    if (partner === null) return { kind: 'other_exchange', isBeyond: true, before: order, after: other };
    return comparedPair(order, other, before.navMinor);
  });
  const added = left.map((order): OrderChange => ({ kind: 'added', isBeyond: true, before: null, after: order }));
  const orders = [...changes, ...added];
  const isCostBeyond = shareOf(after.costMinor - before.costMinor, before.navMinor) * 10_000 > PLAN_TOLERANCE.costBps;
  return { orders, isCostBeyond, isBeyond: isCostBeyond || orders.some(({ isBeyond }) => isBeyond) };
}

/** Pairs every order with the one of the same listing, which is removed from `others`. */
function pairUp(
  orders: readonly ComparedOrder[],
  others: ComparedOrder[],
  belong: (one: ComparedOrder, other: ComparedOrder) => boolean,
): { readonly order: ComparedOrder; readonly partner: ComparedOrder | null }[] {
  return orders.map((order) => ({ order, partner: takeFrom(others, (candidate) => belong(order, candidate)) }));
}

function takeFrom(orders: ComparedOrder[], isWanted: (candidate: ComparedOrder) => boolean): ComparedOrder | null {
  const index = orders.findIndex(isWanted);
  return index < 0 ? null : (orders.splice(index, 1)[0] ?? null);
}

function isSameTrade(one: ComparedOrder, other: ComparedOrder): boolean {
  return one.side === other.side && one.isin === other.isin;
}

function isSameListing(one: ComparedOrder, other: ComparedOrder): boolean {
  return isSameTrade(one, other) && one.mic === other.mic;
}

function comparedPair(before: ComparedOrder, after: ComparedOrder, navMinor: number): OrderChange {
  const isSame =
    before.quantityMicro === after.quantityMicro &&
    before.estimatedPriceMicro === after.estimatedPriceMicro &&
    before.estimatedValueMinor === after.estimatedValueMinor &&
    before.costMinor === after.costMinor;
  const priceShare = shareOf(after.estimatedPriceMicro - before.estimatedPriceMicro, before.estimatedPriceMicro);
  // Valued at the planned price, so that a price change is not counted twice.
  const quantityShare = shareOf(after.quantityMicro - before.quantityMicro, before.quantityMicro);
  const valueShare = quantityShare * shareOf(before.estimatedValueMinor, navMinor);
  const isBeyond = priceShare > PLAN_TOLERANCE.priceShare || valueShare > PLAN_TOLERANCE.valueShare;
  return { kind: isSame ? 'same' : 'moved', isBeyond, before, after };
}

/** The absolute share; 0 if the whole is 0. */
function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.abs(part) / whole;
}
