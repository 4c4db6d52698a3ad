/** Why an exchange refuses an order that breaks none of its rules: a fault, or the fate of a test instrument. */
import type { Fate } from '../../domain/identifiers/fate.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { RoutedOrder } from '../exchange-connectors.ts';
import type { FaultRegistry } from '../faults/fault-registry.ts';
import type { OrderRefusal } from './order-rules.ts';

/** `null`: it is accepted. */
export function faultyRefusal(
  unit: UnitOfWork,
  faults: FaultRegistry,
  order: RoutedOrder,
  fate: Fate | undefined,
): OrderRefusal | null {
  const fault = faults.trigger(unit, 'reject_orders', order, order.clientOrderId);
  if (fault === null) return null;
  const why = fate === 'rejected' ? fault.faultId : `fault ${fault.faultId}`;
  return { code: 'exchange_refused', text: `${order.mic} refuses orders (${why}).` };
}
