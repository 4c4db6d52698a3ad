/** What happens to instruments, and to the portfolios that hold them (decision O3). */
import { z } from 'zod';
import {
  cashAfter,
  corporateActionId,
  currency,
  event,
  instant,
  isin,
  oneOf,
  portfolioId,
  positions,
  real,
  text,
} from './event-fields.ts';

const KINDS = ['split', 'isin_change', 'delisting', 'cash_dividend'] as const;

const ratio = z.strictObject({
  new: real('Shares after it, for `old` shares before.'),
  old: real('Shares before it.'),
});

const described = <const Kind extends (typeof KINDS)[number]>(kind: Kind) => ({
  corporate_action_id: corporateActionId,
  isin,
  ex_at: instant('When it takes effect'),
  kind: z.literal(kind).describe('Kind, as it was asked for.'),
});

const split = { ...described('split'), ratio: ratio.describe('Shares after and before it.') };
const isinChange = { ...described('isin_change'), new_isin: text('ISIN after it.') };
const delisting = {
  ...described('delisting'),
  cash_price: z.number().nullable().describe('Cash for each share; null: nothing is paid.'),
  currency: z.string().nullable().describe('Currency, ISO 4217; null: nothing is paid.'),
};
const cashDividend = {
  ...described('cash_dividend'),
  amount: real('Amount for each share, in its currency.'),
  currency,
  pay_at: instant('When it is paid'),
};

const SCHEDULED = 'A corporate action was announced.';
const EFFECTIVE =
  'A corporate action takes effect on its instrument; a portfolio that it changes has an event of its own.';

const priced = { price_factor: real('By what it multiplies the price of the instrument.') };

export const CORPORATE_ACTION_EVENT_SCHEMAS = {
  'corporate_action.scheduled': z
    .discriminatedUnion('kind', [
      event(SCHEDULED, split),
      event(SCHEDULED, isinChange),
      event(SCHEDULED, delisting),
      event(SCHEDULED, cashDividend),
    ])
    .describe(SCHEDULED),
  'corporate_action.effective': z
    .discriminatedUnion('kind', [
      event(EFFECTIVE, { ...split, ...priced }),
      event(EFFECTIVE, { ...isinChange, ...priced }),
      event(EFFECTIVE, { ...delisting, ...priced }),
      event(EFFECTIVE, { ...cashDividend, ...priced }),
    ])
    .describe(EFFECTIVE),
  'corporate_action.applied': event('A corporate action changed the positions or cash of one portfolio.', {
    corporate_action_id: corporateActionId,
    kind: oneOf(KINDS, 'Kind, as it was asked for.'),
    portfolio_id: portfolioId,
    isin,
    new_isin: z.string().nullable().describe('ISIN after it; null: unchanged.'),
    positions: positions.describe('The positions after it.'),
    cash_paid: real('Cash that the portfolio got by it.'),
    cash: cashAfter,
  }),
  'corporate_action.cancelled': event('A corporate action that was to come does not happen.', {
    corporate_action_id: corporateActionId,
    isin,
    kind: oneOf(KINDS, 'Kind, as it was asked for.'),
    reason: oneOf(['requested', 'delisted'], 'Why.'),
  }),
};
