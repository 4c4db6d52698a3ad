/**
 * Schemas of the events of portfolios that clients cause: their creation, their terms, and changes of their contents.
 */
import { z } from 'zod';
import {
  cashAfterField,
  currencyField,
  event,
  eventIdField,
  exchangeField,
  flagField,
  instantField,
  isinField,
  oneOfField,
  portfolioIdField,
  positionsField,
  quantityField,
  realField,
  targetsField,
  textField,
} from './event-fields.ts';

const MADE = 'A portfolio was created.';

const createdA = event(MADE, {
  portfolio_id: portfolioIdField,
  form: z.literal('A').describe('Form of the interface.'),
  name: textField('Name (Form A).'),
  currency: currencyField,
  tax_jurisdiction: textField('Country whose tax rules apply (Form A).'),
  account_type: textField('Type of account, as requested (Form A).'),
  default_tax_method: textField('Default method for choosing tax lots (Form A).'),
  metadata: z
    .record(z.string(), textField('The value stored under that name.'))
    .describe('Metadata that the client stored with it (Form A).'),
});

const createdB = event(MADE, {
  portfolio_id: portfolioIdField,
  form: z.literal('B').describe('Form of the interface.'),
  external_id: textField("The client's own name for it (Form B)."),
  currency: currencyField,
  tax_wrapper: textField('Tax wrapper (Form B).'),
  holdings: z
    .array(z.strictObject({ isin: isinField, exchange: exchangeField, quantity: quantityField }))
    .describe('Initial positions (Form B).'),
  targets: targetsField.describe('Target weights (Form B).'),
  cash: cashAfterField,
});

const constraints = z.strictObject({
  min_order_value: realField('Minimum value of an order.').optional(),
  min_order_bps: realField('Minimum value of an order, in basis points of the NAV.').optional(),
  whole_shares: flagField('True: orders are for whole shares only.').optional(),
  do_not_sell: z.array(isinField).describe('Instruments that plans do not sell.').optional(),
  do_not_buy: z.array(isinField).describe('Instruments that plans do not buy.').optional(),
  cash_flow_only: flagField('True: plans sell nothing.').optional(),
  max_turnover: realField('Maximum turnover of a plan, as a share of the NAV.').optional(),
  gains_tax_budget: realField('Maximum estimated tax on the gains that a plan realises.').optional(),
});

export const PORTFOLIO_EVENT_SCHEMAS = {
  'portfolio.created': z.discriminatedUnion('form', [createdA, createdB]).describe(MADE),
  'portfolio.renamed': event('A portfolio was renamed: its `name` in Form A, its `external_id` in Form B.', {
    portfolio_id: portfolioIdField,
    name: textField('Name (Form A).').optional(),
    external_id: textField("The client's own name for it (Form B).").optional(),
  }),
  'portfolio.deleted': event('A portfolio was deleted; its records are kept.', {
    portfolio_id: portfolioIdField,
    records_retained_until: instantField('Date until which its records are kept'),
  }),
  'portfolio.cash_set': event('The control plane set the cash of a portfolio.', {
    portfolio_id: portfolioIdField,
    amount: realField('The resulting cash of the portfolio.'),
  }),
  'portfolio.positions_set': event('The control plane set the positions of a portfolio.', {
    portfolio_id: portfolioIdField,
    positions: positionsField.describe('The resulting positions.'),
  }),
  'portfolio.targets_set': event('The control plane set the target weights of a portfolio.', {
    portfolio_id: portfolioIdField,
    targets: targetsField.describe('Target weights.'),
  }),
  'portfolio.drift_exceeded': event('A portfolio that had been within its band drifted out of it.', {
    event_id: eventIdField,
    portfolio_id: portfolioIdField,
    isin: z.string().nullable().describe('ISIN of the instrument that drifted furthest.'),
    drift: realField('Largest drift of a position from its target weight.'),
    threshold: realField('Half the width of the band.'),
    band_type: oneOfField(
      ['absolute', 'relative'],
      'Whether the band is absolute (a share of the portfolio) or relative (a share of the target weight).',
    ),
    portfolio_drift: realField('Portfolio drift: half the sum of all absolute drifts.'),
    as_of: instantField('Time of the prices'),
  }),
  'constraints.set': event('The constraints of a portfolio were set; every later plan observes them.', {
    portfolio_id: portfolioIdField,
    constraints: constraints.describe('The constraints that were set; there are no others.'),
  }),
  'gains.restated': event('A later trade changed the gains on earlier sales.', {
    portfolio_id: portfolioIdField,
    isin: isinField,
    disposals: z
      .array(
        z.strictObject({
          fill_ids: z.array(textField('A fill of the sale.')).describe('Fills of the sale.'),
          gain: realField('Gain on the sale; negative: a loss.'),
          loss_held_back: realField('Loss that is deferred.').optional(),
        }),
      )
      .describe('The sales, with their gains as restated.'),
  }),
};
