/** Registers the timers of bulk rebalances (decision P6). */
import type { Json } from '../../kernel/canonical-json.ts';
import type { World } from '../world.ts';
import { BULK_PLAN_TIMER, BULK_START_TIMER } from './bulk-rebalance.ts';
import { planSome } from './plan-bulk.ts';
import { startNext } from './start-bulk.ts';

/** Must be called once, before time advances. */
export function handleBulkRebalances(world: World): void {
  world.kernel.onTimer(BULK_PLAN_TIMER, (unit, payload) => planSome(world, unit, bulkIdOf(payload)));
  world.kernel.onTimer(BULK_START_TIMER, (unit, payload) => startNext(world, unit, bulkIdOf(payload)));
}

function bulkIdOf(payload: Json): string {
  return (payload as { readonly bulk_id: string }).bulk_id;
}
