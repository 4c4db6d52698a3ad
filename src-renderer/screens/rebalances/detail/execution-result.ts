/**
 * The execution of an order compared with its estimate (decision L83). Estimates are for the filled part, so that a
 * half-filled order does not look cheap. Positive is cost, whichever side the order is on. Pure.
 */
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { Costs, OrderWire, RebalanceB } from '../../../../src-server/contract/service/form-b.ts';
import { roundedParts, roundTo } from '../../../components/format/rounded-parts.ts';

const BPS = 10_000;
const COST_PARTS = ['commission', 'spread', 'impact', 'fx', 'transaction_tax'] as const;
const COST_KINDS = [...COST_PARTS, 'total', 'total_bps'] as const;

export interface OrderResult {
  readonly order: OrderWire;
  /** 0 to 1. */
  readonly filledShare: number;
  /** Average of its fills, in the currency of the order. */
  readonly averagePrice: number;
  /** Base currency, at the prices of the fills. */
  readonly filledValue: number;
  /** Average price compared with the mid when it was planned: the sum of the three below (decision L134). */
  readonly slippageBps: number;
  /** The plan's estimate: half-spread and market impact. */
  readonly expectedBps: number;
  /** Actual half-spread and market impact, minus the plan's estimate. */
  readonly unexpectedBps: number;
  /** The move of the mid itself between the plan and the fills; not part of the costs. */
  readonly marketBps: number;
  readonly estimated: Costs;
  readonly actual: Costs;
}

/** The orders with their quantities as planned, also where an order was reduced. */
export function plannedOrders({ rebalance, progress }: Pick<RebalanceView, 'progress'> & PlannedOf): OrderWire[] {
  const planned = new Map(progress.map((row) => [row.order_id, row.planned_quantity]));
  return rebalance.orders.map((order) => ({ ...order, quantity: planned.get(order.order_id) ?? order.quantity }));
}

interface PlannedOf {
  readonly rebalance: Pick<RebalanceB, 'orders'>;
}

/** Whether the fills are all of the order, as planned. */
export function isFilledInFull({ quantity, fills }: Pick<OrderWire, 'quantity' | 'fills'>): boolean {
  return quantity - sum(fills.map((fill) => fill.quantity)) < SMALLEST_SHARE / 2;
}

/** Quantities are multiples of it; sums of them may differ by less. */
const SMALLEST_SHARE = 1e-6;

/** Expects the order as planned. Null for an order without fills. */
export function orderResult(order: OrderWire): OrderResult | null {
  const { fills, costs: planned, estimated_value: value } = order;
  const quantity = fills.reduce((sum, fill) => sum + fill.quantity, 0);
  if (quantity === 0 || order.estimated_price === 0) return null;
  const averagePrice = fills.reduce((sum, fill) => sum + fill.price * fill.quantity, 0) / quantity;
  const filledShare = order.quantity === 0 ? 1 : Math.min(1, quantity / order.quantity);
  const paidMore = averagePrice / order.estimated_price - 1;
  const slippageBps = (order.side === 'buy' ? paidMore : -paidMore) * BPS;
  const filledValue = fills.reduce((sum, fill) => sum + fill.value, 0);
  const actual = sumOf(fills.map(({ costs }) => costs));
  const valueAtPlan = (filledValue * order.estimated_price) / averagePrice;
  const paidBps = ((actual.spread + actual.impact) / valueAtPlan) * BPS;
  const expectedBps = value === 0 ? 0 : ((planned.spread + planned.impact) / value) * BPS;
  return {
    order,
    filledShare,
    averagePrice,
    filledValue,
    slippageBps,
    expectedBps,
    unexpectedBps: paidBps - expectedBps,
    marketBps: slippageBps - paidBps,
    estimated: costsOf((kind) => planned[kind] * filledShare),
    actual,
  };
}

/**
 * Why the cash differs from the plan, given the orders as planned, in cents that sum to `total`: `costs` of the filled part, `orders` that were
 * reduced or not filled in full (value and costs of the rest), `moves` of prices since the plan, and `payments` in or
 * out.
 */
