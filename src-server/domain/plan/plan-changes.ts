/**
 * Compares two plans of one portfolio order by order, and finds whether they differ by more than the tolerance within
 * which one may replace the other (decision L93). Money is minor units of the base currency, quantities and prices are
 * millionths.
 */
import type { DriftSnapshot } from '../valuation/drift.ts';
import type { PlannedOrder } from './plan.ts';
import type { ORDER_CHANGES } from './plan-choices.ts';

/** A larger difference makes an order or a plan another one than the user approved. */
export const PLAN_TOLERANCE = {
  /** As a share of the planned price. */
  priceShare: 0.0025,
  /** The difference in value traded, as a share of the portfolio; more where lots are larger (`quantityTolerance`). */
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
  /** The smallest step of its quantity. */
  readonly lotMicro: number;
}

export interface ComparedPlan {
  readonly orders: readonly ComparedOrder[];
  readonly costMinor: number;
  readonly navMinor: number;
  /** When it was planned; `null` if there is no plan. */
  readonly driftBefore: DriftSnapshot | null;
  readonly isBudgeted: boolean;
}

export interface OrderChange {
  readonly kind: (typeof ORDER_CHANGES)[number];
  readonly isBeyond: boolean;
  /** `null` if it was added. */
  readonly before: ComparedOrder | null;
  /** `null` if it was removed. */
  readonly after: ComparedOrder | null;
}

export interface PlanChanges {
  readonly orders: readonly OrderChange[];
  /** Largest allowed difference in an order's value, as a share of the portfolio. */
  readonly valueShare: number;
  readonly isCostBeyond: boolean;
  readonly isBeyond: boolean;
}

/** Returns changes in the order of the first plan; orders that the second one adds come last. */
export function planChanges(before: ComparedPlan, after: ComparedPlan): PlanChanges {
  const valueShare = quantityTolerance(before, after);
  const isQuantityBeyond = quantityCheck(before, after, valueShare);
  const left = [...after.orders];
  const pairs = pairUp(before.orders, left, isSameListing);
  const changes = pairs.map(({ order, partner }): OrderChange => {
    const other = partner ?? takeFrom(left, (candidate) => isSameTrade(order, candidate));
    if (other === null)
      return {
        kind: 'removed',
        isBeyond: isQuantityBeyond(order.isin, shareOf(order.estimatedValueMinor, before.navMinor)),
        before: order,
        after: null,
      };
    const pair = comparedPair(order, other, before.navMinor, isQuantityBeyond);
    return partner === null ? { ...pair, kind: 'other_exchange' } : pair;
  });
  const added = left.map(
    (order): OrderChange => ({
      kind: 'added',
      isBeyond: isQuantityBeyond(order.isin, shareOf(order.estimatedValueMinor, before.navMinor)),
      before: null,
      after: order,
    }),
  );
  const orders = [...changes, ...added];
  const isCostBeyond = shareOf(after.costMinor - before.costMinor, before.navMinor) * 10_000 > PLAN_TOLERANCE.costBps;
  return { orders, valueShare, isCostBeyond, isBeyond: isCostBeyond || orders.some(({ isBeyond }) => isBeyond) };
}

/** Pairs every order with the one of the same listing, and removes that from `others`. */
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

/** Whether a difference in the traded value of an instrument, a share of the portfolio, is beyond the tolerance. */
type QuantityCheck = (isin: string, valueShare: number) => boolean;

/**
 * At least the two largest lots of different instruments: if one order has a lot more, an order that pays for it has
 * less, rounded to its own lots.
 */
function quantityTolerance(before: ComparedPlan, after: ComparedPlan): number {
  const lots = new Map<string, number>();
  for (const { isin, lotMicro, quantityMicro, estimatedValueMinor } of [...before.orders, ...after.orders]) {
    const lotMinor = (estimatedValueMinor * lotMicro) / quantityMicro;
    lots.set(isin, Math.max(lots.get(isin) ?? 0, lotMinor));
  }
  const [largest = 0, second = 0] = [...lots.values()].sort((one, other) => other - one);
  return Math.max(PLAN_TOLERANCE.valueShare, shareOf(largest + second, before.navMinor));
}

/**
 * Many plans under a cost budget leave nearly the same drift, and the best of them changes with every price. So their
 * quantities count only if the drift that they correct has changed, too.
 */
function quantityCheck(before: ComparedPlan, after: ComparedPlan, maxShare: number): QuantityCheck {
  const isLarge = (share: number) => share > maxShare * (1 + FLOAT_NOISE);
  if (!before.isBudgeted || !after.isBudgeted) return (_, valueShare) => isLarge(valueShare);
  const [earlier, now] = [driftsOf(before), driftsOf(after)];
  const driftChange = (isin: string) => Math.abs((now.get(isin) ?? 0) - (earlier.get(isin) ?? 0));
  return (isin, valueShare) => isLarge(valueShare) && driftChange(isin) > PLAN_TOLERANCE.valueShare;
}

const FLOAT_NOISE = 1e-9;

function driftsOf({ driftBefore }: ComparedPlan): ReadonlyMap<string, number> {
  return new Map(driftBefore?.positions.map(({ isin, drift }) => [isin, drift]));
}

function comparedPair(
  before: ComparedOrder,
  after: ComparedOrder,
  navMinor: number,
  isQuantityBeyond: QuantityCheck,
): OrderChange {
  const isSame =
    before.quantityMicro === after.quantityMicro &&
    before.estimatedPriceMicro === after.estimatedPriceMicro &&
    before.estimatedValueMinor === after.estimatedValueMinor &&
    before.costMinor === after.costMinor;
  const priceOf = before.currency === after.currency ? ownPrice : basePrice;
  const priceShare = shareOf(priceOf(after) - priceOf(before), priceOf(before));
  // Valued at the planned price, so that a price change is not counted twice.
  const quantityShare = shareOf(after.quantityMicro - before.quantityMicro, before.quantityMicro);
  const valueShare = quantityShare * shareOf(before.estimatedValueMinor, navMinor);
  const isBeyond = priceShare > PLAN_TOLERANCE.priceShare || isQuantityBeyond(before.isin, valueShare);
  return { kind: isSame ? 'same' : 'moved', isBeyond, before, after };
}

const ownPrice = (order: ComparedOrder) => order.estimatedPriceMicro;
/** Another exchange may quote in another currency. */
const basePrice = (order: ComparedOrder) => order.estimatedValueMinor / order.quantityMicro;

/** Returns the absolute share; 0 if the whole is 0. */
function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.abs(part) / whole;
}
