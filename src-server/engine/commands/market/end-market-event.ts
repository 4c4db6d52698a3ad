/** Ends a market event now; its effect on prices so far remains, unless a jump is reversed (decisions L12, L57). */
import { isJump, type Overlay } from '../../../market/prices/overlay-registry.ts';
import { marketEventStatus, marketEventSubject } from '../../event-payloads.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import type { World } from '../../world.ts';

type EventWorld = Pick<World, 'kernel' | 'overlays' | 'marketEvents'>;

/** Refused with 404 for an unknown id; an event that is over is not changed. */
export function endMarketEvent(world: EventWorld, marketEventId: string): Outcome<Overlay> {
  const overlay = world.overlays.find(marketEventId);
  if (overlay === null) return unknownEvent(marketEventId);
  const status = marketEventStatus(overlay, world.kernel.nowMs);
  if (status === 'over' || status === 'cancelled') return accepted(overlay);
  return accepted(endNow(world, { ...overlay, endedMs: world.kernel.nowMs }, {}));
}

/**
 * Reverses a jump from now on, exactly; a scheduled jump never happens. Refused with 404 for an unknown id, 400 for an
 * event that is not a jump; a reversed jump is not changed.
 */
export function takeBackJump(world: EventWorld, marketEventId: string): Outcome<Overlay> {
  const overlay = world.overlays.find(marketEventId);
  if (overlay === null) return unknownEvent(marketEventId);
  if (!isJump(overlay)) {
    const issue = `is not possible for a ${overlay.kind}: only a jump can be reversed`;
    return refused('invalid_request', 'The market event cannot be reversed.', [{ path: '/take_back', issue }]);
  }
  const { nowMs } = world.kernel;
  if (nowMs < overlay.fromMs) return endMarketEvent(world, marketEventId);
  const isReversed = overlay.untilMs !== null && overlay.untilMs <= nowMs && !staysInForce(overlay);
  if (isReversed || marketEventStatus(overlay, nowMs) === 'cancelled') return accepted(overlay);
  return accepted(endNow(world, { ...overlay, untilMs: nowMs, endedMs: nowMs }, { taken_back: true }));
}

/** Whether a jump was ended before its reversal, which then never came. */
function staysInForce({ untilMs, endedMs }: Overlay): boolean {
  return endedMs !== null && untilMs !== null && endedMs < untilMs;
}

function unknownEvent(marketEventId: string) {
  return refused('not_found', `There is no market event ${marketEventId}.`);
}

function endNow(world: EventWorld, changed: Overlay, how: { readonly taken_back?: true }): Overlay {
  const ended = world.kernel.execute((unit): Overlay => {
    world.marketEvents.update(changed);
    unit.emit('market.event_ended', {
      market_event_id: changed.marketEventId,
      ...marketEventSubject(changed),
      ...how,
    });
    return changed;
  });
  world.overlays.put(ended);
  return ended;
}
