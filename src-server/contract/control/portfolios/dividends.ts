/** Wire schemas of the dividends of a portfolio: accrued and paid (decision O2). */
import { z } from 'zod';
import { at, currencyText, dividendId, isinText, portfolioId, real, text } from '../../fields/described.ts';
import { next } from '../../fields/paging.ts';

export const dividend = z
  .strictObject({
    dividend_id: dividendId,
    portfolio_id: portfolioId,
    isin: isinText,
    source: z
      .enum(['schedule', 'corporate_action'])
      .describe('Schedule: it follows from the seed. Corporate action: somebody posted it.'),
    corporate_action_id: text('Identifier of the corporate action; null: it follows from the seed.').nullable(),
    status: z
      .enum(['accrued', 'paid', 'ended'])
      .describe('Accrued: it is still to be paid. Ended: its portfolio was deleted before that.'),
    ex_at: at("The ex-date's opening: who held the instrument then is paid."),
    pay_at: at('When it is paid, or was.'),
    quantity: real('Shares held at the ex-date.'),
    amount: real('Gross, for one share, in `currency`.'),
    currency: currencyText,
    gross: real('For all shares, in `currency`.'),
    source_country: text('Country that may withhold tax (ISO 3166-1 alpha-2); null: not known.').nullable(),
    withholding_rate: real('Share of the gross dividend that is withheld.'),
    withholding_law: text(
      'Statute or treaty of that rate; null: the table has none, and nothing is withheld.',
    ).nullable(),
    base_currency: currencyText,
    base_gross: real('Gross in base currency, at the mid rates of its payment; null until then.').nullable(),
    withholding_tax: real('What was withheld of that, base currency; null until it is paid.').nullable(),
    net: real('What came into the cash, base currency: gross minus tax; null until it is paid.').nullable(),
  })
  .meta({ id: 'Dividend', description: 'A dividend of a portfolio.' });
export type DividendWire = z.infer<typeof dividend>;

export const dividendList = z
  .strictObject({ dividends: z.array(dividend).describe('Newest first.'), next })
  .meta({ id: 'DividendList', description: 'The dividends of a portfolio.' });
export type DividendList = z.infer<typeof dividendList>;
