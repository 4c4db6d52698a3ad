/** Wire schemas of `GET /sim/market/dividends`: what instruments pay by the seed, past and to come (decision O2). */
import { z } from 'zod';
import { at, currencyText, isinText, real, text } from '../../fields/described.ts';
import { instant } from '../../fields/fields.ts';

/** Two years of 365 days and a leap day: no answer reaches further ahead of the present. */
export const MOST_DAYS_AHEAD = 731;
/** Where `from` and `to` are left out. */
export const USUAL_DAYS_BACK = 30;
export const USUAL_DAYS_AHEAD = 365;

export const marketDividendsQuery = z.strictObject({
  from: instant
    .optional()
    .describe(`Ex-dates from here on; ${USUAL_DAYS_BACK} days before the present where it is left out.`),
  to: instant
    .optional()
    .describe(
      `Ex-dates up to here, at most ${MOST_DAYS_AHEAD} days ahead; ${USUAL_DAYS_AHEAD} days ahead where it is left out.`,
    ),
});

export const marketDividend = z
  .strictObject({
    distribution_id: text('Identifier of the payment: the same in every run of the seed.'),
    isin: isinText.describe('The instrument, by the ISIN that it has now.'),
    status: z
      .enum(['expected', 'announced', 'ex', 'paid'])
      .describe('Expected: its amount is not fixed yet. Ex: the price fell by it, and it is still to be paid.'),
    announced_at: at('When its amount is fixed, or was.'),
    ex_at: at("The ex-date's opening: who holds the instrument then is paid."),
    pay_at: at('When it is paid, or was.'),
    amount: real('Gross, for one share, in the shares of the ex-date; null until it is announced.').nullable(),
    currency: currencyText,
  })
  .meta({ id: 'MarketDividend', description: 'A dividend of an instrument that follows from the seed.' });
export type MarketDividendWire = z.infer<typeof marketDividend>;

export const marketDividendList = z
  .strictObject({
    dividends: z.array(marketDividend).describe('By ex-date, oldest first; empty in a world without dividends.'),
  })
  .meta({ id: 'MarketDividendList', description: 'Dividends of the market between two instants.' });
export type MarketDividendList = z.infer<typeof marketDividendList>;
