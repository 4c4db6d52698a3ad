/** Schemas of the events of cash flows and dividends. */
import { z } from 'zod';
import { CASH_FLOW_INTERVALS, CASH_FLOW_KINDS } from './event-choices.ts';
import {
  cashAfterField,
  cashFlowIdField,
  corporateActionIdField,
  currencyField,
  dividendIdField,
  event,
  instantField,
  instantOrNullField,
  isinField,
  oneOfField,
  portfolioIdField,
  quantityField,
  realField,
} from './event-fields.ts';

const cashFlow = {
  cash_flow_id: cashFlowIdField,
  portfolio_id: portfolioIdField,
  kind: oneOfField(CASH_FLOW_KINDS, 'The kind, as requested.'),
  amount: realField('The amount, always positive; the kind says whether it is paid in or out.'),
};

const dividend = { dividend_id: dividendIdField, portfolio_id: portfolioIdField, isin: isinField };

export const CASH_EVENT_SCHEMAS = {
  'cash_flow.scheduled': event('A deposit or withdrawal was scheduled, once or recurring.', {
    ...cashFlow,
    at: instantField('When it is booked; if it recurs, the first time'),
    every: z.enum(CASH_FLOW_INTERVALS).nullable().describe('How often it recurs; null: it does not.'),
    until: instantOrNullField('When it ends', 'without end'),
  }),
  'cash_flow.booked': event('A deposit or withdrawal changed the cash of a portfolio.', {
    ...cashFlow,
    cash: cashAfterField,
  }),
  'cash_flow.refused': event('A withdrawal was refused because there is not enough cash.', {
    ...cashFlow,
    reason: oneOfField(['insufficient_cash', 'unsettled_cash'], 'Why.'),
    free_cash: realField('Cash that can be withdrawn once it has settled.'),
    settled_cash: realField('The settled part of that cash.').optional(),
  }),
  'cash_flow.ended': event('A scheduled cash flow was ended manually.', {
    cash_flow_id: cashFlowIdField,
    portfolio_id: portfolioIdField,
  }),
  'dividend.accrued': event('A portfolio held an instrument at its ex-date and is owed a dividend.', {
    ...dividend,
    corporate_action_id: corporateActionIdField.describe('The corporate action that pays it.').optional(),
    quantity: quantityField,
    amount: realField('Dividend per share, in its own currency.'),
    currency: currencyField,
    gross: realField('Dividend on all shares, in its own currency.'),
    pay_at: instantField('When it is paid'),
  }),
  'dividend.paid': event('A dividend was paid in cash, less the tax withheld.', {
    ...dividend,
    gross: realField('Dividend before tax.'),
    withholding_rate: realField('Rate of withholding tax; 0.128 is 12.8 %.'),
    withholding_tax: realField('Withholding tax.'),
    net: realField('Dividend after tax.'),
    cash: cashAfterField,
  }),
  'dividend.ended': event('A dividend is not paid because the portfolio was deleted.', dividend),
};
