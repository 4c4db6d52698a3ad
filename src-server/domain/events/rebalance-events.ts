/** Schemas of the events of rebalances: their plans, their execution and their end. */
import { z } from 'zod';
import type { RebalanceStatus } from '../lifecycle/rebalance-life-cycle.ts';
import {
  event,
  eventIdField,
  exchangeField,
  flagField,
  isinField,
  notice,
  oneOfField,
  orderIdField,
  portfolioIdField,
  quantityField,
  realField,
  rebalanceIdField,
  sideField,
  totalCostBpsField,
} from './event-fields.ts';

const ids = { rebalance_id: rebalanceIdField, portfolio_id: portfolioIdField };

const orders = z
  .array(
    z.strictObject({
      order_id: orderIdField,
      side: sideField,
      isin: isinField,
      exchange: exchangeField,
      quantity: quantityField,
    }),
  )
  .describe('Orders of the plan.');

const plan = {
  ...ids,
  status: oneOfField(['plan_ready'], 'The resulting status.'),
  simulation: flagField('True: it cannot be executed.'),
  orders,
  total_cost_bps: totalCostBpsField,
};

/** Times are those of Form A, whose responses contain them, too. */
const statusChange = <const Status extends RebalanceStatus>(status: Status) => ({
  event_id: eventIdField,
  ...ids,
  status: oneOfField([status], 'The resulting status.'),
  failure: notice.nullable().describe('Why it failed; null: it did not.'),
  created: realField('When it was requested, Unix seconds (Form A).').optional(),
  updated: realField('When it last changed, Unix seconds (Form A).').optional(),
  completed: z.number().nullable().describe('When it became final, Unix seconds; null before (Form A).').optional(),
});

export const REBALANCE_EVENT_SCHEMAS = {
  'rebalance.created': event('A plan of Form B was made and is ready to be executed.', {
    event_id: eventIdField,
    ...plan,
  }),
  'rebalance.simulated': event(
    'A plan was made as a simulation (Form B) or a dry run (Form A); it is not executed.',
    plan,
  ),
  'rebalance.requested': event('A client requested a rebalance of Form A; it was planned and starts at once.', {
    ...ids,
    target_weights: z
      .record(z.string(), realField('Target weight of that instrument.'))
      .describe('Target weights by ISIN.'),
    tax_method: z.string().nullable().describe('Method for choosing tax lots; null: none was given.'),
    drift_threshold: realField('Half the width of the band.'),
    idempotency_key: z.string().nullable().describe('Idempotency key of the request; null: it has none.'),
    orders,
    total_cost_bps: totalCostBpsField,
  }),
  'rebalance.released': event('Plans that were held for later requests of Form A were released.', {
    portfolio_id: portfolioIdField,
    rebalance_ids: z.array(rebalanceIdField).describe('The rebalances.'),
  }),
  'rebalance.executing': event('The execution of a rebalance started.', statusChange('executing')),
  'rebalance.partially_filled': event(
    'A rebalance has its first fill, and expects more.',
    statusChange('partially_filled'),
  ),
  'rebalance.complete': event(
    'A rebalance is complete: all of its orders were filled, or it had none.',
    statusChange('complete'),
  ),
  'rebalance.failed': event('A rebalance failed; its fills stand.', statusChange('failed')),
  'rebalance.cancelled': event('A rebalance was cancelled.', statusChange('cancelled')),
  'rebalance.cancel_requested': event('The control plane cancelled the open orders of a rebalance.', {
    rebalance_id: rebalanceIdField,
  }),
};
