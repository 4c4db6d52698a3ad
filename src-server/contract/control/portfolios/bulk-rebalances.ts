/** Wire schemas of bulk rebalances: many portfolios planned at once and executed at a pace (decision P6). */
import { z } from 'zod';
import { at, bulkId, count, currencyText, portfolioId, real, rebalanceId, text } from '../../fields/described.ts';
import { wholeNumber } from '../../fields/fields.ts';
import { next, page } from '../../fields/paging.ts';
import { goal, planSettings } from './policies.ts';

/** As many as a world file may have (decision K108). */
const MOST_PORTFOLIOS = 10_000;
const FASTEST_PACE = 1_000_000;

export const BULK_ROW_STATUSES = [
  ...(['waiting', 'planned', 'refused', 'executing'] as const),
  ...(['partially_filled', 'complete', 'failed', 'cancelled'] as const),
] as const;

const settings = planSettings.meta({
  id: 'BulkSettings',
  description: 'Parameters of all plans, those of Form B; what is left out has its default.',
});
const pace = z
  .strictObject({
    per_minute: wholeNumber(1, FASTEST_PACE).describe('How many portfolios are started in a minute of virtual time.'),
  })
  .describe('How fast portfolios are started.');

const USUAL_PACE = 'Left out: 60 a minute, or the lowest rate limit that an account has of its own.';

/** `POST /sim/bulk-rebalances`. */
export const createBulkRebalance = z
  .strictObject({
    portfolio_ids: z
      .array(z.string().min(1, 'is empty'))
      .min(1, 'names no portfolio')
      .max(MOST_PORTFOLIOS)
      .superRefine((ids, context) => {
        const seen = new Set<string>();
        for (const [index, id] of ids.entries()) {
          if (seen.has(id))
            context.addIssue({ code: 'custom', path: [index], message: 'repeats an earlier portfolio' });
          seen.add(id);
        }
      })
      .optional()
      .describe('The portfolios, of either form and any account, in the order in which they are started.'),
    filter: z
      .literal('outside_band', 'is not outside_band')
      .optional()
      .describe('In place of portfolios: all that are outside the band of the settings at this instant.'),
    settings: settings.optional(),
    ...goal.asked,
    execute: z.boolean().default(false).describe('True: executed as soon as all are planned; default false.'),
    pace: pace.optional().describe(USUAL_PACE),
    wait: z
      .boolean()
      .default(false)
      .describe('True: answered once all are planned, or after 60 s of real time; default false.'),
  })
  .superRefine(({ portfolio_ids: ids, filter }, context) => {
    if (ids !== undefined && filter !== undefined) {
      context.addIssue({ code: 'custom', path: ['filter'], message: 'excludes portfolio_ids: give one of the two' });
    }
    if (ids === undefined && filter === undefined) {
      context.addIssue({ code: 'custom', path: ['portfolio_ids'], message: 'is missing, and so is filter: give one' });
    }
  })
  .meta({ id: 'CreateBulkRebalance', description: 'Which portfolios to rebalance together, and how.' });

/** `POST /sim/bulk-rebalances/{id}/execute`. */
export const executeBulkRebalance = z
  .strictObject({ pace: pace.optional().describe('Left out: the pace with which it was made.') })
  .meta({ id: 'ExecuteBulkRebalance', description: 'How fast to execute what was planned.' });

const statusCount = (what: string) => count(`How many of its portfolios ${what}.`);
const sums = {
  portfolios: count('Number of portfolios.'),
  orders: count('Number of orders.'),
  turnover: real('Value of the orders.'),
  explicit_costs: real('Commission, FX and transaction tax.'),
  implicit_costs: real('Spread and impact.'),
};
const sumsOfCurrency = <Shape extends z.ZodRawShape>(description: string, more: Shape) =>
  z.strictObject({ currency: currencyText, ...sums, ...more }).meta({ description });
const taxEstimate = z
  .number()
  .nullable()
  .describe('Tax on the gains of the sells, estimated; no part of the costs. Null: planned before it was counted.');

