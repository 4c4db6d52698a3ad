/** Makes an exchange act on one of our orders (decision O7). */
import { fromMicro } from '../../../domain/numbers/exact.ts';
import type { ExchangeOrder } from '../../../market/exchange/exchange-order-store.ts';
import { touchWithinLimit } from '../../../market/exchange/fated-orders.ts';
import type { OrderAction } from '../../../market/exchange/order-action.ts';
import { type OrderActionName, obstacleOf, restOf } from '../../execution/order-obstacles.ts';
import { accepted, type Outcome, refused, type ValidationIssue } from '../../outcome.ts';
import type { OrderRecord } from '../../records.ts';
import type { World } from '../../world.ts';

export interface OrderActionRequest {
  readonly action: OrderActionName;
  /** Quantity of a partial fill; `null` for other actions. */
  readonly quantityMicro: number | null;
  /** Price of a fill; `null`: the price at which the exchange would trade now. */
  readonly priceMicro: number | null;
  /** Reason of an end; `null`: a sentence that names the control plane. */
  readonly reason: string | null;
}

/** A performed action. */
interface ActedOrder {
  readonly order: OrderRecord;
  /** `null` if nothing was traded. */
  readonly quantityMicro: number | null;
  readonly priceMicro: number | null;
}

const OUTCOMES = { reject: 'rejected', cancel: 'cancelled', expire: 'expired' } as const;

/**
 * Refused with 404; 409 with the order's state if it is not working at the exchange, or if its state does not allow the
 * action; 400 for a quantity that is not part of the rest, and a price beyond its limit.
 */
export function actOnOrder(world: World, orderId: string, request: OrderActionRequest): Outcome<ActedOrder> {
  const order = world.rebalances.findOrder(orderId);
  if (order === null) return refused('not_found', `There is no order ${orderId}.`);
  const working = world.connections.workingOrder(order.mic, orderId);
  const obstacle = obstacleOf(order, working, request.action);
  if (working === null || obstacle !== null) {
    return refused('already_executing', `Order ${orderId} ${obstacle}.`);
  }
  const traded = request.action === 'fill' || request.action === 'partial_fill';
  const quantityMicro = traded ? (request.quantityMicro ?? restOf(working)) : null;
  const priceMicro = traded ? (request.priceMicro ?? presentPrice(world, working)) : null;
  const issues = [...quantityIssues(working, request), ...priceIssues(working, request.priceMicro)];
  if (issues.length > 0) return refused('invalid_request', 'The exchange cannot carry out this action.', issues);
  return world.kernel.execute((unit) => {
    unit.emit('order.action_taken', {
      order_id: orderId,
      exchange: order.mic,
      action: request.action,
      reason: request.reason,
      quantity: quantityMicro === null ? null : fromMicro(quantityMicro),
      price: priceMicro === null ? null : fromMicro(priceMicro),
    });
    world.connections.act(unit, working, actionOf(working, { ...request, quantityMicro, priceMicro }));
    return accepted({ order, quantityMicro, priceMicro });
  });
}

function actionOf(
  { mic }: ExchangeOrder,
  { action, reason, quantityMicro, priceMicro }: OrderActionRequest,
): OrderAction {
  if (action === 'hold' || action === 'release') return { kind: action };
  if (quantityMicro !== null && priceMicro !== null) return { kind: 'trade', quantityMicro, priceMicro };
  const outcome = OUTCOMES[action as keyof typeof OUTCOMES];
  return { kind: 'end', outcome, text: reason ?? `${mic} was instructed manually.` };
}

function* quantityIssues(order: ExchangeOrder, { quantityMicro }: OrderActionRequest): Generator<ValidationIssue> {
  if (quantityMicro === null) return;
  const [rest, step] = [restOf(order), order.stepMicro];
  const path = '/quantity';
  if (quantityMicro >= rest)
    yield { path, issue: `is not less than the open quantity of ${fromMicro(rest)}; use fill instead` };
  else if (quantityMicro % step !== 0) yield { path, issue: `is not a multiple of ${fromMicro(step)}` };
}

function* priceIssues(
  { side, limitPriceMicro: limit }: ExchangeOrder,
  priceMicro: number | null,
): Generator<ValidationIssue> {
  if (priceMicro === null || limit === null) return;
  const isBeyond = side === 'buy' ? priceMicro > limit : priceMicro < limit;
  if (isBeyond) yield { path: '/price', issue: `is beyond the limit of the order, ${fromMicro(limit)}` };
}

/** Returns the ask for a buy, the bid for a sell; the limit if that is better. */
function presentPrice({ prices, kernel }: World, order: ExchangeOrder): number {
  return touchWithinLimit(order, prices.quote(order.isin, order.mic, kernel.nowMs));
}
