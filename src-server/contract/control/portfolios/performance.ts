/** Wire schemas of what a portfolio gained, flows apart, and of its target mix beside it (decision O9). */
import { z } from 'zod';
import { at, count, currencyText, portfolioId, real, text } from '../../fields/described.ts';
import { instant } from '../../fields/fields.ts';

export const PERFORMANCE_INTERVALS = ['day', 'week', 'month'] as const;

/** The query of `GET /sim/portfolios/{id}/performance`. */
export const performanceQuery = z.strictObject({
  from: instant.optional().describe('Where it begins; at the creation where it is left out or lies before that.'),
  to: instant.optional().describe('Where it ends; now where it is left out.'),
  every: z
    .enum(PERFORMANCE_INTERVALS)
    .default('day')
    .describe('Points at midnight UTC of each day, of each Monday or of the first of each month.'),
});

const rate = (what: string) =>
  z
    .strictObject({
      period: real('Over the whole time, a share: 0.05 is 5 %, −1 all; null where there is none.').nullable(),
      annual: real('Of a year of 365 days in which money was there; null where it was for less.').nullable(),
    })
    .describe(what);

const performanceFigures = z
  .strictObject({
    start_value: real('At the beginning, base currency.'),
    end_value: real('At the end, base currency.'),
    net_flows: real('What came from outside minus what went there, base currency.'),
    gain: real('End minus start minus net flows, base currency.'),
    time_weighted_return: rate('What a unit of money became that was there all the time: linked at each flow.'),
    money_weighted_return: rate(
      'The one rate at which all that was paid in became what is there (XIRR), over the time money was there.',
    ),
    volatility: real('Sample deviation of daily time-weighted returns times √252; null below two of them.').nullable(),
    days: count('Daily returns that the volatility is of: whole days UTC from Monday to Friday with something there.'),
    maximum_drawdown: z
      .strictObject({
        depth: real('From the peak to the trough of the time-weighted return, a share below 0.'),
        peak_at: at('When it was highest before.'),
        trough_at: at('When it was lowest.'),
        recovered_at: at('When it was as high again; null: it has not been.').nullable(),
      })
      .nullable()
      .describe('The deepest fall; null: there was none.'),
  })
  .meta({ id: 'PerformanceFigures', description: 'What something gained, and how much it moved.' });

/** Of a performance and of a history. */
export const flowList = z
  .array(
    z
      .strictObject({
        at: at('When it came.'),
        kind: text('`deposit`, `withdrawal`, or what was set from outside: `cash_set`, `positions_set`.'),
        amount: real('By how much it changed the value, base currency.'),
      })
      .meta({ id: 'PerformanceFlow', description: 'Money or holdings that came from outside, or went there.' }),
  )
  .describe('Oldest first; none of them is performance.');

const onPoint = {
  value: real('After what came from outside, base currency.'),
  return: real('Time-weighted return since the beginning, a share.'),
  drawdown: real('Below its highest point so far, a share: 0 or less.'),
};

export const portfolioPerformance = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    from: at('Beginning.'),
    to: at('End.'),
    every: z.enum(PERFORMANCE_INTERVALS).describe('How far apart the points are.'),
    points: z
      .array(
        z
          .strictObject({
            at: at('Instant of the point.'),
            ...onPoint,
            receivable: real(
              'What of the value is dividends that have accrued and are not paid yet, minus what is withheld; base currency.',
            ),
            flow: real('What came from outside since the point before, base currency.'),
            target_mix: z.strictObject(onPoint).nullable().describe('The target mix at it; null without targets.'),
          })
          .meta({ id: 'PerformancePoint', description: 'A portfolio at an instant, and its target mix.' }),
      )
      .describe('Oldest first; the first at the beginning, the last at the end.'),
    flows: flowList,
    portfolio: performanceFigures,
    target_mix: performanceFigures.nullable().describe('The same money in the target mix; null without targets.'),
    income: z
      .strictObject({
        dividends: real('Paid in this time, before what was withheld; base currency.'),
        withholding_tax: real('What was withheld of them, 0 or less; base currency.'),
        interest: real('Base currency.'),
        total: real('Base currency.'),
      })
      .describe('What was earned; it is part of the gain.'),
    costs: z
      .strictObject({
        fees: real('Fees, base currency.'),
        commission: real('Base currency.'),
        spread: real('Base currency; part of the prices of fills.'),
        impact: real('Base currency; part of the prices of fills.'),
        fx: real('Base currency.'),
        transaction_tax: real('Base currency.'),
        total: real('Base currency.'),
      })
      .describe('What was paid; the gain is after it.'),
  })
  .meta({ id: 'PortfolioPerformance', description: 'What a portfolio gained, flows apart.' });
export type PortfolioPerformance = z.infer<typeof portfolioPerformance>;