export const bulkRebalance = z
  .strictObject({
    bulk_id: bulkId,
    status: z
      .enum(['planning', 'planned', 'executing', 'complete', 'stopped'])
      .describe('Planned: plans wait to be executed. Stopped: what was started goes on.'),
    filter: z.literal('outside_band').nullable().describe('How portfolios were chosen; null: they were named.'),
    settings: settings.meta({ description: 'Parameters of all plans, as they were given.' }),
    ...goal.answered,
    execute: z.boolean().describe('Whether execution began with the end of planning.'),
    pace,
    portfolios: z
      .strictObject({
        total: count('All of them; while a filter chooses, also those that it has not looked at.'),
        waiting: statusCount('are still to be planned'),
        planned: statusCount('have a plan that waits'),
        refused: statusCount('were refused'),
        executing: statusCount('are executing, without a fill'),
        partially_filled: statusCount('have some fills'),
        complete: statusCount('are complete'),
        failed: statusCount('have failed'),
        cancelled: statusCount('were cancelled'),
      })
      .meta({ description: 'Where its portfolios are.' }),
    planned: z
      .array(sumsOfCurrency('Plans of one base currency, in it.', { tax_estimate: taxEstimate }))
      .describe('The plans, by base currency.'),
    traded: z
      .array(sumsOfCurrency('Trades of one base currency, in it.', {}))
      .describe('What came of rebalances that are final, by base currency.'),
    refusals: z
      .array(
        z.strictObject({
          code: text('Code with which the service refused.'),
          portfolios: count('Number of portfolios.'),
        }),
      )
      .describe('Refusals by their code, the most frequent first.'),
    created_at: at('When it was asked for.'),
    planned_at: at('When all were planned; null before.').nullable(),
    started_at: at('When execution began; null before.').nullable(),
    next_start_at: at('When the next portfolio is started; null: none waits for its start.').nullable(),
    last_start_at: at('When the last one is started at this pace; null: none waits for its start.').nullable(),
    ended_at: at('When it was complete, or stopped; null before.').nullable(),
  })
  .meta({ id: 'BulkRebalance', description: 'Many portfolios that are rebalanced together.' });
export type BulkRebalanceWire = z.infer<typeof bulkRebalance>;

export const bulkRebalanceList = z
  .strictObject({ bulk_rebalances: z.array(bulkRebalance).describe('Newest first.'), next })
  .meta({ id: 'BulkRebalanceList', description: 'Bulk rebalances.' });
export type BulkRebalanceList = z.infer<typeof bulkRebalanceList>;

const figures = {
  orders: count('Number of orders.'),
  turnover: real('Value of the orders; base currency.'),
  explicit_costs: real('Commission, FX and transaction tax; base currency.'),
  implicit_costs: real('Spread and impact; base currency.'),
  drift_before: real('Largest absolute drift of a position when it was planned.'),
};

const bulkPortfolio = z
  .strictObject({
    position: z.int().min(1).describe('From 1, in the order in which they are started.'),
    portfolio_id: portfolioId,
    portfolio_label: text('Form A: name; Form B: external_id.'),
    form: z.enum(['A', 'B']).describe('Form that made it.'),
    currency: currencyText,
    status: z.enum(BULK_ROW_STATUSES).describe('Where it is.'),
    rebalance_id: rebalanceId.nullable().describe('Its plan, later what executes it; null: it has none.'),
    planned: z
      .strictObject({ ...figures, drift_after: real('The same after the plan, estimated.'), tax_estimate: taxEstimate })
      .nullable()
      .describe('The plan; null without one.'),
    traded: z
      .strictObject({ ...figures, drift_after: real('The same when its rebalance was final.') })
      .nullable()
      .describe('What its fills came to; null until its rebalance is final.'),
    refusal: z
      .strictObject({
        step: z.enum(['plan', 'execute']).describe('What was refused.'),
        code: text('Code with which the service refused.'),
        message: text('What the service said.'),
      })
      .nullable()
      .describe('Why nothing was done; null: nothing was refused.'),
  })
  .meta({ id: 'BulkPortfolio', description: 'A portfolio of a bulk rebalance.' });
export type BulkPortfolio = z.infer<typeof bulkPortfolio>;

/** The query of `GET /sim/bulk-rebalances/{id}`. */
export const bulkQuery = z.strictObject({
  ...page,
  status: z.enum(BULK_ROW_STATUSES).optional().describe('Only portfolios with this status.'),
});

export const bulkRebalanceView = bulkRebalance
  .extend({ rows: z.array(bulkPortfolio).describe('Its portfolios, in their order.'), next })
  .meta({ id: 'BulkRebalanceView', description: 'A bulk rebalance with its portfolios.' });
export type BulkRebalanceView = z.infer<typeof bulkRebalanceView>;
