/** Wire schemas of what happens to instruments (decision O3): each kind has its own, for what is asked and what is shown. */
import { z } from 'zod';
import { at, corporateActionId, currencyText, isinText, real } from '../../fields/described.ts';
import { instant, isin, wholeNumber } from '../../fields/fields.ts';
import { next } from '../../fields/paging.ts';
import { price, tradingCurrency } from '../../scenario/custom-market.ts';

export const CORPORATE_ACTION_KINDS = ['split', 'isin_change', 'delisting', 'cash_dividend'] as const;

const MOST_SHARES = 1000;

const ratio = z
  .strictObject({
    new: wholeNumber(1, MOST_SHARES).describe('Shares after the split.'),
    old: wholeNumber(1, MOST_SHARES).describe('Shares before it that they replace.'),
  })
  .refine(({ new: newShares, old }) => newShares !== old, 'has as many new shares as old ones: nothing would happen')
  .describe('New shares for old ones: 2 for 1 doubles them, 1 for 10 leaves a tenth.');

/** The only thing to say of a kind that is none; a missing one is told beside everything else that is missing. */
const error = `is none of ${CORPORATE_ACTION_KINDS.join(', ')}`;
const KINDS = {
  split: z.literal('split', { error }).describe('More or fewer shares at a price that is smaller or larger.'),
  isin_change: z.literal('isin_change', { error }).describe('The instrument goes on under another ISIN.'),
  delisting: z.literal('delisting', { error }).describe('It is no longer traded or priced.'),
  cash_dividend: z.literal('cash_dividend', { error }).describe('Its price falls by what is paid on each share.'),
};

const asked = {
  isin,
  ex_at: instant.describe('When it happens; not before now.'),
};

/** `POST /sim/market/corporate-actions`. */
export const createCorporateAction = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: KINDS.split, ...asked, ratio }).meta({ id: 'CreateSplit', description: 'A split.' }),
      z
        .strictObject({ kind: KINDS.isin_change, ...asked, new_isin: isin })
        .refine((change) => change.new_isin !== change.isin, { path: ['new_isin'], message: 'is the ISIN that it has' })
        .meta({ id: 'CreateIsinChange', description: 'A change of an ISIN.' }),
      z
        .strictObject({
          kind: KINDS.delisting,
          ...asked,
          cash_price: price
            .optional()
            .describe('Paid for each share; positions stay without a price where it is left out.'),
          currency: tradingCurrency.optional().describe("Of `cash_price`; the instrument's own where it is left out."),
        })
        .refine((delisting) => delisting.currency === undefined || delisting.cash_price !== undefined, {
          path: ['currency'],
          message: 'needs cash_price',
        })
        .meta({ id: 'CreateDelisting', description: 'A delisting.' }),
      z
        .strictObject({
          kind: KINDS.cash_dividend,
          ...asked,
          amount: price.describe('Gross, for one share.'),
          currency: tradingCurrency.optional().describe("Of `amount`; the instrument's own where it is left out."),
          pay_at: instant
            .optional()
            .describe('When it is paid; some days later, as its other dividends, where left out.'),
        })
        .meta({ id: 'CreateCashDividend', description: 'A dividend in cash.' }),
    ],
    { unionFallback: true },
  )
  .meta({ id: 'CreateCorporateAction', description: 'What happens to an instrument, and when.' });
export type CreateCorporateAction = z.output<typeof createCorporateAction>;

const shown = {
  corporate_action_id: corporateActionId,
  isin: isinText.describe('The instrument, by the ISIN that it has until then.'),
  ex_at: at('When it happens.'),
  status: z
    .enum(['scheduled', 'applied', 'cancelled'])
    .describe('Cancelled: by a request, or because the instrument was delisted before.'),
  created_at: at('When it was created.'),
  applied_at: at('When it was applied; null: it was not.').nullable(),
  cancelled_at: at('When it was cancelled; null: it was not.').nullable(),
};

export const corporateAction = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: KINDS.split,
        ...shown,
        ratio: z
          .strictObject({ new: real('Shares after the split.'), old: real('Shares before it that they replace.') })
          .describe('New shares for old ones.'),
      })
      .meta({ id: 'Split', description: 'A split.' }),
    z
      .strictObject({ kind: KINDS.isin_change, ...shown, new_isin: isinText })
      .meta({ id: 'IsinChange', description: 'A change of an ISIN.' }),
    z
      .strictObject({
        kind: KINDS.delisting,
        ...shown,
        cash_price: real('Paid for each share; null: nothing is.').nullable(),
        currency: currencyText.nullable(),
      })
      .meta({ id: 'Delisting', description: 'A delisting.' }),
    z
      .strictObject({
        kind: KINDS.cash_dividend,
        ...shown,
        amount: real('Gross, for one share.'),
        currency: currencyText,
        pay_at: at('When it is paid.'),
      })
      .meta({ id: 'CashDividend', description: 'A dividend in cash.' }),
  ])
  .meta({ id: 'CorporateAction', description: 'What happens to an instrument, past or scheduled.' });
export type CorporateActionWire = z.infer<typeof corporateAction>;

export const corporateActionList = z
  .strictObject({ corporate_actions: z.array(corporateAction).describe('Newest first.'), next })
  .meta({ id: 'CorporateActionList', description: 'What happens to instruments.' });
export type CorporateActionList = z.infer<typeof corporateActionList>;
