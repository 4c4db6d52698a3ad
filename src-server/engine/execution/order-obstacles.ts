/**
 * Finds which actions an exchange can perform on one of our orders on request, and why not the others (decision O7).
 */
import { ORDER_ACTIONS } from '../../domain/events/event-choices.ts';
import type { ExchangeOrder } from '../../market/exchange/exchange-order-store.ts';
import type { OrderRecord } from '../records.ts';
import type { World } from '../world.ts';

export type OrderActionName = (typeof ORDER_ACTIONS)[number];

/** The possible actions on an order. */
export interface OrderPossibilities {
  readonly orderId: string;
  /** The quantity left to fill, and the step of its parts; `null`: nothing of it is at the exchange. */
  readonly working: { readonly restMicro: number; readonly stepMicro: number; readonly isHeld: boolean } | null;
  /** Each with the obstacle as the end of a sentence about the order; `null`: it is possible. */
  readonly actions: readonly { readonly action: OrderActionName; readonly obstacle: string | null }[];
}

/** Returns the possibilities for orders of one rebalance, in their order. */
export function possibilitiesOf(world: World, orders: readonly OrderRecord[]): OrderPossibilities[] {
  return orders.map((order) => {
    const working = world.connections.workingOrder(order.mic, order.orderId);
    return {
      orderId: order.orderId,
      working: working && { restMicro: restOf(working), stepMicro: working.stepMicro, isHeld: working.isHeld },
      actions: ORDER_ACTIONS.map((action) => ({ action, obstacle: obstacleOf(order, working, action) })),
    };
  });
}

/** `working` is the order at the exchange, `null` if it is not working there. */
export function obstacleOf(order: OrderRecord, working: ExchangeOrder | null, action: OrderActionName): string | null {
  return working === null ? whyNotWorking(order) : whyImpossible(working, action);
}

export function restOf({ quantityMicro, filledMicro }: ExchangeOrder): number {
  return quantityMicro - filledMicro;
}

function whyNotWorking({ status, workingMicro, mic }: OrderRecord): string {
  if (status === 'new') return 'is new and has not been sent yet';
  if (workingMicro > 0)
    return `is ${status.replace('_', ' ')}: its latest message has not reached ${mic} yet, or was lost`;
  return `is ${status.replace('_', ' ')}: no quantity is at an exchange`;
}

function whyImpossible(order: ExchangeOrder, action: OrderActionName): string | null {
  if (action === 'hold' && order.isHeld) return 'is already held';
  if (action === 'release' && !order.isHeld) return 'is not held';
  if (action === 'reject' && order.filledMicro > 0) {
    return 'is partially filled, and an exchange can reject an order only before it trades; cancel or expire the rest';
  }
  return null;
}
