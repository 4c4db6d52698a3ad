/** API schemas of exchange rates that are shown (decision L73): all current ones, and one over time. */
import { z } from 'zod';
import { at, currencyText, real } from '../../fields/described.ts';

/** `GET /sim/market/fx/table`. */
export const rateTable = z
  .strictObject({
    at: at('Time at which the rates were taken.'),
    half_spread_bps: real('Cost of a conversion on either side of the mid, in basis points of the amount converted.'),
    currencies: z
      .array(
        z
          .strictObject({
            currency: currencyText,
            per_eur: real('Units of the currency per EUR, mid, now.'),
            per_eur_day_ago: real('Units of the currency per EUR, mid, 24 hours ago.'),
          })
          .meta({ id: 'RateRow', description: 'The rate of a currency now and a day ago.' }),
      )
      .describe('Every currency, including EUR.'),
  })
  .meta({ id: 'RateTable', description: 'Exchange rates now and a day ago.' });
export type RateTable = z.infer<typeof rateTable>;

/** Possible periods of a rate over time. */
const RATE_SPANS = ['1d', '1w', '1m', '1y', '5y'] as const;
export type RateSpan = (typeof RATE_SPANS)[number];

/** Query of `GET /sim/market/fx/path`. */
export const ratePathQuery = z.strictObject({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is not an ISO 4217 code')
    .describe('Currency (ISO 4217), any except EUR.'),
  span: z.enum(RATE_SPANS).default('1m').describe('Length of the period up to now; a month is 30 days, a year 365.'),
});

export const ratePath = z
  .strictObject({
    currency: currencyText,
    span: z.enum(RATE_SPANS).describe('Length of the period up to now.'),
    points: z
      .array(
        z
          .strictObject({ at: at('Time of the point.'), per_eur: real('Units of the currency per EUR, mid.') })
          .meta({ id: 'RatePoint', description: 'A rate at an instant.' }),
      )
      .describe('The rate at 121 instants, equally spaced, oldest first; the last one is now.'),
  })
  .meta({ id: 'RatePath', description: 'An exchange rate over time.' });
export type RatePath = z.infer<typeof ratePath>;