export function cashGap(
  rebalance: Pick<RebalanceB, 'orders' | 'cash_before' | 'cash_after'>,
  cash: number,
): Record<'total' | 'costs' | 'orders' | 'moves' | 'payments', number> {
  const { orders, cash_before: before, cash_after: planned } = rebalance;
  const total = roundTo(cash - planned, 2);
  const payments = roundTo(cash - before - sum(orders.map(cashOfFills)), 2);
  const parts = orders.map(cashParts);
  const traded = total - payments;
  const unfilled = sum(parts.map((part) => part.orders));
  const costs = sum(parts.map((part) => part.costs));
  const [shownCost = 0, shownUnfilled = 0, moves = 0] = roundedParts(
    traded,
    [costs, unfilled, traded - costs - unfilled],
    2,
  );
  return { total, costs: shownCost, orders: shownUnfilled, moves, payments };
}

/** The change of cash by the fills of an order, whose values include half-spread and market impact. */
function cashOfFills({ side, fills }: OrderWire): number {
  return sum(
    fills.map(
      ({ value, costs: { commission, fx, transaction_tax: tax } }) =>
        (side === 'buy' ? -value : value) - commission - fx - tax,
    ),
  );
}

function cashParts(order: OrderWire) {
  const { side, quantity, estimated_value: value, costs: planned, fills } = order;
  const filled = sum(fills.map((fill) => fill.quantity));
  const share = isFilledInFull(order) ? 1 : filled / quantity;
  return {
    orders: (1 - share) * (planned.total + (side === 'buy' ? value : -value)),
    costs: share * planned.total - sum(fills.map(({ costs }) => costs.total)),
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

export type TotalResult = Omit<OrderResult, 'order' | 'filledShare' | 'averagePrice'>;

/** Weighted by filled value; null if nothing was filled. */
export function totalResult(results: readonly OrderResult[]): TotalResult | null {
  const filledValue = results.reduce((sum, result) => sum + result.filledValue, 0);
  if (filledValue === 0) return null;
  const weighted = (of: (result: OrderResult) => number) =>
    results.reduce((sum, result) => sum + of(result) * result.filledValue, 0) / filledValue;
  return {
    filledValue,
    slippageBps: weighted(({ slippageBps }) => slippageBps),
    expectedBps: weighted(({ expectedBps }) => expectedBps),
    unexpectedBps: weighted(({ unexpectedBps }) => unexpectedBps),
    marketBps: weighted(({ marketBps }) => marketBps),
    estimated: sumOf(results.map(({ estimated }) => estimated)),
    actual: sumOf(results.map(({ actual }) => actual)),
  };
}

/** The displayed slippage and its parts: to a hundredth of a basis point, parts that sum to the whole. */
export function shownSlippage(
  result: Pick<OrderResult, 'slippageBps' | 'expectedBps' | 'unexpectedBps' | 'marketBps'>,
) {
  const { slippageBps, expectedBps, unexpectedBps, marketBps } = result;
  const [expected = 0, unexpected = 0, market = 0] = roundedParts(
    slippageBps,
    [expectedBps, unexpectedBps, marketBps],
    2,
  );
  return { total: roundTo(slippageBps, 2), expected, unexpected, market };
}

/** The displayed costs by kind: to the cent, kinds that sum to the total. */
export function shownCosts(costs: Costs): Record<(typeof COST_PARTS)[number] | 'total', number> {
  const parts = roundedParts(
    costs.total,
    COST_PARTS.map((kind) => costs[kind]),
    2,
  );
  const byKind = Object.fromEntries(COST_PARTS.map((kind, index) => [kind, parts[index] ?? 0]));
  return { ...(byKind as Record<(typeof COST_PARTS)[number], number>), total: roundTo(costs.total, 2) };
}

function sumOf(all: readonly Costs[]): Costs {
  return costsOf((kind) => all.reduce((sum, costs) => sum + costs[kind], 0));
}

function costsOf(of: (kind: (typeof COST_KINDS)[number]) => number): Costs {
  const entries = COST_KINDS.map((kind) => [kind, of(kind)]);
  return { ...(Object.fromEntries(entries) as Omit<Costs, 'budget_bps'>), budget_bps: null };
}
