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

const MADE = 'A portfolio was made.';

const createdA = event(MADE, {
  portfolio_id: portfolioId,
  form: z.literal('A').describe('Form of the service.'),
  name: text('Name (Form A).'),
  currency,
  tax_jurisdiction: text('Country whose tax rules hold (Form A).'),
  account_type: text('Type of account, as it was asked for (Form A).'),
  default_tax_method: text('How lots are chosen where a request does not say (Form A).'),
  metadata: z
    .record(z.string(), text('What the client stored under that name.'))
    .describe('What the client stored with it (Form A).'),
});

const createdB = event(MADE, {
  portfolio_id: portfolioId,
  form: z.literal('B').describe('Form of the service.'),
  external_id: text('Name that the client gave (Form B).'),
  currency,
  tax_wrapper: text('Tax wrapper (Form B).'),
  holdings: z.array(z.strictObject({ isin, exchange, quantity })).describe('Positions that it began with (Form B).'),
  targets: targets.describe('Target weights (Form B).'),
  cash: cashAfter,
});

const constraints = z.strictObject({
  min_order_value: real('The least value of an order.').optional(),
  min_order_bps: real('The least value of an order, in basis points of the value of the portfolio.').optional(),
  whole_shares: flag('True: orders are for whole shares only.').optional(),
  do_not_sell: z.array(isin).describe('Instruments that plans do not sell.').optional(),
  do_not_buy: z.array(isin).describe('Instruments that plans do not buy.').optional(),
  cash_flow_only: flag('True: plans sell nothing.').optional(),
  max_turnover: real('The most that a plan trades, as a share of the value.').optional(),
  gains_tax_budget: real('The most that the estimated tax on the gains of a plan may come to.').optional(),
});

export const PORTFOLIO_EVENT_SCHEMAS = {
  'portfolio.created': z.discriminatedUnion('form', [createdA, createdB]).describe(MADE),
  'portfolio.renamed': event('A portfolio has another name: `name` for Form A, `external_id` for Form B.', {
    portfolio_id: portfolioId,
    name: text('Name (Form A).').optional(),
    external_id: text('Name that the client gave (Form B).').optional(),
  }),
  'portfolio.deleted': event('A portfolio was deleted; its records are kept.', {
    portfolio_id: portfolioId,
    records_retained_until: instant('Until when its records are kept'),
  }),
  'portfolio.cash_set': event('The control plane set the cash of a portfolio.', {
    portfolio_id: portfolioId,
    amount: real('The cash of the portfolio now.'),
  }),
  'portfolio.positions_set': event('The control plane set the positions of a portfolio.', {
    portfolio_id: portfolioId,
    positions: positions.describe('The positions after it.'),
  }),
  'portfolio.targets_set': event('The control plane set the target weights of a portfolio.', {
    portfolio_id: portfolioId,
    targets: targets.describe('Target weights.'),
  }),
  'portfolio.drift_exceeded': event('A portfolio drifted out of its band, after it had been within.', {
    event_id: eventId,
    portfolio_id: portfolioId,
    isin: z.string().nullable().describe('The instrument that drifted furthest, by its ISIN.'),
    drift: real('Largest drift of a position from its target weight.'),
    threshold: real('Half-width of the band.'),
    band_type: oneOf(['absolute', 'relative'], 'Kind of the band: on the weight, or on its share of the target.'),
    portfolio_drift: real('Half the sum of all absolute drifts.'),
    as_of: instant('Time of the prices'),
  }),
  'constraints.set': event('The constraints of a portfolio were set; every later plan keeps them.', {
    portfolio_id: portfolioId,
    constraints: constraints.describe('The constraints, as they were set; one that is left out constrains nothing.'),
  }),
  'gains.restated': event('A later trade changed the gains of earlier sales.', {
    portfolio_id: portfolioId,
    isin,
    disposals: z
      .array(
        z.strictObject({
          fill_ids: z.array(text('A fill of the sale.')).describe('Fills of the sale.'),
          gain: real('Gain of the sale; negative: a loss.'),
          loss_held_back: real('Loss that does not count yet.').optional(),
        }),
      )
      .describe('Sales with their gains as they are now.'),
  }),
};
