/** Whether all orders of a plan can be sent to their exchanges now (specification section 7). */

import type { OrderRecord } from '../records.ts';
import type { World } from '../world.ts';
import { unavailability } from './availability.ts';

/** Why the first that cannot be sent cannot, as a sentence; `null` where all can. The plan stays as it is. */
export function unreachableOrder(world: World, orders: readonly OrderRecord[]): string | null {
  for (const { sequence, side, isin, mic } of orders) {
    const reason = unavailability(world, isin, mic, world.kernel.nowMs);
    if (reason !== null) return `Order ${sequence} (${side} ${isin}) cannot be sent: ${reason}.`;
  }
  return null;
}
