/** Schemas of the events of automation: policies (decision O6) and bulk rebalances (decision P6). */
import { z } from 'zod';
import { CALENDAR_INTERVALS, POLICY_CAUSES, REFUSAL_CODES } from './event-choices.ts';
import {
  band525,
  bulkIdField,
  currencyField,
  event,
  flagField,
  oneOfField,
  planSettingsField,
  portfolioIdField,
  realField,
  rebalanceIdField,
  textField,
  to,
} from './event-fields.ts';

const condition = z.strictObject({
  drift: z
    .strictObject({
      threshold: realField('Half the width of the band.').optional(),
      band_type: oneOfField(
        ['absolute', 'relative'],
        'Whether the band is absolute (a share of the portfolio) or relative (a share of the target weight).',
      ).optional(),
      trigger: oneOfField(
        ['any_position', 'portfolio'],
        'Whether the drift of any position triggers, or the drift of the portfolio.',
      ).optional(),
    })
    .describe("Rebalance when the drift leaves this band; empty: the service's default band.")
    .optional(),
  calendar: z
    .strictObject({
      every: oneOfField(CALENDAR_INTERVALS, 'How often it recurs.'),
      day: z
        .union([z.enum(['first', 'last']), z.number()])
        .describe('Which trading day of the period: `first`, `last`, or its number.'),
      at: textField('When on that day: at the opening (`open`), or after it (`open+30m`).'),
    })
    .describe('Rebalance on a schedule: how often, on which day, and when on that day.')
    .optional(),
  cash_flow: z.strictObject({}).describe('Rebalance after a cash flow.').optional(),
});

const totals = z
  .array(
    z.strictObject({
      currency: currencyField,
      portfolios: realField('Number of portfolios.'),
      orders: realField('Number of orders.'),
      turnover: realField('Total value of the orders, in that currency.'),
      explicit_costs: realField('Commission, FX costs and transaction tax, in that currency.'),
      implicit_costs: realField('Spread and market impact, in that currency.'),
    }),
  )
  .describe('Totals for each base currency.');

export const AUTOMATION_EVENT_SCHEMAS = {
  'policy.set': event('The policy of a portfolio was set: when it is rebalanced automatically.', {
    portfolio_id: portfolioIdField,
    when: z.array(condition).describe('The triggers of the policy; any one of them is enough.'),
    settings: planSettingsField
      .describe("Settings of its plans; the service's defaults apply to those left out.")
      .optional(),
    to,
    band_5_25: band525,
    cooldown: textField('How long the policy waits after it has acted.').optional(),
    execute: flagField('True: plans are executed, not only made.'),
  }),
  'policy.triggered': event('A policy triggered and made a plan.', {
    portfolio_id: portfolioIdField,
    when: oneOfField(POLICY_CAUSES, 'What triggered the policy.'),
    rebalance_id: rebalanceIdField,
    execute: flagField('True: plans are executed, not only made.'),
  }),
  'policy.skipped': event('A policy triggered, but did nothing.', {
    portfolio_id: portfolioIdField,
    when: oneOfField(POLICY_CAUSES, 'What triggered the policy.'),
    reason: oneOfField(
      ['cooldown', 'in_progress', 'below_threshold', 'quota', ...REFUSAL_CODES],
      'Why it did nothing.',
    ),
    message: textField('The reason, in words.'),
  }),
  'policy.removed': event('The policy of a portfolio was removed.', { portfolio_id: portfolioIdField }),
  'bulk.requested': event('A bulk rebalance was requested; planning begins.', {
    bulk_id: bulkIdField,
    portfolio_ids: z.array(portfolioIdField).describe('The portfolios, in the order in which they start.').optional(),
    filter: z
      .enum(['outside_band'])
      .nullable()
      .describe('Which portfolios, where no list is given; null: all of them.')
      .optional(),
    settings: planSettingsField.describe("Settings of its plans; the service's defaults apply to those left out."),
    execute: flagField('True: plans are executed, not only made.'),
    per_minute: realField('Portfolios started per minute of virtual time.'),
    to: to.optional(),
    band_5_25: band525.optional(),
  }),
  'bulk.planned': event('Every portfolio of a bulk rebalance was planned or refused.', {
    bulk_id: bulkIdField,
    planned: realField('Number of portfolios planned.'),
    refused: realField('Number of portfolios refused.'),
    totals,
  }),
  'bulk.portfolio_refused': event('A portfolio of a bulk rebalance could not be planned or started.', {
    bulk_id: bulkIdField,
    portfolio_id: portfolioIdField,
    step: oneOfField(['plan', 'execute'], 'The step at which it was refused.'),
    code: oneOfField(REFUSAL_CODES, 'The reason, as a code.'),
    message: textField('The reason, in words.'),
  }),
  'bulk.started': event('The execution of a bulk rebalance began.', {
    bulk_id: bulkIdField,
    portfolios: realField('Number of portfolios.'),
    per_minute: realField('Portfolios started per minute of virtual time.'),
  }),
  'bulk.stopped': event('A bulk rebalance was stopped; rebalances that had started go on.', {
    bulk_id: bulkIdField,
    cancelled: realField('Number of portfolios that were still waiting; their plans were cancelled.'),
    under_way: realField('Number of portfolios that had started, and go on.'),
  }),
  'bulk.completed': event('A bulk rebalance is over: the rebalance of each portfolio is final, or was refused.', {
    bulk_id: bulkIdField,
    complete: realField('Number of portfolios whose rebalance is complete.'),
    failed: realField('Number of portfolios whose rebalance failed or was cancelled.'),
    refused: realField('Number of portfolios refused.'),
    totals,
  }),
};
