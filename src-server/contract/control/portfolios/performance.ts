/** API schemas of the returns of a portfolio without its flows, and of its target mix for comparison (decision O9). */
import { z } from 'zod';
import { at, count, currencyText, portfolioId, real, text } from '../../fields/described.ts';
import { instant } from '../../fields/fields.ts';

export const PERFORMANCE_INTERVALS = ['day', 'week', 'month'] as const;

/** Query of `GET /sim/portfolios/{id}/performance`. */
export const performanceQuery = z.strictObject({
  from: instant
    .optional()
    .describe('Start of the period; the creation of the portfolio by default, or if it lies before that.'),
  to: instant.optional().describe('End of the period; now by default.'),
  every: z
    .enum(PERFORMANCE_INTERVALS)
    .default('day')
    .describe(
      'Interval between the points, which are at midnight UTC of each day, of each Monday or of the first of ' +
        'each month.',
    ),
});

const rate = (what: string) =>
  z
    .strictObject({
      period: real(
        'Return over the whole period, as a share: 0.05 is 5 %, −1 is a total loss; null if there is none.',
      ).nullable(),
      annual: real(
        'Return per year of 365 days in which money was invested; null if it was invested for less than that.',
      ).nullable(),
    })
    .describe(what);

const performanceFigures = z
  .strictObject({
    start_value: real('Value at the start, in base currency.'),
    end_value: real('Value at the end, in base currency.'),
    net_flows: real('Inflows from outside minus outflows, in base currency.'),
    gain: real('End value minus start value minus net flows, in base currency.'),
    time_weighted_return: rate(
      'Time-weighted return: the return on a unit of money invested throughout, linked at each flow.',
    ),
    money_weighted_return: rate(
      'Money-weighted return: the single rate at which everything paid in became the end value (XIRR), over the ' +
        'time in which money was invested.',
    ),
    volatility: real(
      'Sample standard deviation of daily time-weighted returns times √252; null if there are fewer than two.',
    ).nullable(),
    days: count(
      'Number of daily returns on which the volatility is based: whole UTC days from Monday to Friday with ' +
        'something invested.',
    ),
    maximum_drawdown: z
      .strictObject({
        depth: real('Fall from the peak to the trough of the time-weighted return, as a share below 0.'),
        peak_at: at('Time of the peak before the fall.'),
        trough_at: at('Time of the trough.'),
        recovered_at: at('Time at which the peak was reached again; null if it has not been.').nullable(),
      })
      .nullable()
      .describe('Maximum drawdown; null if there was none.'),
  })
  .meta({ id: 'PerformanceFigures', description: 'Gain, returns, volatility and drawdown.' });
export type PerformanceFigures = z.infer<typeof performanceFigures>;

/** Flows in a performance and in a history. */
export const flowList = z
  .array(
    z
      .strictObject({
        at: at('Time of the flow.'),
        kind: text('Kind of flow: `deposit`, `withdrawal`, or what was set from outside: `cash_set`, `positions_set`.'),
        amount: real('Change in value, in base currency.'),
      })
      .meta({ id: 'PerformanceFlow', description: 'Money or holdings that were added from outside or taken out.' }),
  )
  .describe('Flows, oldest first; none of them counts as performance.');

const onPoint = {
  value: real('Value after flows from outside, in base currency.'),
  return: real('Time-weighted return since the start, as a share.'),
  drawdown: real('Distance below the highest point so far, as a share: 0 or less.'),
};

export const portfolioPerformance = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    from: at('Start of the period.'),
    to: at('End of the period.'),
    every: z.enum(PERFORMANCE_INTERVALS).describe('Interval between the points.'),
    points: z
      .array(
        z
          .strictObject({
            at: at('Time of the point.'),
            ...onPoint,
            receivable: real(
              'Part of the value that is accrued but unpaid dividends, less withholding tax, in base currency.',
            ),
            flow: real('Net flow from outside since the previous point, in base currency.'),
            target_mix: z
              .strictObject(onPoint)
              .nullable()
              .describe('The target mix at the same time; null if there are no targets.'),
          })
          .meta({ id: 'PerformancePoint', description: 'A portfolio and its target mix at an instant.' }),
      )
      .describe('Points, oldest first; the first is at the start, the last at the end.'),
    flows: flowList,
    portfolio: performanceFigures,
    target_mix: performanceFigures
      .nullable()
      .describe('The same money invested in the target mix; null if there are no targets.'),
    income: z
      .strictObject({
        dividends: real('Dividends paid in the period, before withholding tax, in base currency.'),
        withholding_tax: real('Tax withheld from them, 0 or less, in base currency.'),
        interest: real('Interest, in base currency.'),
        total: real('Total, in base currency.'),
      })
      .describe('Income; it is part of the gain.'),
    costs: z
      .strictObject({
        fees: real('Fees, in base currency.'),
        commission: real('Commission, in base currency.'),
        spread: real('Spread, in base currency; part of the prices of fills.'),
        impact: real('Market impact, in base currency; part of the prices of fills.'),
        fx: real('FX costs, in base currency.'),
        transaction_tax: real('Transaction tax, in base currency.'),
        total: real('Total, in base currency.'),
      })
      .describe('Costs paid; the gain is net of them.'),
  })
  .meta({ id: 'PortfolioPerformance', description: 'The performance of a portfolio, excluding flows.' });
export type PortfolioPerformance = z.infer<typeof portfolioPerformance>;
