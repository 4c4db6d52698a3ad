/** The webhook types an endpoint can ask for. Held to the contract by its type, without bringing its schemas here. */
import type { WEBHOOK_TYPES as ContractTypes } from '../../src-server/contract/webhooks.ts';

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
