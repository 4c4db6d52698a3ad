/** Modes of settlement of a world's trades (decision O4). */
import { z } from 'zod';

export const SETTLEMENT_MODES = ['immediate', 'simulated'] as const;

export const settlementMode = z
  .enum(SETTLEMENT_MODES)
  .describe(
    'Settlement of trades; simulated: two business days after the trade, one for trade dates from 2027-10-11 on. ' +
      'Immediate by default.',
  );
