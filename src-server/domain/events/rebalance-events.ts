/** What happens to rebalances: their plans, their execution and their end. */
import { z } from 'zod';
import type { RebalanceStatus } from '../lifecycle/rebalance-life-cycle.ts';
import {
  event,
  eventId,
  exchange,
  flag,
  isin,
  notice,
  oneOf,
  orderId,
  portfolioId,
  quantity,
  real,
  rebalanceId,
  side,
  totalCostBps,
} from './event-fields.ts';

const ids = { rebalance_id: rebalanceId, portfolio_id: portfolioId };

const orders = z
  .array(z.strictObject({ order_id: orderId, side, isin, exchange, quantity }))
  .describe('Orders of the plan.');

const plan = {
  ...ids,
  status: oneOf(['plan_ready'], 'Status after it.'),
  simulation: flag('True: cannot be executed.'),
  orders,
  total_cost_bps: totalCostBps,
};

/** Times are those of Form A, whose answers have them, too. */
const statusChange = <const Status extends RebalanceStatus>(status: Status) => ({
  event_id: eventId,
  ...ids,
  status: oneOf([status], 'Status after it.'),
  failure: notice.nullable().describe('Why it failed; null: it did not.'),
  created: real('When it was asked for, Unix seconds (Form A).').optional(),
  updated: real('When it changed last, Unix seconds (Form A).').optional(),
  completed: z.number().nullable().describe('When it became final, Unix seconds; null before (Form A).').optional(),
});

export const REBALANCE_EVENT_SCHEMAS = {
  'rebalance.created': event('A plan of Form B was made; it waits to be executed.', { event_id: eventId, ...plan }),
  'rebalance.simulated': event(
    'A plan was made as a simulation (Form B) or a dry run (Form A), which is not executed.',
    plan,
  ),
  'rebalance.requested': event('A client asked for a rebalance of Form A, which is planned and begins at once.', {
    ...ids,
    target_weights: z
      .record(z.string(), real('The weight of that instrument.'))
      .describe('Target weight of each instrument, by ISIN.'),
    tax_method: z.string().nullable().describe('How lots are chosen; null: nothing is said of it.'),
    drift_threshold: real('Half-width of the band.'),
    idempotency_key: z.string().nullable().describe('Key of the request; null: without one.'),
    orders,
    total_cost_bps: totalCostBps,
  }),
  'rebalance.released': event('Plans that were held for requests of Form A to come were let go.', {
    portfolio_id: portfolioId,
    rebalance_ids: z.array(rebalanceId).describe('The rebalances.'),
  }),
  'rebalance.executing': event('The execution of a rebalance began.', statusChange('executing')),
  'rebalance.partially_filled': event(
    'The first fill of a rebalance came; others are to come.',
    statusChange('partially_filled'),
  ),
  'rebalance.complete': event(
    'A rebalance ended as complete: all of its orders were filled, or it had none.',
    statusChange('complete'),
  ),
  'rebalance.failed': event('A rebalance ended as failed; its fills stay.', statusChange('failed')),
  'rebalance.cancelled': event('A rebalance ended as cancelled.', statusChange('cancelled')),
  'rebalance.cancel_requested': event('The control plane cancels the open orders of a rebalance under way.', {
    rebalance_id: rebalanceId,
  }),
};
