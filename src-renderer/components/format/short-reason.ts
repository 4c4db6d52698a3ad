/** Why an order is there, without what its row says already. The service's whole sentence is one key away: the row expands. */
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { formatCount } from './format-number.ts';

/** `Overweight by 671 bps`: the distance of the weight before the plan from its target. */
export function shortReason({
  reason,
  weight_before: before,
  weight_target: target,
}: Pick<OrderWire, 'reason' | 'weight_before' | 'weight_target'>): string {
  const distanceBps = formatCount(Math.round(Math.abs(before - target) * 10_000));
  switch (reason.code) {
    case 'overweight':
      return `Overweight by ${distanceBps} bps`;
    case 'underweight':
      return `Underweight by ${distanceBps} bps`;
    case 'not_in_targets':
      return 'Not a target';
    case 'funding':
      return 'Funds costs and cash';
    case 'tax_loss':
      return 'Sold below target for its loss';
  }
}
