/** Orders with their fills and lots in the terms of the API (decision G5). */

import type { OrderWire } from '../../../contract/service/form-b.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { viewCosts, viewFill } from '../../../engine/event-payloads.ts';
import type { FillRecord, OrderRecord, PlannedLot } from '../../../engine/records.ts';
import { viewLot } from '../portfolios/view-lots.ts';

/** Returns an order with its fills and the lots it uses. */
export function viewOrder(
  order: OrderRecord,
  fills: readonly FillRecord[],
  lots: readonly PlannedLot[],
  navMinor: number,
): OrderWire {
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
