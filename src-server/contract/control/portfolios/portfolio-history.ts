/**
 * Wire schemas of what portfolios were worth and how far they drifted over the past of the world (decisions L65, L66).
 */
import { z } from 'zod';
import { at, currencyText, portfolioId, real, rebalanceId, text } from '../../fields/described.ts';
import { wholeNumber } from '../../fields/fields.ts';
import { flowList } from './performance.ts';

export const HISTORY_SPANS = ['1d', '1w', '1m', '3m', 'all'] as const;
/** The most portfolios of one question. */
export const MOST_DRIFT_LINES = 200;

const span = z
  .enum(HISTORY_SPANS)
  .describe('How far back from now; 1m is 30 days, 3m is 90, all is since it was created.');

/** The query of `GET /sim/portfolios/{id}/history`. */
export const historyQuery = z.strictObject({
  span: span.default('all'),
  points: wholeNumber(2, 300)
    .default(160)
    .describe('At most so many points at fixed instants; the ends of the span and steps have points besides.'),
});

export const portfolioHistory = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    span,
    from: at('Beginning of the span, or of the portfolio.'),
    to: at('Now.'),
    band: z
      .strictObject({
        type: z.enum(['absolute', 'relative']).describe('Kind of the band.'),
        threshold: real('A share: 0.05 is 5 %.'),
      })
      .describe('The band it is watched by.'),
    points: z
      .array(
        z
          .strictObject({
            at: at('Instant of the point.'),
            nav: real('Net asset value with what is receivable, base currency.'),
            receivable: real(
              'Dividends that have accrued and are not paid yet, minus what is withheld; base currency.',
            ),
            max_drift: real('Largest absolute drift of a position; null without targets.').nullable(),
            portfolio_drift: real('Half the sum of all absolute drifts; null without targets.').nullable(),
          })
          .meta({ id: 'HistoryPoint', description: 'A portfolio at an instant of its past.' }),
      )
      .describe('Oldest first.'),
    flows: flowList,
    rebalances: z
      .array(
        z
          .strictObject({
            rebalance_id: rebalanceId,
            status: text('Where it stands.'),
            executed_at: at('When its execution began.'),
            completed_at: at('When it became final; null before.').nullable(),
          })
          .meta({ id: 'ExecutedRebalance', description: 'A rebalance that was executed.' }),
      )
      .describe('Those executed within the span, oldest first.'),
  })
  .meta({ id: 'PortfolioHistory', description: 'What a portfolio was worth and how far it drifted.' });
export type PortfolioHistory = z.infer<typeof portfolioHistory>;

/** The query of `GET /sim/portfolio-drift`. */
export const driftLinesQuery = z.strictObject({
  portfolio_id: z
    .string()
    .min(1)
    .refine((ids) => ids.split(',').length <= MOST_DRIFT_LINES, `names more than ${MOST_DRIFT_LINES} portfolios`)
    .optional()
    .describe('Portfolios, with commas in between; the first 200 where it is left out.'),
  span: span.default('1w'),
  points: wholeNumber(2, 60)
    .default(24)
    .describe('At most so many points at fixed instants, besides the ends of the span.'),
});

export const driftLines = z
  .strictObject({
    span,
    from: at('Beginning of the span, or of the oldest portfolio.'),
    to: at('Now.'),
    at: z.array(at('Instant of a point.')).describe('Where the points are; the same instants while the clock moves.'),
    portfolios: z
      .array(
        z
          .strictObject({
            portfolio_id: portfolioId,
            max_drift: z
              .array(z.number().nullable())
              .describe('At every point; null where it was not there yet or had no targets.'),
          })
          .meta({ id: 'DriftLine', description: 'Largest drift of a portfolio over a span.' }),
      )
      .describe('Those that are there, as they were asked for.'),
  })
  .meta({ id: 'DriftLines', description: 'Largest drift of many portfolios over one span.' });
export type DriftLines = z.infer<typeof driftLines>;
