/** Lets go of a held mid (control plane, decision L). */
import { accepted, type Outcome, refused } from '../outcome.ts';
import type { World } from '../world.ts';

/** From the present instant on; 404 where nothing holds the instrument. */
export function unpinPrice(world: Pick<World, 'kernel' | 'pins' | 'pinStore'>, isin: string): Outcome<null> {
  if (world.pins.at(isin, world.kernel.nowMs) === null) return refused('not_found', `${isin} is not pinned.`);
  const untilMs = world.kernel.execute((unit) => {
    world.pinStore.release(isin, unit.nowMs);
    unit.emit('market.unpinned', { isin });
    return unit.nowMs;
  });
  world.pins.release(isin, untilMs);
  return accepted(null);
}
