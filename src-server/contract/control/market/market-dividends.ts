/**
 * API schemas of `GET /sim/market/dividends`: past and future payments of instruments, derived from the seed
 * (decision O2).
 */
import { z } from 'zod';
import { at, currencyText, isinText, real, text } from '../../fields/described.ts';
import { instant } from '../../fields/fields.ts';

/** Two years of 365 days and a leap day: no response extends further beyond the present. */
export const MAX_DAYS_AHEAD = 731;
/** Default without `from` and `to`. */
export const DEFAULT_DAYS_BACK = 30;
export const DEFAULT_DAYS_AHEAD = 365;

export const marketDividendsQuery = z.strictObject({
  from: instant.optional().describe(`Earliest ex-date; by default ${DEFAULT_DAYS_BACK} days before now.`),
  to: instant
    .optional()
    .describe(`Latest ex-date, at most ${MAX_DAYS_AHEAD} days ahead; by default ${DEFAULT_DAYS_AHEAD} days ahead.`),
});

const marketDividend = z
  .strictObject({
    distribution_id: text('Identifier of the payment, which is the same in every run of the seed.'),
    isin: isinText.describe('ISIN that the instrument has now.'),
    status: z
      .enum(['expected', 'announced', 'ex', 'paid'])
      .describe(
        'Status of the dividend. `expected`: its amount is not fixed yet. `ex`: the price has fallen by the ' +
          'amount, which has not been paid yet.',
      ),
    announced_at: at('Time at which its amount is fixed, future or past.'),
    ex_at: at('Opening on the ex-date; holders at that time receive the dividend.'),
    pay_at: at('Time of payment, future or past.'),
    amount: real('Gross dividend per share, in the shares of the ex-date; null until it is announced.').nullable(),
    currency: currencyText,
  })
  .meta({ id: 'MarketDividend', description: 'A dividend of an instrument that follows from the seed.' });
export type MarketDividendWire = z.infer<typeof marketDividend>;

export const marketDividendList = z
  .strictObject({
    dividends: z
      .array(marketDividend)
      .describe('Dividends by ex-date, oldest first; empty in a world without dividends.'),
  })
  .meta({ id: 'MarketDividendList', description: 'Dividends of the market between two instants.' });
