/** API schemas of corporate actions (decision O3): each kind has its own, for requests and for views. */

import { z } from 'zod';
import { CORPORATE_ACTION_KINDS } from '../../../domain/events/event-choices.ts';
import { CORPORATE_ACTION_STATUSES } from '../../../domain/market-choices.ts';
import { at, corporateActionId, currencyText, isinText, real } from '../../fields/described.ts';
import { instant, isin, wholeNumber } from '../../fields/fields.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';
import { next } from '../../fields/paging.ts';
import { customCurrency, price } from '../../scenario/custom-market.ts';

const SHARES = wholeNumber(BOUNDS.splitShares.min, BOUNDS.splitShares.max);

const ratio = z
  .strictObject({
    new: SHARES.describe('Number of shares after the split.'),
    old: SHARES.describe('Number of shares before the split that they replace.'),
  })
  .refine(({ new: newShares, old }) => newShares !== old, 'has as many new shares as old ones: nothing would happen')
  .describe('New shares for old ones: 2 for 1 doubles them, 1 for 10 leaves a tenth.');

/** The only issue of an unknown kind; a missing one is reported with all other missing fields. */
const error = `is not one of ${CORPORATE_ACTION_KINDS.join(', ')}`;
const KINDS = {
  split: z
    .literal('split', { error })
    .describe('The instrument has more shares at a lower price, or fewer at a higher one.'),
  isin_change: z.literal('isin_change', { error }).describe('The instrument continues under another ISIN.'),
  delisting: z.literal('delisting', { error }).describe('The instrument is no longer traded or priced.'),
  cash_dividend: z
    .literal('cash_dividend', { error })
    .describe('The price of the instrument falls by the amount paid per share.'),
};

const actionFields = {
  isin,
  ex_at: instant.describe('Time at which it happens; not before now.'),
};

/** `POST /sim/market/corporate-actions`. */
export const createCorporateActionBody = z
  .discriminatedUnion(
    'kind',
    [
      z
        .strictObject({ kind: KINDS.split, ...actionFields, ratio })
        .meta({ id: 'CreateSplit', description: 'A split.' }),
      z
        .strictObject({ kind: KINDS.isin_change, ...actionFields, new_isin: isin })
        .refine((change) => change.new_isin !== change.isin, { path: ['new_isin'], message: 'is the ISIN that it has' })
        .meta({ id: 'CreateIsinChange', description: 'A change of ISIN.' }),
      z
        .strictObject({
          kind: KINDS.delisting,
          ...actionFields,
          cash_price: price
            .optional()
            .describe('Cash paid per share; if it is left out, positions remain, without a price.'),
          currency: customCurrency.optional().describe('Currency of `cash_price`; by default that of the instrument.'),
        })
        .refine((delisting) => delisting.currency === undefined || delisting.cash_price !== undefined, {
          path: ['currency'],
          message: 'needs cash_price',
        })
        .meta({ id: 'CreateDelisting', description: 'A delisting.' }),
      z
        .strictObject({
          kind: KINDS.cash_dividend,
          ...actionFields,
          amount: price.describe('Gross dividend per share.'),
          currency: customCurrency.optional().describe('Currency of `amount`; by default that of the instrument.'),
          pay_at: instant
            .optional()
            .describe('Time of payment; by default some days after the ex-date, as for its other dividends.'),
        })
        .meta({ id: 'CreateCashDividend', description: 'A cash dividend.' }),
    ],
    { unionFallback: true },
  )
  .meta({ id: 'CreateCorporateAction', description: 'A corporate action to schedule.' });
export type CreateCorporateAction = z.output<typeof createCorporateActionBody>;

const shown = {
  corporate_action_id: corporateActionId,
  isin: isinText.describe('ISIN that the instrument has until then.'),
  ex_at: at('Time at which it happens.'),
  status: z
    .enum(CORPORATE_ACTION_STATUSES)
    .describe(
      'Status of the corporate action. `cancelled`: by a request, or because the instrument was delisted before.',
    ),
  created_at: at('Time at which it was created.'),
  applied_at: at('Time at which it was applied; null if it has not been.').nullable(),
  cancelled_at: at('Time at which it was cancelled; null if it was not.').nullable(),
};

export const corporateAction = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: KINDS.split,
        ...shown,
        ratio: z
          .strictObject({
            new: real('Number of shares after the split.'),
            old: real('Number of shares before the split that they replace.'),
          })
          .describe('New shares for old ones.'),
      })
      .meta({ id: 'Split', description: 'A split.' }),
    z
      .strictObject({ kind: KINDS.isin_change, ...shown, new_isin: isinText })
      .meta({ id: 'IsinChange', description: 'A change of ISIN.' }),
    z
      .strictObject({
        kind: KINDS.delisting,
        ...shown,
        cash_price: real('Cash paid per share; null if nothing is paid.').nullable(),
        currency: currencyText.nullable(),
      })
      .meta({ id: 'Delisting', description: 'A delisting.' }),
    z
      .strictObject({
        kind: KINDS.cash_dividend,
        ...shown,
        amount: real('Gross dividend per share.'),
        currency: currencyText,
        pay_at: at('Time of payment.'),
      })
      .meta({ id: 'CashDividend', description: 'A cash dividend.' }),
  ])
  .meta({ id: 'CorporateAction', description: 'A past or scheduled corporate action.' });
export type CorporateActionWire = z.infer<typeof corporateAction>;

export const corporateActionList = z
  .strictObject({ corporate_actions: z.array(corporateAction).describe('Corporate actions, newest first.'), next })
  .meta({ id: 'CorporateActionList', description: 'Corporate actions.' });
