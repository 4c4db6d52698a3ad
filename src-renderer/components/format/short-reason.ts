/** The reason for an order, without what its row shows already. The service's whole sentence is in the expanded row. */
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { formatPercent } from './format-number.ts';

/** `Overweight by 6.71 %`: the distance of the weight before the plan from its target. */
export function shortReason({
  reason,
  weight_before: before,
  weight_target: target,
}: Pick<OrderWire, 'reason' | 'weight_before' | 'weight_target'>): string {
  const distance = formatPercent(Math.abs(before - target));
  switch (reason.code) {
    case 'overweight':
      return `Overweight by ${distance}`;
    case 'underweight':
      return `Underweight by ${distance}`;
    case 'not_in_targets':
      return 'No target';
    case 'funding':
      return 'Funds costs and cash';
    case 'tax_loss':
      return 'Sold below target for its loss';
  }
}
