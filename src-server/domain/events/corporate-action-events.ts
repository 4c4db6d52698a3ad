/** Schemas of the events of instruments, and of the portfolios that hold them (decision O3). */

import { z } from 'zod';
import { CORPORATE_ACTION_KINDS } from './event-choices.ts';
import {
  cashAfterField,
  corporateActionIdField,
  currencyField,
  event,
  instantField,
  isinField,
  oneOfField,
  portfolioIdField,
  positionsField,
  realField,
  textField,
} from './event-fields.ts';

const ratio = z.strictObject({
  new: realField('Number of new shares for `old` old ones.'),
  old: realField('Number of old shares.'),
});

const described = <const Kind extends (typeof CORPORATE_ACTION_KINDS)[number]>(kind: Kind) => ({
  corporate_action_id: corporateActionIdField,
  isin: isinField,
  ex_at: instantField('When it takes effect'),
  kind: z.literal(kind).describe('The kind, as requested.'),
});

const split = { ...described('split'), ratio: ratio.describe('New shares for old shares.') };
const isinChange = { ...described('isin_change'), new_isin: textField('The new ISIN.') };
const delisting = {
  ...described('delisting'),
  cash_price: z.number().nullable().describe('Cash per share; null: nothing is paid.'),
  currency: z.string().nullable().describe('Currency, ISO 4217; null: nothing is paid.'),
};
const cashDividend = {
  ...described('cash_dividend'),
  amount: realField('Amount per share, in its currency.'),
  currency: currencyField,
  pay_at: instantField('When it is paid'),
};

const SCHEDULED = 'A corporate action was announced.';
const EFFECTIVE =
  'A corporate action took effect on its instrument; each portfolio that it changes has an event of its own.';

const priced = { price_factor: realField('Factor by which the price of the instrument changes.') };

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
    corporate_action_id: corporateActionIdField,
    kind: oneOfField(CORPORATE_ACTION_KINDS, 'The kind, as requested.'),
    portfolio_id: portfolioIdField,
    isin: isinField,
    new_isin: z.string().nullable().describe('The new ISIN; null: unchanged.'),
    positions: positionsField.describe('The resulting positions.'),
    cash_paid: realField('Cash that the portfolio received.'),
    cash: cashAfterField,
  }),
  'corporate_action.cancelled': event('A scheduled corporate action was cancelled.', {
    corporate_action_id: corporateActionIdField,
    isin: isinField,
    kind: oneOfField(CORPORATE_ACTION_KINDS, 'The kind, as requested.'),
    reason: oneOfField(['requested', 'delisted'], 'Why.'),
  }),
};
