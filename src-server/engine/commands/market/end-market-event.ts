/** Ends a market event now; its effect on prices so far stays (decision L). */
import type { Overlay } from '../../../market/prices/overlay-registry.ts';
import { marketEventStatus, marketEventSubject } from '../../event-payloads.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import type { World } from '../../world.ts';

type EventWorld = Pick<World, 'kernel' | 'overlays' | 'marketEvents'>;

/** 404 for an unknown id; an event that is over stays as it is. */
export function endMarketEvent(world: EventWorld, marketEventId: string): Outcome<Overlay> {
  const overlay = world.overlays.find(marketEventId);
  if (overlay === null) return refused('not_found', `There is no market event ${marketEventId}.`);
  const status = marketEventStatus(overlay, world.kernel.nowMs);
  if (status === 'over' || status === 'cancelled') return accepted(overlay);
  const ended = world.kernel.execute((unit): Overlay => {
    const changed = { ...overlay, endedMs: unit.nowMs };
    world.marketEvents.update(changed);
    unit.emit('market.event_ended', { market_event_id: marketEventId, ...marketEventSubject(overlay) });
    return changed;
  });
  world.overlays.put(ended);
  return accepted(ended);
}
