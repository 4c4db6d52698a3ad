/** What happens to portfolios from outside: their making, their terms, what somebody sets of them. */
import { z } from 'zod';
import {
  cashAfter,
  currency,
  event,
  eventId,
  exchange,
  flag,
  instant,
  isin,
  oneOf,
  portfolioId,
  positions,
  quantity,
  real,
  targets,
  text,
} from './event-fields.ts';

const MADE = 'A portfolio was created.';

const createdA = event(MADE, {
  portfolio_id: portfolioId,
  form: z.literal('A').describe('Form of the interface.'),
  name: text('Name (Form A).'),
  currency,
  tax_jurisdiction: text('Country whose tax rules apply (Form A).'),
  account_type: text('Type of account, as requested (Form A).'),
  default_tax_method: text('Default method for choosing tax lots (Form A).'),
  metadata: z
    .record(z.string(), text('The value stored under that name.'))
    .describe('Metadata that the client stored with it (Form A).'),
});

const createdB = event(MADE, {
  portfolio_id: portfolioId,
  form: z.literal('B').describe('Form of the interface.'),
  external_id: text("The client's own name for it (Form B)."),
  currency,
  tax_wrapper: text('Tax wrapper (Form B).'),
  holdings: z.array(z.strictObject({ isin, exchange, quantity })).describe('Initial positions (Form B).'),
  targets: targets.describe('Target weights (Form B).'),
  cash: cashAfter,
});

const constraints = z.strictObject({
  min_order_value: real('Minimum value of an order.').optional(),
  min_order_bps: real('Minimum value of an order, in basis points of the NAV.').optional(),
  whole_shares: flag('True: orders are for whole shares only.').optional(),
  do_not_sell: z.array(isin).describe('Instruments that plans do not sell.').optional(),
  do_not_buy: z.array(isin).describe('Instruments that plans do not buy.').optional(),
  cash_flow_only: flag('True: plans sell nothing.').optional(),
  max_turnover: real('Maximum turnover of a plan, as a share of the NAV.').optional(),
  gains_tax_budget: real('Maximum estimated tax on the gains that a plan realises.').optional(),
});

export const PORTFOLIO_EVENT_SCHEMAS = {
  'portfolio.created': z.discriminatedUnion('form', [createdA, createdB]).describe(MADE),
  'portfolio.renamed': event('A portfolio was renamed: its `name` in Form A, its `external_id` in Form B.', {
    portfolio_id: portfolioId,
    name: text('Name (Form A).').optional(),
    external_id: text("The client's own name for it (Form B).").optional(),
  }),
  'portfolio.deleted': event('A portfolio was deleted; its records are kept.', {
    portfolio_id: portfolioId,
    records_retained_until: instant('Date until which its records are kept'),
  }),
  'portfolio.cash_set': event('The control plane set the cash of a portfolio.', {
    portfolio_id: portfolioId,
    amount: real('The resulting cash of the portfolio.'),
  }),
  'portfolio.positions_set': event('The control plane set the positions of a portfolio.', {
    portfolio_id: portfolioId,
    positions: positions.describe('The resulting positions.'),
  }),
  'portfolio.targets_set': event('The control plane set the target weights of a portfolio.', {
    portfolio_id: portfolioId,
    targets: targets.describe('Target weights.'),
  }),
  'portfolio.drift_exceeded': event('A portfolio that had been within its band drifted out of it.', {
    event_id: eventId,
    portfolio_id: portfolioId,
    isin: z.string().nullable().describe('ISIN of the instrument that drifted furthest.'),
    drift: real('Largest drift of a position from its target weight.'),
    threshold: real('Half the width of the band.'),
    band_type: oneOf(
      ['absolute', 'relative'],
      'Whether the band is absolute (percentage points of weight) or relative (a share of the target weight).',
    ),
    portfolio_drift: real('Portfolio drift: half the sum of all absolute drifts.'),
    as_of: instant('Time of the prices'),
  }),
  'constraints.set': event('The constraints of a portfolio were set; every later plan observes them.', {
    portfolio_id: portfolioId,
    constraints: constraints.describe('The constraints that were set; there are no others.'),
  }),
  'gains.restated': event('A later trade changed the gains on earlier sales.', {
    portfolio_id: portfolioId,
    isin,
    disposals: z
      .array(
        z.strictObject({
          fill_ids: z.array(text('A fill of the sale.')).describe('Fills of the sale.'),
          gain: real('Gain on the sale; negative: a loss.'),
          loss_held_back: real('Loss that is deferred.').optional(),
        }),
      )
      .describe('The sales, with their gains as restated.'),
  }),
};
