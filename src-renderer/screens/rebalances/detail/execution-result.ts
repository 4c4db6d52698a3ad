/**
 * The execution of an order compared with its estimate (decision L83). Estimates are for the filled part, so that a
 * half-filled order does not look cheap. Positive is cost, whichever side the order is on. Pure.
 */
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

/** Null for an order without fills. */
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

/** On the gains of the lots that the fills sold, offset by losses, calculated as in the plan (decision G25). */
export function realisedTax(orders: readonly OrderWire[], rate: number): number {
  const lots = orders.filter(({ fills }) => fills.length > 0).flatMap((order) => order.lots);
  return (
    Math.max(
      0,
      lots.reduce((sum, lot) => sum + lot.gain, 0),
    ) * rate
  );
}

/** Why the cash differs from the plan: different costs, and the rest, which is due to price moves in between. */
export function cashGap(
  { cost_estimate: planned, cash_after: expected }: Pick<RebalanceB, 'cost_estimate' | 'cash_after'>,
  actual: { readonly cash: number; readonly costs: number },
) {
  const total = roundTo(actual.cash - expected, 2);
  const costs = roundTo(planned.total - actual.costs, 2);
  return { total, costs, moves: roundTo(total - costs, 2) };
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
