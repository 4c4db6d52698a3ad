/**
 * API schemas of prices that are shown or loaded (decisions L13 to L16, L58): charts, loaded series, exchange rates.
 */

import { z } from 'zod';
import { MARKET_PHASES } from '../../../domain/market-choices.ts';
import { at, count, currencyText, isinText, micText, real } from '../../fields/described.ts';
import { instant, isin, mic, wholeNumber } from '../../fields/fields.ts';
import { ownInstrument } from '../../scenario/custom-market.ts';

/** `GET /sim/market/fx`. */
export const rateList = z
  .strictObject({
    rates: z
      .array(
        z
          .strictObject({
            currency: currencyText,
            per_eur: real('Units of the currency per EUR, now.'),
            reference_per_eur: real('Units of the currency per EUR on 2 March 2026, 09:30 UTC, as the model has it.'),
            annual_volatility: real('Annual volatility of its log returns.'),
            held: z.boolean().describe('Whether it is pinned.'),
          })
          .meta({ id: 'ExchangeRate', description: 'An exchange rate against the euro.' }),
      )
      .describe('Exchange rates of every currency except EUR.'),
  })
  .meta({ id: 'RateList', description: 'Exchange rates.' });
export type RateList = z.infer<typeof rateList>;

/** Response of `POST /sim/market/series`, one entry for each listing of the file. */
export const seriesLoaded = z
  .strictObject({
    series: z
      .array(
        z
          .strictObject({
            isin: isinText.optional(),
            exchange: micText.optional(),
            currency: currencyText.optional().describe('Currency of an exchange rate, in place of ISIN and exchange.'),
            rows: count('Number of rows of the listing.'),
            from: z.string().describe('Time from which it applies.'),
            until: z.string().describe('Time of its last row.'),
          })
          .meta({ id: 'LoadedListing', description: 'Prices that were loaded for one listing.' }),
      )
      .describe('One entry per listing of the file.'),
  })
  .meta({ id: 'SeriesLoaded', description: 'Prices that were loaded, one entry per listing.' });

export const BAR_INTERVALS = ['1s', '5s', '15s', '1m', '5m', '15m', '30m', '1h', '1d', '1w'] as const;
/** Maximum number of bars in a response. */
export const MAX_BARS = 5000;

/** Query of `GET /sim/bars`: the latest `limit` bars that begin at or after `from` and before `to`. */
export const barQuery = z.strictObject({
  isin,
  exchange: mic,
  from: instant.optional(),
  to: instant.optional().describe('End of the period; now by default, or if it lies in the future.'),
  interval: z.enum(BAR_INTERVALS).default('5m').describe('Length of a bar.'),
  limit: wholeNumber(1, MAX_BARS).optional().describe('Maximum number of bars.'),
});

export const barList = z
  .strictObject({
    isin: isinText,
    exchange: micText,
    currency: z.string().describe('Currency of the listing, in which all prices are.'),
    interval: z.enum(BAR_INTERVALS).describe('Length of a bar.'),
    bars: z
      .array(
        z
          .strictObject({
            at: z.string().describe('Time at which the bar begins.'),
            open: real('First mid.'),
            high: real('Highest mid.'),
            low: real('Lowest mid.'),
            close: real('Last mid.'),
            volume: count('Expected number of shares traded.'),
          })
          .meta({ id: 'Bar', description: 'One bar of a listing.' }),
      )
      .describe('Bars, oldest first; those without trading are left out.'),
  })
  .meta({ id: 'BarList', description: 'Bars of a listing.' });
export type BarList = z.infer<typeof barList>;

const LISTING = /^[A-Z]{2}[A-Z0-9]{9}[0-9]:[A-Z0-9]{4}$/;

/** Maximum number of listings in a response. */
export const MAX_QUOTES = 500;

/** Query of `GET /sim/market/quotes` (decision L70). */
export const quotesQuery = z.strictObject({
  listings: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().regex(LISTING, 'is not an ISIN and an exchange like DE0007164600:XETR')).max(MAX_QUOTES))
    .transform((listings) => listings.map(readListing))
    .optional()
    .meta({
      description: `Listings as \`ISIN:MIC\`, separated by commas, ${MAX_QUOTES} at most; by default all held ones.`,
      type: 'string',
      examples: ['DE0007164600:XETR,DE0007164600:XPAR'],
    }),
});

function readListing(text: string) {
  return { isin: text.slice(0, 12), exchange: text.slice(13) };
}

export const quoteList = z
  .strictObject({
    at: at('Time at which the quotes were taken.'),
    quotes: z
      .array(
        z
          .strictObject({
            isin: isinText,
            exchange: micText,
            currency: currencyText,
            phase: z.enum(MARKET_PHASES).describe('Current trading phase of the exchange.'),
            connected: z.boolean().describe('Whether its connection is up.'),
            halted: z.boolean().describe('Whether the instrument is halted there.'),
            mid: real('Mid; like all prices here, in the currency of the exchange.'),
            bid: real('Best bid.'),
            ask: real('Best ask.'),
            spread_bps: real('Ask minus bid in basis points of the mid; below zero if they are crossed.'),
            previous_close: real('Mid at the close of the previous session.'),
            change: real('Change of the mid from the previous close: 0.01 is one per cent up.'),
            session: z.iso
              .date()
              .describe('Local date of the latest session, to which the figures of the session refer.'),
            high: real('Highest mid of the session so far.'),
            low: real('Lowest mid of the session so far.'),
            volume: count('Expected number of shares traded in the session so far.'),
            path: z.array(real('Mid.')).describe('Session so far as 31 mids, equally spaced, oldest first.'),
          })
          .meta({ id: 'Quote', description: 'A quote of a listing, with its session so far.' }),
      )
      .describe('Quotes, in the order of the request.'),
    left_out: count('Number of listings that portfolios hold beyond the maximum of one call.'),
  })
  .meta({ id: 'QuoteList', description: 'Quotes of many listings at one instant.' });
export type QuoteList = z.infer<typeof quoteList>;

/** Instruments that are added to a running world (decision P4). */
export const addInstruments = z
  .strictObject({
    instruments: z.array(ownInstrument).min(1).max(1000).describe('Instruments, as in a world file.'),
  })
  .meta({ id: 'AddInstruments', description: 'Instruments to add to the world.' });
