/** Query parameters of lists under `/sim` and their bounds, as the documents tell them (api/query-numbers.ts holds them). */
import { z } from 'zod';
import { DELIVERY_STATUSES } from '../webhooks.ts';

function limit(fallback: number, largest: number) {
  return z.int().min(1).max(largest).default(fallback).describe('How many entries at most.');
}

export const rebalancesQuery = z.strictObject({
  portfolio_id: z.string().optional().describe('Only rebalances of this portfolio.'),
});
export const eventsQuery = z.strictObject({
  after: z.int().min(0).default(0).describe('Only events with a larger number.'),
  limit: limit(500, 10_000),
});
/** Of deliveries, journal and sinks. */
export const latestQuery = z.strictObject({ limit: limit(200, 1000) });
export const deliveriesQuery = z.strictObject({
  webhook_id: z.string().optional().describe('Only deliveries to this endpoint.'),
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries that stand so.'),
  type: z.string().optional().describe('Only events of this type.'),
  event_id: z.string().optional().describe('Only deliveries of this event.'),
  before: z.string().optional().describe('Only deliveries that were made before this one, by its id.'),
  limit: limit(200, 1000),
});
