/** Adds all events of a preset, or none: if the service refuses one, those before it are ended again. */

import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { MarketEventView } from '../../../src-server/contract/control/market/market-control.ts';
import { addMarketEvent, endMarketEvent, takeBackJump } from '../../api/market-api.ts';
import { isJump } from './format-market-event.ts';

type MarketEvent = MarketEventView;

/** The events, in the order of `bodies`. Throws the service's refusal. */
export async function addPreset(bodies: readonly ControlBody<'POST /market/events'>[]): Promise<MarketEvent[]> {
  const added: MarketEvent[] = [];
  try {
    for (const body of bodies) added.push(await addMarketEvent(body));
  } catch (error) {
    await removeEvents(added);
    throw error;
  }
  return added;
}

/** Ends lasting events and reverses jumps, latest first. */
export async function removeEvents(events: readonly MarketEvent[]): Promise<void> {
  for (const { kind, market_event_id: id } of [...events].reverse()) {
    await (isJump(kind) ? takeBackJump(id) : endMarketEvent(id));
  }
}
