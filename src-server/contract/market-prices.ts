/** Wire schemas of prices to look at or to load (decisions L13 to L16, L58): charts, loaded series, exchange rates. */
import { z } from 'zod';
import { count, currencyText, isinText, micText, real } from './described.ts';
import { instant, isin, mic } from './fields.ts';

/** `GET /sim/market/fx`. */
export const rateList = z
  .strictObject({
    rates: z
      .array(
        z
          .strictObject({
            currency: currencyText,
            per_eur: real('Units for one EUR, now.'),
            reference_per_eur: real('Units for one EUR on 2 March 2026, 09:30 UTC, as the model has it.'),
            annual_volatility: real('Of its log returns.'),
            held: z.boolean().describe('Whether a pin holds it.'),
          })
          .meta({ id: 'ExchangeRate', description: 'An exchange rate against the euro.' }),
      )
      .describe('Every currency but EUR.'),
  })
  .meta({ id: 'RateList', description: 'Exchange rates.' });
export type RateList = z.infer<typeof rateList>;

/** What `POST /sim/market/series` loaded, one entry for each listing of the file. */
export const seriesLoaded = z
  .strictObject({
    series: z
      .array(
        z
          .strictObject({
            isin: isinText,
            exchange: micText,
            rows: count('Rows of the listing.'),
            from: z.string().describe('from here on it counts'),
            until: z.string().describe('its last row'),
          })
          .meta({ id: 'LoadedListing', description: 'What was loaded of one listing.' }),
      )
      .describe('One entry for each listing of the file.'),
  })
  .meta({ id: 'SeriesLoaded', description: 'What was loaded, one entry for each listing.' });
export type SeriesLoaded = z.infer<typeof seriesLoaded>;

export const BAR_INTERVALS = ['1s', '5s', '15s', '1m', '5m', '15m', '30m', '1h', '1d', '1w'] as const;
/** The most bars that one call gives. */
export const MOST_BARS = 5000;

/** The query of `GET /sim/bars`: the latest `limit` bars that begin at or after `from` and before `to`. */
export const barQuery = z.strictObject({
  isin,
  exchange: mic,
  from: instant.optional(),
  to: instant.optional().describe('now, where it is left out or lies ahead'),
  interval: z.enum(BAR_INTERVALS).default('5m').describe('Length of a bar.'),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, { error: `is not a whole number from 1 to ${MOST_BARS}`, abort: true })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MOST_BARS, `is not a whole number from 1 to ${MOST_BARS}`)
    .optional()
    .meta({ description: 'How many bars at most.', type: 'integer', minimum: 1, maximum: MOST_BARS }),
});

export const barList = z
  .strictObject({
    isin: isinText,
    exchange: micText,
    currency: z.string().describe('of the listing; all prices are in it'),
    interval: z.enum(BAR_INTERVALS).describe('Length of a bar.'),
    bars: z
      .array(
        z
          .strictObject({
            at: z.string().describe('when the bar begins'),
            open: real('First mid.'),
            high: real('Highest mid.'),
            low: real('Lowest mid.'),
            close: real('Last mid.'),
            volume: count('Expected shares.'),
          })
          .meta({ id: 'Bar', description: 'One bar of a chart.' }),
      )
      .describe('Oldest first; those without trading are left out.'),
  })
  .meta({ id: 'BarList', description: 'A chart.' });
export type BarList = z.infer<typeof barList>;
