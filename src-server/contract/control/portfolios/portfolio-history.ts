/** API schemas of the value and the drift of portfolios in the past of the world (decisions L65, L66). */
import { z } from 'zod';
import { at, currencyText, portfolioId, real, rebalanceId, text } from '../../fields/described.ts';
import { wholeNumber } from '../../fields/fields.ts';
import { flowList } from './performance.ts';

export const HISTORY_SPANS = ['1d', '1w', '1m', '3m', 'all'] as const;
/** Maximum number of portfolios in a request. */
export const MAX_DRIFT_LINES = 200;

const span = z
  .enum(HISTORY_SPANS)
  .describe('Length of the period up to now; 1m is 30 days, 3m is 90 days, all is since creation.');

/** Query of `GET /sim/portfolios/{id}/history`. */
export const historyQuery = z.strictObject({
  span: span.default('all'),
  points: wholeNumber(2, 300)
    .default(160)
    .describe('Maximum number of points at fixed instants; the ends of the span and steps have points in addition.'),
});

export const portfolioHistoryWire = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    span,
    from: at('Start of the span, or of the portfolio.'),
    to: at('Current time.'),
    band: z
      .strictObject({
        type: z.enum(['absolute', 'relative']).describe('Kind of the band.'),
        threshold: real('Half-width of the band, as a share: 0.05 is 5 %.'),
      })
      .describe('Band by which the portfolio is monitored.'),
    points: z
      .array(
        z
          .strictObject({
            at: at('Time of the point.'),
            nav: real('Net asset value including receivables, in base currency.'),
            receivable: real('Accrued but unpaid dividends, less withholding tax, in base currency.'),
            max_drift: real('Largest absolute drift of a position; null if there are no targets.').nullable(),
            portfolio_drift: real('Half the sum of all absolute drifts; null if there are no targets.').nullable(),
          })
          .meta({ id: 'HistoryPoint', description: 'A portfolio at a past instant.' }),
      )
      .describe('Points, oldest first.'),
    flows: flowList,
    rebalances: z
      .array(
        z
          .strictObject({
            rebalance_id: rebalanceId,
            status: text('Status of the rebalance.'),
            executed_at: at('Time at which its execution began.'),
            completed_at: at('Time at which it became final; null before then.').nullable(),
          })
          .meta({ id: 'ExecutedRebalance', description: 'A rebalance that was executed.' }),
      )
      .describe('Rebalances executed within the span, oldest first.'),
  })
  .meta({ id: 'PortfolioHistory', description: 'The value and the drift of a portfolio over time.' });
export type PortfolioHistory = z.infer<typeof portfolioHistoryWire>;

/** Query of `GET /sim/portfolio-drift`. */
export const driftLinesQuery = z.strictObject({
  portfolio_id: z
    .string()
    .min(1)
    .refine((ids) => ids.split(',').length <= MAX_DRIFT_LINES, `names more than ${MAX_DRIFT_LINES} portfolios`)
    .optional()
    .describe('Identifiers of portfolios, separated by commas; by default the first 200.'),
  span: span.default('1w'),
  points: wholeNumber(2, 60)
    .default(24)
    .describe('Maximum number of points at fixed instants, in addition to the ends of the span.'),
});

export const driftLines = z
  .strictObject({
    span,
    from: at('Start of the span, or of the oldest portfolio.'),
    to: at('Current time.'),
    at: z.array(at('Time of a point.')).describe('Times of the points; they stay the same while the clock moves.'),
    portfolios: z
      .array(
        z
          .strictObject({
            portfolio_id: portfolioId,
            max_drift: z
              .array(z.number().nullable())
              .describe(
                'Largest absolute drift of a position at each point; null where the portfolio did not exist yet ' +
                  'or had no targets.',
              ),
          })
          .meta({ id: 'DriftLine', description: 'Largest drift of a portfolio over a span.' }),
      )
      .describe('Portfolios that exist, in the order in which they were requested.'),
  })
  .meta({ id: 'DriftLines', description: 'Largest drift of many portfolios over one span.' });
export type DriftLines = z.infer<typeof driftLines>;
