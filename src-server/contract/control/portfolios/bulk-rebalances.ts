/** API schemas of bulk rebalances: many portfolios planned at once and executed at a set pace (decision P6). */

import { z } from 'zod';
import { CONSTRAINT_NAMES } from '../../../domain/plan/constraints.ts';
import { BULK_ROW_STATUSES, BULK_STATUSES } from '../../../domain/plan/plan-choices.ts';
import { at, bulkId, count, currencyText, portfolioId, real, rebalanceId, text } from '../../fields/described.ts';
import { wholeNumber } from '../../fields/fields.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';
import { next, page } from '../../fields/paging.ts';
import { goal, planSettings } from './policies.ts';

const PLAN_LIMITS = ['cost_budget', ...CONSTRAINT_NAMES] as const;
/** As many as in a world file (decision K108). */
const MAX_PORTFOLIOS = 10_000;

const settings = planSettings.meta({
  id: 'BulkSettings',
  description: 'Parameters of all plans, as in Form B; those left out have their defaults.',
});
const pace = z
  .strictObject({
    per_minute: wholeNumber(BOUNDS.startsPerMinute.min, BOUNDS.startsPerMinute.max).describe(
      'Number of portfolios started per minute of virtual time.',
    ),
  })
  .describe('Pace at which portfolios are started.');

const DEFAULT_PACE =
  'Pace at which portfolios are started; by default 60 per minute, or the lowest rate limit that an account ' +
  'has of its own.';

/** `POST /sim/bulk-rebalances`. */
export const createBulkRebalance = z
  .strictObject({
    portfolio_ids: z
      .array(z.string().min(1, 'is empty'))
      .min(1, 'names no portfolio')
      .max(MAX_PORTFOLIOS)
      .superRefine((ids, context) => {
        const seen = new Set<string>();
        for (const [index, id] of ids.entries()) {
          if (seen.has(id))
            context.addIssue({ code: 'custom', path: [index], message: 'repeats an earlier portfolio' });
          seen.add(id);
        }
      })
      .optional()
      .describe('Portfolios, of either form and any account, in the order in which they are started.'),
    filter: z
      .literal('outside_band', 'is not outside_band')
      .optional()
      .describe(
        'In place of `portfolio_ids`: all portfolios that are outside the band of the settings at this instant.',
      ),
    settings: settings.optional(),
    ...goal.request,
    execute: z
      .boolean()
      .default(false)
      .describe('True: the plans are executed as soon as all portfolios are planned; default false.'),
    pace: pace.optional().describe(DEFAULT_PACE),
    wait: z
      .boolean()
      .default(false)
      .describe(
        'True: the response is sent once all portfolios are planned, or after 60 s of real time; default false.',
      ),
  })
  .superRefine(({ portfolio_ids: ids, filter }, context) => {
    if (ids !== undefined && filter !== undefined) {
      context.addIssue({ code: 'custom', path: ['filter'], message: 'excludes portfolio_ids: give one of the two' });
    }
    if (ids === undefined && filter === undefined) {
      context.addIssue({ code: 'custom', path: ['portfolio_ids'], message: 'is missing, and so is filter: give one' });
    }
  })
  .meta({ id: 'CreateBulkRebalance', description: 'Portfolios to rebalance together, and how to rebalance them.' });

/** `POST /sim/bulk-rebalances/{id}/execute`. */
export const executeBulkRebalance = z
  .strictObject({
    pace: pace
      .optional()
      .describe('Pace at which portfolios are started; by default that with which the bulk rebalance was created.'),
  })
  .meta({ id: 'ExecuteBulkRebalance', description: 'Pace at which to execute the plans.' });

const statusCount = (what: string) => count(`Number of its portfolios that ${what}.`);
const sums = {
  portfolios: count('Number of portfolios.'),
  orders: count('Number of orders.'),
  turnover: real('Total value of the orders.'),
  explicit_costs: real('Commission, FX costs and transaction tax.'),
  implicit_costs: real('Spread and market impact.'),
};
const sumsOfCurrency = <Shape extends z.ZodRawShape>(description: string, more: Shape) =>
  z.strictObject({ currency: currencyText, ...sums, ...more }).meta({ description });
const taxEstimate = z
  .number()
  .nullable()
  .describe(
    'Estimated tax on the gains of the sells; not part of the costs. Null if it was planned before this was recorded.',
  );

const realisedTaxEstimate = z
  .number()
  .nullable()
  .describe(
    'Estimated tax on the gains that the sells realised, losses set off in each portfolio; not part of the costs. ' +
      'Null if it was recorded by an earlier version.',
  );
const taxMissing = z
  .number()
  .nullable()
  .describe(
    'Part of the gains tax due, of this tax year and the one before, that exceeds the cash afterwards; 0 if the cash ' +
      'covers it. Null if it was recorded by an earlier version.',
  );

