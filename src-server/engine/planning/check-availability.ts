/**
 * Checks that listings can be traded and priced: their exchange is connected, its feed is not stale, and the instrument
 * is not delisted (decision O3).
 */
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { OrderRecord } from '../records.ts';
import type { World } from '../world.ts';

type AvailabilityWorld = Pick<World, 'market' | 'connectors' | 'faults' | 'instrumentChanges'>;

/** Why a listing cannot be traded now, as text; `null` where it can. */
export function unavailability(world: AvailabilityWorld, isin: string, mic: string, nowMs: number): string | null {
  const delistedMs = world.instrumentChanges.delistedMs(isin);
  if (delistedMs !== null) return `it has been delisted since ${formatInstant(delistedMs)}`;
  if (!world.connectors.isConnected(mic)) return `${mic} is not connected`;
  if (world.faults.active('stale_prices', mic, isin, nowMs) !== null) return `the prices of ${mic} are stale`;
  return null;
}

/** The first ISIN that no exchange prices now, with the reasons as text; `null` where all are priced (section 7). */
export function findUnpricedIsin(world: AvailabilityWorld, isins: Iterable<string>, nowMs: number): string | null {
  for (const isin of isins) {
    const listings = world.market.instruments.get(isin)?.listings ?? [];
    const reasons = listings.map((mic) => unavailability(world, isin, mic, nowMs));
    if (reasons.every((reason) => reason !== null)) return `${isin}: ${[...new Set(reasons)].join(', ')}`;
  }
  return null;
}

/**
 * Why the first order that cannot be sent now cannot, as a sentence; `null` where all can (specification section 7).
 */
export function findUnreachableOrder(
  world: AvailabilityWorld & Pick<World, 'kernel'>,
  orders: readonly OrderRecord[],
): string | null {
  for (const { sequence, side, isin, mic } of orders) {
    const reason = unavailability(world, isin, mic, world.kernel.nowMs);
    if (reason !== null) return `Order ${sequence} (${side} ${isin}) cannot be sent: ${reason}.`;
  }
  return null;
}
