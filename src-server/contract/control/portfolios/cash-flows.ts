/** API schemas of cash flows: money paid into a portfolio or taken out of it (decision O1). */
import { z } from 'zod';
import { CASH_FLOW_INTERVALS, CASH_FLOW_KINDS } from '../../../domain/events/event-choices.ts';
import { at, cashFlowId, count, currencyText, portfolioId, real } from '../../fields/described.ts';
import { instant, positiveMoney } from '../../fields/fields.ts';
import { next } from '../../fields/paging.ts';

const kind = z
  .enum(CASH_FLOW_KINDS)
  .describe('Kind of cash flow: a deposit or interest adds to the cash, a withdrawal or a fee reduces it.');
const every = z
  .enum(CASH_FLOW_INTERVALS)
  .describe(
    'Interval at which it is repeated, on the day and at the local time of `at`; in a shorter month on its last ' +
      'day, and on the next business day of the currency if that day is not one.',
  );

/** `POST /sim/portfolios/{id}/cash-flows`. */
export const createCashFlowBody = z
  .strictObject({
    kind,
    amount: positiveMoney.describe('Amount in base currency, with at most two decimals.'),
    at: instant
      .optional()
      .describe('Time at which it is booked; now by default. With `every`: the first of its dates.'),
    every: every.optional(),
    until: instant.optional().describe('With `every`: time after which nothing is booked; without end by default.'),
  })
  .refine(({ every: interval, until }) => until === undefined || interval !== undefined, {
    path: ['until'],
    message: 'needs every',
  })
  .meta({ id: 'CreateCashFlow', description: 'A one-off or recurring cash flow.' });

export const cashFlow = z
  .strictObject({
    cash_flow_id: cashFlowId,
    portfolio_id: portfolioId,
    kind,
    amount: real('Amount in base currency, above 0.'),
    currency: currencyText,
    at: at('Time of the first booking, before any move to a business day.'),
    every: every.nullable().describe('Interval at which it is repeated; null if it is booked once.'),
    until: at('Time after which nothing is booked; null if there is no end.').nullable(),
    status: z
      .enum(['scheduled', 'complete', 'ended'])
      .describe(
        'Status of the cash flow. `scheduled`: bookings are still due. `ended`: it was ended by a request, or ' +
          'with its portfolio.',
      ),
    next_at: at('Time of the next booking; null if there is none.').nullable(),
    booked: count('Number of times it was booked.'),
    refused: count('Number of times it was refused because there was too little cash.'),
    created_at: at('Time at which it was created.'),
  })
  .meta({ id: 'CashFlow', description: 'A past or scheduled cash flow of a portfolio.' });
export type CashFlowWire = z.infer<typeof cashFlow>;

export const cashFlowList = z
  .strictObject({ cash_flows: z.array(cashFlow).describe('Cash flows, newest first.'), next })
  .meta({ id: 'CashFlowList', description: 'The cash flows of a portfolio.' });
