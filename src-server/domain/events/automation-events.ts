/** What Ballast does by itself: policies (decision O6) and bulk rebalances (decision P6). */
import { z } from 'zod';
import { POLICY_CAUSES, REFUSAL_CODES } from './event-choices.ts';
import {
  band525,
  bulkId,
  currency,
  event,
  flag,
  oneOf,
  planSettings,
  portfolioId,
  real,
  rebalanceId,
  text,
  to,
} from './event-fields.ts';

const condition = z.strictObject({
  drift: z
    .strictObject({
      threshold: real('Half-width of the band.').optional(),
      band_type: oneOf(
        ['absolute', 'relative'],
        'Kind of the band: on the weight, or on its share of the target.',
      ).optional(),
      trigger: oneOf(
        ['any_position', 'portfolio'],
        'Whose drift counts: that of any position, or of the portfolio.',
      ).optional(),
    })
    .describe('When the drift leaves this band; empty: the band of the service.')
    .optional(),
  calendar: z
    .strictObject({
      every: oneOf(['month', 'quarter', 'year'], 'How often it comes again.'),
      day: z
        .union([z.enum(['first', 'last']), z.number()])
        .describe('Which open day of that time: first, last, or its number.'),
      at: text('How long after the opening: `open`, or as `open+30m`.'),
    })
    .describe('On dates: how often, on which day, and how long after the opening.')
    .optional(),
  cash_flow: z.strictObject({}).describe('After a cash flow.').optional(),
});

const totals = z
  .array(
    z.strictObject({
      currency,
      portfolios: real('How many portfolios.'),
      orders: real('How many orders.'),
      turnover: real('Value of the orders, in that currency.'),
      explicit_costs: real('Commission, FX and transaction tax, in that currency.'),
      implicit_costs: real('Spread and impact, in that currency.'),
    }),
  )
  .describe('Sums of each base currency.');

export const AUTOMATION_EVENT_SCHEMAS = {
  'policy.set': event('The policy of a portfolio was set: when it is rebalanced without anybody asking.', {
    portfolio_id: portfolioId,
    when: z.array(condition).describe('The reasons to rebalance, any of which is enough.'),
    settings: planSettings
      .describe('Settings of its plans; those left out have the defaults of the service.')
      .optional(),
    to,
    band_5_25: band525,
    cooldown: text('How long nothing is done after something was.').optional(),
    execute: flag('True: what is planned is executed.'),
  }),
  'policy.triggered': event('A policy had a reason to rebalance, and made a plan.', {
    portfolio_id: portfolioId,
    when: oneOf(POLICY_CAUSES, 'The reason to rebalance.'),
    rebalance_id: rebalanceId,
    execute: flag('True: what is planned is executed.'),
  }),
  'policy.skipped': event('A policy had a reason to rebalance, but nothing was done.', {
    portfolio_id: portfolioId,
    when: oneOf(POLICY_CAUSES, 'The reason to rebalance.'),
    reason: oneOf(['cooldown', 'in_progress', 'below_threshold', 'quota', ...REFUSAL_CODES], 'Why nothing was done.'),
    message: text('Reason, in words.'),
  }),
  'policy.removed': event('The policy of a portfolio was removed.', { portfolio_id: portfolioId }),
  'bulk.requested': event('A bulk rebalance was asked for; planning begins.', {
    bulk_id: bulkId,
    portfolio_ids: z.array(portfolioId).describe('The portfolios, in the order in which they are started.').optional(),
    filter: z
      .enum(['outside_band'])
      .nullable()
      .describe('Which portfolios, in place of a list; null: all of them.')
      .optional(),
    settings: planSettings.describe('Settings of its plans; those left out have the defaults of the service.'),
    execute: flag('True: what is planned is executed.'),
    per_minute: real('Portfolios that are started in a minute of virtual time.'),
    to: to.optional(),
    band_5_25: band525.optional(),
  }),
  'bulk.planned': event('Every portfolio of a bulk rebalance is planned or refused.', {
    bulk_id: bulkId,
    planned: real('How many portfolios are planned.'),
    refused: real('How many portfolios were refused.'),
    totals,
  }),
  'bulk.portfolio_refused': event('A portfolio of a bulk rebalance cannot be planned or started.', {
    bulk_id: bulkId,
    portfolio_id: portfolioId,
    step: oneOf(['plan', 'execute'], 'Where it was refused.'),
    code: oneOf(REFUSAL_CODES, 'Reason, as a code.'),
    message: text('Reason, in words.'),
  }),
  'bulk.started': event('The execution of a bulk rebalance began.', {
    bulk_id: bulkId,
    portfolios: real('How many portfolios.'),
    per_minute: real('Portfolios that are started in a minute of virtual time.'),
  }),
  'bulk.stopped': event('A bulk rebalance was stopped; what was started goes on.', {
    bulk_id: bulkId,
    cancelled: real('How many portfolios were still waiting, whose plans were cancelled.'),
    under_way: real('How many portfolios go on, because they were started.'),
  }),
  'bulk.completed': event('Every portfolio of a bulk rebalance is final.', {
    bulk_id: bulkId,
    complete: real('How many portfolios ended as complete.'),
    failed: real('How many portfolios ended as failed or cancelled.'),
    refused: real('How many portfolios were refused.'),
    totals,
  }),
};