export const bulkRebalance = z
  .strictObject({
    bulk_id: bulkId,
    status: z
      .enum(BULK_STATUSES)
      .describe(
        'Status of the bulk rebalance. `planned`: plans wait to be executed. `stopped`: portfolios already ' +
          'started continue.',
      ),
    filter: z.literal('outside_band').nullable().describe('How the portfolios were chosen; null if they were named.'),
    settings: settings.meta({ description: 'Parameters of all plans, as given.' }),
    ...goal.response,
    execute: z.boolean().describe('Whether execution begins as soon as planning ends.'),
    pace,
    portfolios: z
      .strictObject({
        total: count('Number of all its portfolios; while a filter is being applied, including those not checked yet.'),
        waiting: statusCount('are still to be planned'),
        planned: statusCount('have a plan waiting'),
        refused: statusCount('were refused'),
        executing: statusCount('are executing without a fill'),
        partially_filled: statusCount('have some fills'),
        complete: statusCount('are complete'),
        failed: statusCount('have failed'),
        cancelled: statusCount('were cancelled'),
      })
      .meta({ description: 'Number of its portfolios by status.' }),
    planned: z
      .array(
        sumsOfCurrency('Totals of the plans in one base currency, with amounts in that currency.', {
          tax_estimate: taxEstimate,
        }),
      )
      .describe('Totals of the plans that were not cancelled, by base currency.'),
    traded: z
      .array(
        sumsOfCurrency('Totals of the trades in one base currency, with amounts in that currency.', {
          tax_estimate: realisedTaxEstimate,
        }),
      )
      .describe('Totals of the rebalances that are final, by base currency.'),
    refusals: z
      .array(
        z.strictObject({
          code: text('Error code with which the service refused.'),
          portfolios: count('Number of portfolios.'),
        }),
      )
      .describe('Refusals by error code, most frequent first.'),
    created_at: at('Time at which it was requested.'),
    planned_at: at('Time at which all portfolios were planned; null before then.').nullable(),
    started_at: at('Time at which execution began; null before then.').nullable(),
    next_start_at: at('Time at which the next portfolio is started; null if none is waiting to start.').nullable(),
    last_start_at: at(
      'Time at which the last portfolio is started at this pace; null if none is waiting to start.',
    ).nullable(),
    ended_at: at('Time at which it was completed or stopped; null before then.').nullable(),
  })
  .meta({ id: 'BulkRebalance', description: 'A rebalance of many portfolios together.' });
export type BulkRebalanceWire = z.infer<typeof bulkRebalance>;

export const bulkRebalanceList = z
  .strictObject({ bulk_rebalances: z.array(bulkRebalance).describe('Bulk rebalances, newest first.'), next })
  .meta({ id: 'BulkRebalanceList', description: 'Bulk rebalances.' });

const portfolioDrift = (what: string) =>
  z.number().nullable().describe(`${what} Null if it was recorded by an earlier version.`);
const figures = {
  orders: count('Number of orders.'),
  turnover: real('Total value of the orders, in base currency.'),
  explicit_costs: real('Commission, FX costs and transaction tax, in base currency.'),
  implicit_costs: real('Spread and market impact, in base currency.'),
  costs_bps: z
    .number()
    .nullable()
    .describe(
      'All costs in basis points of the portfolio value at planning. Null if it was recorded by an earlier version.',
    ),
  drift_before: real('Largest absolute drift of a position at the time of planning.'),
  portfolio_drift_before: portfolioDrift('Portfolio drift at the time of planning.'),
};

const bulkPortfolio = z
  .strictObject({
    position: z.int().min(1).describe('Position in the order in which the portfolios are started, from 1.'),
    portfolio_id: portfolioId,
    portfolio_label: text('Name (Form A) or `external_id` (Form B) of the portfolio.'),
    form: z.enum(['A', 'B']).describe('Form through which it was created.'),
    currency: currencyText,
    status: z.enum(BULK_ROW_STATUSES).describe('Status of the portfolio in the bulk rebalance.'),
    rebalance_id: rebalanceId
      .nullable()
      .describe('Identifier of its plan, later of the rebalance that executes it; null if there is none.'),
    planned: z
      .strictObject({
        ...figures,
        drift_after: real('Estimated largest absolute drift of a position after the plan.'),
        portfolio_drift_after: portfolioDrift('Estimated portfolio drift after the plan.'),
        limits: z
          .array(z.enum(PLAN_LIMITS).describe('Name of a constraint, or `cost_budget`.'))
          .nullable()
          .describe(
            'What leaves drift in the plan: a cost budget that binds, then constraints, the one that holds back most ' +
              'first. Null if it was planned by an earlier version.',
          ),
        tax_estimate: taxEstimate,
        tax_missing: taxMissing,
        gains_tax_budget: z
          .number()
          .nullable()
          .describe(
            'Gains tax budget that the plan keeps, in base currency; null if it has none, or if it was planned by an ' +
              'earlier version.',
          ),
      })
      .nullable()
      .describe('Figures of the plan; null if there is none.'),
    traded: z
      .strictObject({
        ...figures,
        drift_after: real('Largest absolute drift of a position when the rebalance became final.'),
        portfolio_drift_after: portfolioDrift('Portfolio drift when the rebalance became final.'),
        tax_estimate: realisedTaxEstimate,
        tax_missing: taxMissing,
      })
      .nullable()
      .describe('Figures of the fills; null until the rebalance is final.'),
    refusal: z
      .strictObject({
        step: z.enum(['plan', 'execute']).describe('Step that was refused.'),
        code: text('Error code with which the service refused.'),
        message: text('Message of the refusal.'),
      })
      .nullable()
      .describe('Reason nothing was done; null if nothing was refused.'),
  })
  .meta({ id: 'BulkPortfolio', description: 'A portfolio of a bulk rebalance.' });
export type BulkPortfolio = z.infer<typeof bulkPortfolio>;

/** Query of `GET /sim/bulk-rebalances/{id}`. */
export const bulkQuery = z.strictObject({
  ...page,
  status: z.enum(BULK_ROW_STATUSES).optional().describe('Only portfolios with this status.'),
});

export const bulkRebalanceView = bulkRebalance
  .extend({ rows: z.array(bulkPortfolio).describe('Its portfolios, in the order in which they are started.'), next })
  .meta({ id: 'BulkRebalanceView', description: 'A bulk rebalance with its portfolios.' });
export type BulkRebalanceView = z.infer<typeof bulkRebalanceView>;
