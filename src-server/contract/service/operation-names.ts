/** Names of what a client can ask the simulated service for, as the OpenAPI documents call it (`operationId`). */
import { z } from 'zod';

export const OPERATION_NAMES = [
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
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

export const operationName = z
  .enum(OPERATION_NAMES, { error: `is not an operation; there are ${OPERATION_NAMES.join(', ')}` })
  .describe('Operation, by its `operationId` in the OpenAPI documents.');
