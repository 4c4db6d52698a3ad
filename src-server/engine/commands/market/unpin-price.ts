/** Releases a pinned mid or exchange rate (control plane, decisions L9 and L58). */
import type { Pin } from '../../../market/prices/pin-registry.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import type { World } from '../../world.ts';
import { isRatePin } from './pin-price.ts';

/** `subject`: an ISIN or a currency. Takes effect now; 404 where it is not pinned. */
export function unpinPrice(world: Pick<World, 'kernel' | 'pins' | 'pinStore'>, subject: string): Outcome<Pin> {
  const held = world.pins.at(subject, world.kernel.nowMs);
  if (held === null) return refused('not_found', `${subject} is not pinned.`);
  const untilMs = world.kernel.execute((unit) => {
    world.pinStore.release(subject, unit.nowMs);
    if (isRatePin(held)) unit.emit('market.fx_unpinned', { currency: subject });
    else unit.emit('market.unpinned', { isin: subject });
    return unit.nowMs;
  });
  world.pins.release(subject, untilMs);
  return accepted(held);
}
