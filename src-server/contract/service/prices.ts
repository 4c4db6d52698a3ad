/** API schema of Form B's prices (specification 2.6, decision G8). */
import { z } from 'zod';
import { at, isinText, micText, real } from '../fields/described.ts';

/** Response of `GET /prices/{isin}` (2.6, G8). */
export const prices = z
  .strictObject({
    isin: isinText,
    prices: z
      .array(
        z
          .strictObject({
            exchange: micText,
            mid_eur: real('Mid price in EUR.'),
            last_trade_eur: real('Price of the last trade in EUR.'),
          })
          .meta({ id: 'ExchangePrice', description: 'Prices at one exchange.' }),
      )
      .describe('One entry for each connected exchange that lists it, sorted by code.'),
    timestamp: at('When the prices were taken.'),
  })
  .meta({ id: 'Prices', description: 'Prices of an instrument across the connected exchanges.' });
export type Prices = z.infer<typeof prices>;
