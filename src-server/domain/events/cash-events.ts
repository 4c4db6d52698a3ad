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
  kind: oneOf(CASH_FLOW_KINDS, 'The kind, as requested.'),
  amount: real('The amount, always positive; the kind says whether it is paid in or out.'),
};

const dividend = { dividend_id: dividendId, portfolio_id: portfolioId, isin };

export const CASH_EVENT_SCHEMAS = {
  'cash_flow.scheduled': event('A deposit or withdrawal was scheduled, once or recurring.', {
    ...cashFlow,
    at: instant('When it is booked; if it recurs, the first time'),
    every: z.enum(CASH_FLOW_INTERVALS).nullable().describe('How often it recurs; null: it does not.'),
    until: instantOrNull('When it ends', 'without end'),
  }),
  'cash_flow.booked': event('A deposit or withdrawal changed the cash of a portfolio.', {
    ...cashFlow,
    cash: cashAfter,
  }),
  'cash_flow.refused': event('A withdrawal was refused because there is not enough cash.', {
    ...cashFlow,
    reason: oneOf(['insufficient_cash', 'unsettled_cash'], 'Why.'),
    free_cash: real('Cash that can be withdrawn once it has settled.'),
    settled_cash: real('The settled part of that cash.').optional(),
  }),
  'cash_flow.ended': event('A scheduled cash flow was ended by hand.', {
    cash_flow_id: cashFlowId,
    portfolio_id: portfolioId,
  }),
  'dividend.accrued': event('A portfolio held an instrument at its ex-date and is owed a dividend.', {
    ...dividend,
    corporate_action_id: corporateActionId.describe('The corporate action that pays it.').optional(),
    quantity,
    amount: real('Dividend per share, in its own currency.'),
    currency,
    gross: real('Dividend on all shares, in its own currency.'),
    pay_at: instant('When it is paid'),
  }),
  'dividend.paid': event('A dividend was paid in cash, less the tax withheld.', {
    ...dividend,
    gross: real('Dividend before tax.'),
    withholding_rate: real('Rate of withholding tax; 0.128 is 12.8 %.'),
    withholding_tax: real('Withholding tax.'),
    net: real('Dividend after tax.'),
    cash: cashAfter,
  }),
  'dividend.ended': event('A dividend is not paid because the portfolio was deleted.', dividend),
};
