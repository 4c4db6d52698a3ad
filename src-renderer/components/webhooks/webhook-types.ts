/** What endpoints and deliveries can be asked for by. Held to the contract by its types, without bringing its schemas here. */
import type {
  DELIVERY_STATUSES as ContractStatuses,
  WEBHOOK_TYPES as ContractTypes,
} from '../../../src-server/contract/control/webhooks/webhooks.ts';

export const WEBHOOK_TYPES: typeof ContractTypes = [
  'rebalance.created',
  'rebalance.executing',
  'rebalance.partially_filled',
  'rebalance.complete',
  'rebalance.failed',
  'rebalance.cancelled',
  'order.filled',
  'order.rejected',
  'portfolio.drift_exceeded',
];

export const DELIVERY_STATUSES: typeof ContractStatuses = ['pending', 'succeeded', 'failed', 'dropped'];
