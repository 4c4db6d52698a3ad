/** A new order at an exchange, and its quantities: what may still be traded, what is left, whole steps. Pure. */
import type { OrderTermination, RoutedOrder } from '../exchange-connectors.ts';
import type { ExchangeOrder } from './exchange-order-store.ts';
import type { OrderToMatch } from './order-matching.ts';

/**
 * Returns an order as it arrives. `fillableShare` is the part that a fault lets the exchange fill; `null`: all of it.
 */
export function newOrder(order: RoutedOrder, fillableShare: number | null, dayEndMs: number): ExchangeOrder {
  const { clientOrderId, orderId, isin, mic, side, quantityMicro, stepMicro, limitPriceMicro, dayEnd } = order;
  return {
    clientOrderId,
    orderId,
    isin,
    mic,
    side,
    quantityMicro,
    stepMicro,
    limitPriceMicro,
    dayEnd,
    filledMicro: 0,
    cappedMicro: fillableShare === null ? null : wholeSteps(quantityMicro * fillableShare, stepMicro),
    isHeld: false,
    sliceIndex: 0,
    executions: 0,
    dayEndMs,
    termination: null,
    stepTimer: null,
  };
}

export function toMatching(order: ExchangeOrder): OrderToMatch {
  const { quantityMicro, cappedMicro, filledMicro } = order;
  return { ...order, remainingMicro: Math.min(quantityMicro, cappedMicro ?? quantityMicro) - filledMicro };
}

/** Returns the termination of an order that a fault lets the exchange fill only in part. */
export function partlyFilled({ mic, filledMicro, quantityMicro }: ExchangeOrder): Omit<OrderTermination, 'executions'> {
  const text = `${mic} filled ${filledMicro / 1e6} of ${quantityMicro / 1e6} and cancelled the rest.`;
  return { outcome: 'cancelled', code: 'partial_fill', text };
}

export function wholeSteps(quantityMicro: number, stepMicro: number): number {
  return Math.floor(quantityMicro / stepMicro) * stepMicro;
}
