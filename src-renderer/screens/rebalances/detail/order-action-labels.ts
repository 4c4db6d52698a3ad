/** Labels, effects and results of the actions on one order (decision O7). Pure. */
import type { OrderPossibilities } from '../../../../src-server/contract/control/portfolios/order-actions.ts';
import type { OrderActionName, OrderActionRequest } from '../../../api/rebalances-api.ts';
import { type NumberText, numberOf } from '../../../components/forms/number-text.ts';

interface ActionLabel {
  /** Label in a menu and on a button. */
  readonly label: string;
  /** The effect of sending it, as a sentence. */
  readonly outcome: string;
  /** Its fields; none: it is sent at once. */
  readonly fields: readonly ('quantity' | 'price' | 'reason')[];
}

export const ORDER_ACTIONS: Readonly<Record<OrderActionName, ActionLabel>> = {
  fill: { label: 'Fill', outcome: 'The exchange fills all of the open quantity at once.', fields: ['price'] },
  partial_fill: {
    label: 'Partly fill',
    outcome: 'The exchange fills this quantity at once and trades the rest as usual.',
    fields: ['quantity', 'price'],
  },
  reject: { label: 'Reject', outcome: 'The exchange rejects the order.', fields: ['reason'] },
  cancel: {
    label: 'Cancel',
    outcome: 'The exchange cancels the open quantity. Fills so far are final.',
    fields: ['reason'],
  },
  expire: { label: 'Expire', outcome: 'The open quantity expires. Fills so far are final.', fields: ['reason'] },
  hold: { label: 'Hold', outcome: 'The order is not traded until you release it or its trading day ends.', fields: [] },
  release: { label: 'Release', outcome: 'The order is traded again.', fields: [] },
};

export interface OrderActionDraft {
  readonly quantity: NumberText;
  /** Empty: the current ask or bid. */
  readonly price: NumberText;
  /** Empty: a default sentence that names the actor. */
  readonly reason: string;
}

export const NEW_ORDER_ACTION: OrderActionDraft = { quantity: '', price: '', reason: '' };

export function orderActionBody(
  action: OrderActionName,
  { quantity, price, reason }: OrderActionDraft,
): OrderActionRequest {
  const priced = price === '' ? {} : { price: numberOf(price) };
  const reasoned = reason.trim() === '' ? {} : { reason: reason.trim() };
  if (action === 'partial_fill') return { action, quantity: numberOf(quantity), ...priced };
  if (action === 'fill') return { action, ...priced };
  return action === 'hold' || action === 'release' ? { action } : { action, ...reasoned };
}

/** Why no action is possible, if all have the same reason; otherwise null. */
export function commonObstacle({ actions }: OrderPossibilities): string | null {
  const [first] = actions;
  return first !== undefined && actions.every(({ obstacle }) => obstacle === first.obstacle) ? first.obstacle : null;
}

/** Turns the end of a sentence about an order into a sentence: `It is held already.` */
export function obstacleSentence(obstacle: string): string {
  return `It ${obstacle}.`;
}
