/** Query parameters of lists under `/sim` and their bounds, as the documents tell them and as the routes read them. */
import { z } from 'zod';
import { instant, wholeNumber } from '../fields/fields.ts';
import { page } from '../fields/paging.ts';
import { DELIVERY_STATUSES } from '../service/webhooks.ts';

const wanted = z.string().min(1, 'is empty').optional();

export const rebalancesQuery = z.strictObject({
  portfolio_id: wanted.describe('Only rebalances of this portfolio.'),
  ...page,
});
/** Every filter has to hold. */
export const eventsQuery = z.strictObject({
  after: wholeNumber(0).default(0).describe('Only events with a larger number.'),
  ...page,
  type: wanted.describe('Only events of this type, as `order.filled`.'),
  since: instant.optional().describe('Only events of this instant of virtual time or later.'),
  portfolio_id: wanted.describe('Only events about this portfolio, its rebalances and their orders.'),
});
export const deliveriesQuery = z.strictObject({
  webhook_id: wanted.describe('Only deliveries to this endpoint.'),
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries that stand so.'),
  type: wanted.describe('Only events of this type.'),
  event_id: wanted.describe('Only deliveries of this event.'),
  ...page,
});
