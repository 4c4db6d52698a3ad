/** API schemas of the execution of a rebalance's orders (decision L81): part of `GET /sim/rebalances/{id}`. */
import { z } from 'zod';
import { at, count, micText, orderId, real, text } from '../fields/described.ts';

export const orderProgress = z
  .strictObject({
    order_id: orderId,
    planned_quantity: real(
      'Number of shares as planned. The order itself has fewer if it was reduced, because cash ran short or less is held.',
    ),
    submissions: count('Number of times the order, or its remainder, was sent to its exchange.'),
    sent_at: at('When it was last sent; null: not yet.').nullable(),
    sent_quantity: z
      .number()
      .nullable()
      .describe(
        'Number of shares last sent. It is lower than the rest of the order where cash ran short; null: not sent yet.',
      ),
    limit_price: z
      .number()
      .nullable()
      .describe('Limit price at which it was last sent, in the currency of the order; null: at market, or not sent.'),
    ending: z
      .strictObject({ code: text('What ended it.'), message: text('The same as a sentence.') })
      .nullable()
      .describe('Reason it ended unfilled or is being cancelled; null otherwise.'),
  })
  .meta({ id: 'OrderProgress', description: 'The progress of an order at its exchange.' });
export type OrderProgressWire = z.infer<typeof orderProgress>;

export const outageMet = z
  .strictObject({
    exchange: micText,
    from: at('When its connection went down.'),
    until: at('When it was up again; null: it is still down.').nullable(),
  })
  .meta({ id: 'OutageMet', description: 'A period in which an exchange of a rebalance could not be reached.' });
export type OutageMetWire = z.infer<typeof outageMet>;
