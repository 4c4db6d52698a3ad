/** Cash flows and dividends of portfolios. */
import { z } from 'zod';
import { CASH_FLOW_INTERVALS, CASH_FLOW_KINDS } from './event-choices.ts';
import {
  cashAfter,
  cashFlowId,
  corporateActionId,
  currency,
  dividendId,
  event,
  instant,
  instantOrNull,
  isin,
  oneOf,
  portfolioId,
  quantity,
  real,
} from './event-fields.ts';

const cashFlow = {
  cash_flow_id: cashFlowId,
  portfolio_id: portfolioId,
  kind: oneOf(CASH_FLOW_KINDS, 'Kind, as it was asked for.'),
  amount: real('The amount, above 0: its kind says whether it comes or goes.'),
};

const dividend = { dividend_id: dividendId, portfolio_id: portfolioId, isin };

export const CASH_EVENT_SCHEMAS = {
  'cash_flow.scheduled': event('A deposit or withdrawal is to come, once or again and again.', {
    ...cashFlow,
    at: instant('When; for a repeated one the first time'),
    every: z.enum(CASH_FLOW_INTERVALS).nullable().describe('How often it comes again; null: it comes once.'),
    until: instantOrNull('When it ends', 'without end'),
  }),
  'cash_flow.booked': event('A deposit or withdrawal changed the cash of a portfolio.', {
    ...cashFlow,
    cash: cashAfter,
  }),
  'cash_flow.refused': event('A withdrawal was not done, because the cash does not suffice.', {
    ...cashFlow,
    reason: oneOf(['insufficient_cash', 'unsettled_cash'], 'Why.'),
    free_cash: real('Cash that could be taken out, once it has settled.'),
    settled_cash: real('Settled part of the free cash.').optional(),
  }),
  'cash_flow.ended': event('A cash flow that was to come was ended by hand.', {
    cash_flow_id: cashFlowId,
    portfolio_id: portfolioId,
  }),
  'dividend.accrued': event('A portfolio held an instrument at its ex-date, so that a dividend is owed to it.', {
    ...dividend,
    corporate_action_id: corporateActionId.describe('The corporate action that pays it.').optional(),
    quantity,
    amount: real('Dividend of one share, in its own currency.'),
    currency,
    gross: real('Dividend of all shares, in its own currency.'),
    pay_at: instant('When it is paid'),
  }),
  'dividend.paid': event('A dividend was paid in cash, less the tax withheld.', {
    ...dividend,
    gross: real('Dividend before tax.'),
    withholding_rate: real('Rate of the tax withheld; 0.128 is 12.8 %.'),
    withholding_tax: real('Tax withheld.'),
    net: real('Dividend after tax.'),
    cash: cashAfter,
  }),
  'dividend.ended': event('A dividend that was owed is not paid, because the portfolio was deleted.', dividend),
};
