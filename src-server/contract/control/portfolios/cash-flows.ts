/** Wire schemas of money that comes into a portfolio and leaves it (decision O1). */
import { z } from 'zod';
import { CASH_FLOW_INTERVALS, CASH_FLOW_KINDS } from '../../../domain/events/event-choices.ts';
import { at, cashFlowId, count, currencyText, portfolioId, real } from '../../fields/described.ts';
import { instant, positiveMoney } from '../../fields/fields.ts';
import { next } from '../../fields/paging.ts';

const kind = z
  .enum(CASH_FLOW_KINDS)
  .describe('A deposit or interest adds to the cash, a withdrawal or a fee takes from it.');
const every = z
  .enum(CASH_FLOW_INTERVALS)
  .describe(
    'How often it is repeated, on the day and at the local time of `at`: the last day of a shorter month, and the next business day of the currency where that is none.',
  );

/** `POST /sim/portfolios/{id}/cash-flows`. */
export const createCashFlow = z
  .strictObject({
    kind,
    amount: positiveMoney.describe('Base currency, at most two decimals.'),
    at: instant
      .optional()
      .describe('When it is booked; now where it is left out. With `every`: the first of its dates.'),
    every: every.optional(),
    until: instant.optional().describe('With `every`: nothing is booked after it; for ever where it is left out.'),
  })
  .refine(({ every: interval, until }) => until === undefined || interval !== undefined, {
    path: ['until'],
    message: 'needs every',
  })
  .meta({ id: 'CreateCashFlow', description: 'A cash flow, once or again and again.' });
export type CreateCashFlow = z.output<typeof createCashFlow>;

export const cashFlow = z
  .strictObject({
    cash_flow_id: cashFlowId,
    portfolio_id: portfolioId,
    kind,
    amount: real('Base currency, above 0.'),
    currency: currencyText,
    at: at('When it is booked first, or would be on a business day.'),
    every: every.nullable().describe('How often it is repeated; null: once.'),
    until: at('Nothing is booked after it; null: there is no end.').nullable(),
    status: z
      .enum(['scheduled', 'complete', 'ended'])
      .describe('Scheduled: something is still to be booked. Ended: by a request, or with its portfolio.'),
    next_at: at('When it is booked next; null: never again.').nullable(),
    booked: count('How often it was booked.'),
    refused: count('How often it was refused, because there was too little cash.'),
    created_at: at('When it was created.'),
  })
  .meta({ id: 'CashFlow', description: 'A cash flow of a portfolio, past or scheduled.' });
export type CashFlowWire = z.infer<typeof cashFlow>;

export const cashFlowList = z
  .strictObject({ cash_flows: z.array(cashFlow).describe('Newest first.'), next })
  .meta({ id: 'CashFlowList', description: 'The cash flows of a portfolio.' });
export type CashFlowList = z.infer<typeof cashFlowList>;
