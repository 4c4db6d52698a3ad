/** Names of the simulated service's operations in the OpenAPI documents (`operationId`). */

import { z } from 'zod';
import { didYouMean } from '../fields/nearest-name.ts';

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
  .enum(OPERATION_NAMES, {
    error: ({ input }) =>
      `is not an operation${didYouMean(String(input), OPERATION_NAMES)}; there are ${OPERATION_NAMES.join(', ')}`,
  })
  .describe('Operation, by its `operationId` in the OpenAPI documents.');
