/** API schemas of the dividends of a portfolio: accrued and paid (decision O2). */

import { z } from 'zod';
import { DIVIDEND_STATUSES } from '../../../domain/market-choices.ts';
import { at, currencyText, dividendId, isinText, portfolioId, real, text } from '../../fields/described.ts';
import { next } from '../../fields/paging.ts';

export const dividend = z
  .strictObject({
    dividend_id: dividendId,
    portfolio_id: portfolioId,
    isin: isinText,
    source: z
      .enum(['schedule', 'corporate_action'])
      .describe('Origin of the dividend. `schedule`: it follows from the seed. `corporate_action`: it was posted.'),
    corporate_action_id: text(
      'Identifier of the corporate action; null if the dividend follows from the seed.',
    ).nullable(),
    status: z
      .enum(DIVIDEND_STATUSES)
      .describe(
        'Status of the dividend. `accrued`: it has not been paid yet. `ended`: its portfolio was deleted before ' +
          'payment.',
      ),
    ex_at: at('Opening on the ex-date; holders at that time receive the dividend.'),
    pay_at: at('Time of payment, future or past.'),
    quantity: real('Number of shares held on the ex-date.'),
    amount: real('Gross dividend per share, in `currency`.'),
    currency: currencyText,
    gross: real('Gross dividend for all shares, in `currency`.'),
    source_country: text('Country that may withhold tax (ISO 3166-1 alpha-2); null if it is not known.').nullable(),
    withholding_rate: real('Share of the gross dividend that is withheld.'),
    withholding_law: text(
      'Statute or treaty that sets that rate; null if the table has none, in which case nothing is withheld.',
    ).nullable(),
    base_currency: currencyText,
    base_gross: real('Gross dividend in base currency, at the mid rates at payment; null until then.').nullable(),
    withholding_tax: real('Tax withheld from it, in base currency; null until it is paid.').nullable(),
    net: real('Amount added to the cash, in base currency: gross minus tax; null until it is paid.').nullable(),
  })
  .meta({ id: 'Dividend', description: 'A dividend of a portfolio.' });
export type DividendWire = z.infer<typeof dividend>;

export const dividendList = z
  .strictObject({ dividends: z.array(dividend).describe('Dividends, newest first.'), next })
  .meta({ id: 'DividendList', description: 'The dividends of a portfolio.' });
