/**
 * The reason for an order as a code. Plans carry the code alone, because sentences take a good part of planning time.
 */

import type { ReasonCode } from './plan.ts';
import type { DraftOrder } from './size-orders.ts';

export function reasonCode({ side, row }: DraftOrder): ReasonCode {
  if (side === 'buy') return 'underweight';
  if (!row.inTargets && row.scaledTargetWeight === 0) return 'not_in_targets';
  return row.drift.drift > 0 ? 'overweight' : 'funding';
}
