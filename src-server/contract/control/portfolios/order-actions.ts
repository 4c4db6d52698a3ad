/** API schemas of the actions that an exchange can be made to take on an order (decision O7). */

import { z } from 'zod';
import { ORDER_ACTIONS } from '../../../domain/events/event-choices.ts';
import { at, micText, orderId, rebalanceId } from '../../fields/described.ts';
import { positiveQuantity } from '../../fields/fields.ts';
import { price } from '../../scenario/custom-market.ts';

const fillPrice = price
  .optional()
  .describe("Price in the listing's currency, within the limit of the order; by default the current ask or bid.");
const reason = z.string().min(1).max(200).optional().describe('Reason that the order gives for having ended.');

const ACTIONS = [
  z.strictObject({ action: z.literal('fill').describe('Fills the whole remaining quantity.'), price: fillPrice }),
  z.strictObject({
    action: z.literal('partial_fill').describe('Fills a part of the remaining quantity.'),
    quantity: positiveQuantity.describe('Number of shares, less than the remaining quantity.'),
    price: fillPrice,
  }),
  z.strictObject({ action: z.literal('reject').describe('Rejects the order before any of it is filled.'), reason }),
  z.strictObject({ action: z.literal('cancel').describe('Cancels the remaining quantity.'), reason }),
  z.strictObject({ action: z.literal('expire').describe('Expires the remaining quantity.'), reason }),
  z.strictObject({
    action: z.literal('hold').describe('Holds the order: it is not traded until it is released or its day ends.'),
  }),
  z.strictObject({ action: z.literal('release').describe('Releases the order: it is traded again.') }),
] as const;

/** `POST /sim/orders/{id}/actions`. */
export const createOrderAction = z
  .discriminatedUnion('action', ACTIONS)
  .meta({ id: 'CreateOrderAction', description: 'The next action of the exchange on a working order.' });

/** Part of `GET /sim/rebalances/{id}`. */
export const orderPossibilities = z
  .strictObject({
    order_id: orderId,
    rest: z
      .number()
      .nullable()
      .describe('Number of shares left to fill; null if none of the order is at its exchange.'),
    step: z
      .number()
      .nullable()
      .describe('Step of which the quantity of a partial fill is a multiple; null if `rest` is null.'),
    held: z.boolean().describe('Whether the order is held, that is, not traded until it is released.'),
    actions: z
      .array(
        z
          .strictObject({
            action: z.enum(ORDER_ACTIONS).describe('Action on the order.'),
            obstacle: z
              .string()
              .nullable()
              .describe('Reason the action is not possible, as the end of a sentence; null if it is possible.'),
          })
          .meta({
            id: 'OrderPossibility',
            description: 'An action that an exchange can be instructed to take on an order.',
          }),
      )
      .describe('All actions, whether possible or not.'),
  })
  .meta({ id: 'OrderPossibilities', description: 'Manual actions possible on an order.' });
export type OrderPossibilities = z.infer<typeof orderPossibilities>;

export const orderAction = z
  .strictObject({
    order_id: orderId,
    rebalance_id: rebalanceId,
    exchange: micText,
    action: z.enum(ORDER_ACTIONS).describe('Action that the exchange took.'),
    quantity: z.number().nullable().describe('Number of shares filled; null if none were.'),
    price: z.number().nullable().describe("Price at which they were filled, in the listing's currency."),
    at: at('Time of the action; its report arrives later.'),
  })
  .meta({ id: 'OrderAction', description: 'An action that an exchange took on an order.' });
export type OrderActionWire = z.infer<typeof orderAction>;
