/** Whether a listing can be traded and priced from here: its exchange is connected and its feed is not stale. */
import type { World } from '../world.ts';

type AvailabilityWorld = Pick<World, 'market' | 'connectors' | 'faults'>;

/** Why a listing cannot be traded now, in words; `null` where it can. */
export function unavailability(world: AvailabilityWorld, isin: string, mic: string, nowMs: number): string | null {
  if (!world.connectors.isConnected(mic)) return `${mic} is not connected`;
  if (world.faults.active('stale_prices', mic, isin, nowMs) !== null) return `the prices of ${mic} are stale`;
  return null;
}

/** The first ISIN that no exchange prices now, with the reasons in words; `null` where all are priced (section 7). */
export function unpricedIsin(world: AvailabilityWorld, isins: Iterable<string>, nowMs: number): string | null {
  for (const isin of isins) {
    const listings = world.market.instruments.get(isin)?.listings ?? [];
    const reasons = listings.map((mic) => unavailability(world, isin, mic, nowMs));
    if (reasons.every((reason) => reason !== null)) return `${isin}: ${reasons.join(', ')}`;
  }
  return null;
}
