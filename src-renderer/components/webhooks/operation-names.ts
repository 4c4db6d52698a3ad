/** What clients can ask the service for. Held to the contract by its type, without bringing its schemas here. */
import type { OPERATION_NAMES as ContractNames } from '../../../src-server/contract/service/operation-names.ts';

export const OPERATION_NAMES: typeof ContractNames = [
  'createPortfolio',
  'getPortfolio',
  'deletePortfolio',
  'createPlan',
  'getRebalance',
  'executePlan',
  'cancelPlan',
  'getPrices',
  'startRebalance',
  'getRebalanceA',
  'getMifidRecord',
];

/** By which base a request came; `both` is `/v1`. */
export const REQUEST_FORMS = ['A', 'B', 'both'] as const;
