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
      threshold: real('Half the width of the band.').optional(),
      band_type: oneOf(
        ['absolute', 'relative'],
        'Whether the band is absolute (percentage points of weight) or relative (a share of the target weight).',
      ).optional(),
      trigger: oneOf(
        ['any_position', 'portfolio'],
        'Whether the drift of any position triggers, or the drift of the portfolio.',
      ).optional(),
    })
    .describe("Rebalance when the drift leaves this band; empty: the service's default band.")
    .optional(),
  calendar: z
    .strictObject({
      every: oneOf(['month', 'quarter', 'year'], 'How often it recurs.'),
      day: z
        .union([z.enum(['first', 'last']), z.number()])
        .describe('Which trading day of the period: `first`, `last`, or its number.'),
      at: text('When on that day: at the opening (`open`), or after it (`open+30m`).'),
    })
    .describe('Rebalance on a schedule: how often, on which day, and when on that day.')
    .optional(),
  cash_flow: z.strictObject({}).describe('Rebalance after a cash flow.').optional(),
});

const totals = z
  .array(
    z.strictObject({
      currency,
      portfolios: real('Number of portfolios.'),
      orders: real('Number of orders.'),
      turnover: real('Total value of the orders, in that currency.'),
      explicit_costs: real('Commission, FX costs and transaction tax, in that currency.'),
      implicit_costs: real('Spread and market impact, in that currency.'),
    }),
  )
  .describe('Totals for each base currency.');

export const AUTOMATION_EVENT_SCHEMAS = {
  'policy.set': event('The policy of a portfolio was set: when it is rebalanced automatically.', {
    portfolio_id: portfolioId,
    when: z.array(condition).describe('The triggers of the policy; any one of them is enough.'),
    settings: planSettings
      .describe("Settings of its plans; the service's defaults apply to those left out.")
      .optional(),
    to,
    band_5_25: band525,
    cooldown: text('How long the policy waits after it has acted.').optional(),
    execute: flag('True: plans are executed, not only made.'),
  }),
  'policy.triggered': event('A policy triggered and made a plan.', {
    portfolio_id: portfolioId,
    when: oneOf(POLICY_CAUSES, 'What triggered the policy.'),
    rebalance_id: rebalanceId,
    execute: flag('True: plans are executed, not only made.'),
  }),
  'policy.skipped': event('A policy triggered, but did nothing.', {
    portfolio_id: portfolioId,
    when: oneOf(POLICY_CAUSES, 'What triggered the policy.'),
    reason: oneOf(['cooldown', 'in_progress', 'below_threshold', 'quota', ...REFUSAL_CODES], 'Why it did nothing.'),
    message: text('The reason, in words.'),
  }),
  'policy.removed': event('The policy of a portfolio was removed.', { portfolio_id: portfolioId }),
  'bulk.requested': event('A bulk rebalance was requested; planning begins.', {
    bulk_id: bulkId,
    portfolio_ids: z.array(portfolioId).describe('The portfolios, in the order in which they start.').optional(),
    filter: z
      .enum(['outside_band'])
      .nullable()
      .describe('Which portfolios, where no list is given; null: all of them.')
      .optional(),
    settings: planSettings.describe("Settings of its plans; the service's defaults apply to those left out."),
    execute: flag('True: plans are executed, not only made.'),
    per_minute: real('Portfolios started per minute of virtual time.'),
    to: to.optional(),
    band_5_25: band525.optional(),
  }),
  'bulk.planned': event('Every portfolio of a bulk rebalance was planned or refused.', {
    bulk_id: bulkId,
    planned: real('Number of portfolios planned.'),
    refused: real('Number of portfolios refused.'),
    totals,
  }),
  'bulk.portfolio_refused': event('A portfolio of a bulk rebalance could not be planned or started.', {
    bulk_id: bulkId,
    portfolio_id: portfolioId,
    step: oneOf(['plan', 'execute'], 'The step at which it was refused.'),
    code: oneOf(REFUSAL_CODES, 'The reason, as a code.'),
    message: text('The reason, in words.'),
  }),
  'bulk.started': event('The execution of a bulk rebalance began.', {
    bulk_id: bulkId,
    portfolios: real('Number of portfolios.'),
    per_minute: real('Portfolios started per minute of virtual time.'),
  }),
  'bulk.stopped': event('A bulk rebalance was stopped; rebalances that had started go on.', {
    bulk_id: bulkId,
    cancelled: real('Number of portfolios that were still waiting; their plans were cancelled.'),
    under_way: real('Number of portfolios that had started, and go on.'),
  }),
  'bulk.completed': event('A bulk rebalance is over: the rebalance of each portfolio is final, or was refused.', {
    bulk_id: bulkId,
    complete: real('Number of portfolios whose rebalance is complete.'),
    failed: real('Number of portfolios whose rebalance failed or was cancelled.'),
    refused: real('Number of portfolios refused.'),
    totals,
  }),
};
