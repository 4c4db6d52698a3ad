/**
 * The operations that clients can call. Its type is checked against the contract, without importing its schemas here.
 */
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

/** The base of a request's path; `both` is `/v1`. */
export const REQUEST_FORMS = ['A', 'B', 'both'] as const;
