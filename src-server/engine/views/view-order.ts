/** Orders, fills and costs in the words of the wire (decision G5): snake case, decimals, ISO times. */
import type { CostParts } from '../../domain/costs/cost-parts.ts';
import { fromMicro, fromMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { FillRecord, OrderRecord, PlannedLot } from '../records.ts';
import { viewLot } from './view-lots.ts';

const BPS = 10_000;

/** Costs in base currency; `total_bps` of `navMinor`, four decimals. */
export function viewCosts(costs: CostParts, navMinor: number, budgetBps: number | null) {
  return {
    commission: fromMinor(costs.commissionMinor),
    spread: fromMinor(costs.spreadMinor),
    impact: fromMinor(costs.impactMinor),
    fx: fromMinor(costs.fxMinor),
    transaction_tax: fromMinor(costs.transactionTaxMinor),
    total: fromMinor(costs.totalMinor),
    total_bps: navMinor > 0 ? Math.round((costs.totalMinor / navMinor) * BPS * 1e4) / 1e4 : 0,
    budget_bps: budgetBps,
  };
}

export function viewFill(fill: FillRecord, navMinor: number) {
  return {
    fill_id: fill.fillId,
    order_id: fill.orderId,
    exchange: fill.mic,
    quantity: fromMicro(fill.quantityMicro),
    price: fromMicro(fill.priceMicro),
    value: fromMinor(fill.valueMinor),
    costs: viewCosts(fill.costs, navMinor, null),
    filled_at: formatInstant(fill.filledMs),
    mifid_record_id: fill.mifidRecordId,
  };
}

/** An order with its fills and the lots it uses. */
export function viewOrder(
  order: OrderRecord,
  fills: readonly FillRecord[],
  lots: readonly PlannedLot[],
  navMinor: number,
) {
  return {
    order_id: order.orderId,
    sequence: order.sequence,
    side: order.side,
    isin: order.isin,
    exchange: order.mic,
    quantity: fromMicro(order.quantityMicro),
    filled_quantity: fromMicro(order.filledMicro),
    status: order.status,
    currency: order.currency,
    estimated_price: fromMicro(order.estimatedPriceMicro),
    estimated_value: fromMinor(order.estimatedValueMinor),
    weight_before: order.weightBefore,
    weight_target: order.weightTarget,
    weight_after: order.weightAfter,
    costs: viewCosts(order.estimatedCosts, navMinor, null),
    reason: { ...order.reason },
    lots: lots.map(viewLot),
    fills: fills.filter(({ orderId }) => orderId === order.orderId).map((fill) => viewFill(fill, navMinor)),
  };
}
