/** Wire schemas of what an exchange is told to do with an order (decision O7). */
import { z } from 'zod';
import { at, micText, orderId, rebalanceId } from '../../fields/described.ts';
import { positiveQuantity } from '../../fields/fields.ts';
import { price } from '../../scenario/custom-market.ts';

const fillPrice = price
  .optional()
  .describe("In the listing's currency, within the limit of the order; the present ask or bid where it is left out.");
const reason = z.string().min(1).max(200).optional().describe('What the order says why it ended.');

const ACTIONS = [
  z.strictObject({ action: z.literal('fill').describe('The whole rest is filled.'), price: fillPrice }),
  z.strictObject({
    action: z.literal('partial_fill').describe('A part of the rest is filled.'),
    quantity: positiveQuantity.describe('Shares, less than the rest.'),
    price: fillPrice,
  }),
  z.strictObject({ action: z.literal('reject').describe('It is refused, before anything of it is filled.'), reason }),
  z.strictObject({ action: z.literal('cancel').describe('The rest is cancelled.'), reason }),
  z.strictObject({ action: z.literal('expire').describe('The rest expires.'), reason }),
  z.strictObject({ action: z.literal('hold').describe('It is not traded until it is released, or its day ends.') }),
  z.strictObject({ action: z.literal('release').describe('It is traded again.') }),
] as const;

/** `POST /sim/orders/{id}/actions`. */
export const createOrderAction = z
  .discriminatedUnion('action', ACTIONS)
  .meta({ id: 'CreateOrderAction', description: 'What the exchange does with a working order, next.' });

export const ORDER_ACTION_NAMES = ['fill', 'partial_fill', 'reject', 'cancel', 'expire', 'hold', 'release'] as const;

/** Part of `GET /sim/rebalances/{id}`. */
export const orderPossibilities = z
  .strictObject({
    order_id: orderId,
    rest: z.number().nullable().describe('Shares left to fill; null: nothing of it is at its exchange.'),
    step: z.number().nullable().describe('A part of the rest is a multiple of it; null with `rest`.'),
    held: z.boolean().describe('It is not traded until it is released.'),
    actions: z
      .array(
        z
          .strictObject({
            action: z.enum(ORDER_ACTION_NAMES).describe('What the exchange could be told.'),
            obstacle: z.string().nullable().describe('Why it cannot, as the end of a sentence; null: it can.'),
          })
          .meta({ id: 'OrderPossibility', description: 'Something that an exchange may be told to do with an order.' }),
      )
      .describe('All of them.'),
  })
  .meta({ id: 'OrderPossibilities', description: 'What can be done with an order by hand.' });
export type OrderPossibilitiesWire = z.infer<typeof orderPossibilities>;

export const orderAction = z
  .strictObject({
    order_id: orderId,
    rebalance_id: rebalanceId,
    exchange: micText,
    action: z.enum(ORDER_ACTION_NAMES).describe('What it did.'),
    quantity: z.number().nullable().describe('Shares that it filled; null: none.'),
    price: z.number().nullable().describe("At which it filled them, in the listing's currency."),
    at: at('When it did so; its report arrives later.'),
  })
  .meta({ id: 'OrderAction', description: 'What an exchange did with an order.' });
export type OrderActionWire = z.infer<typeof orderAction>;
