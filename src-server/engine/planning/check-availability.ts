/**
 * Checks that listings can be traded and priced: their exchange is connected, its feed is not stale, and the instrument
 * is not delisted (decision O3).
 */
import { formatInstant } from '../../domain/numbers/instant.ts';
import { type Refusal, refused } from '../outcome.ts';
import type { OrderRecord } from '../records.ts';
import type { World } from '../world.ts';

type AvailabilityWorld = Pick<World, 'market' | 'connectors' | 'faults' | 'instrumentChanges'>;

/** Returns why a listing cannot be traded now, as text; `null` if it can. */
export function unavailability(world: AvailabilityWorld, isin: string, mic: string, nowMs: number): string | null {
  const delistedMs = world.instrumentChanges.delistedMs(isin);
  if (delistedMs !== null) return `it has been delisted since ${formatInstant(delistedMs)}`;
  if (!world.connectors.isConnected(mic)) return `${mic} is not connected`;
  if (world.faults.active('stale_prices', mic, isin, nowMs) !== null) return `the prices of ${mic} are stale`;
  return null;
}

/**
 * Returns the first ISIN that no exchange prices now, with the reasons as text; `null` if all are priced (section 7).
 */
export function findUnpricedIsin(world: AvailabilityWorld, isins: Iterable<string>, nowMs: number): string | null {
  for (const isin of isins) {
    const listings = world.market.instruments.get(isin)?.listings ?? [];
    const reasons = listings.map((mic) => unavailability(world, isin, mic, nowMs));
    if (reasons.every((reason) => reason !== null)) return `${isin}: ${[...new Set(reasons)].join(', ')}`;
  }
  return null;
}

/** Refused with 500 if an instrument has no price now (section 7); `null` if all have one. */
export function refusedUnpriced(world: AvailabilityWorld, isins: Iterable<string>, nowMs: number): Refusal | null {
  const all = [...isins];
  const unpriced = findUnpricedIsin(world, all, nowMs);
  if (unpriced === null) return null;
  const wayOut = delistedAmong(world, all).length === 0 ? '' : ` ${WAY_OUT}`;
  return refused('internal_error', `Pricing is unavailable for ${unpriced}.${wayOut}`);
}

/**
 * Refused with 400 if the portfolio holds or targets delisted instruments; the message names each by its symbol and
 * says how plans become possible again. It is for people, while the service responds with 500 (decision O3). `null` if
 * none was delisted.
 */
export function refusedForDelisted(world: AvailabilityWorld, isins: Iterable<string>, path: string): Refusal | null {
  const delisted = delistedAmong(world, isins);
  if (delisted.length === 0) return null;
  const names = delisted.map(({ symbol, isin }) => `${symbol} (${isin})`).join(', ');
  const verb = delisted.length === 1 ? 'has' : 'have';
  const message = `${names} ${verb} been delisted and ${verb} no price, so no rebalance can be planned. ${WAY_OUT}`;
  const details = delisted.map(({ symbol, isin, delistedMs }) => ({
    path,
    issue: `holds or targets ${symbol} (${isin}), which has been delisted since ${formatInstant(delistedMs)}`,
  }));
  return refused('invalid_request', message, details);
}

const WAY_OUT = 'Plans are possible again once neither positions nor targets name it.';

interface Delisted {
  readonly isin: string;
  readonly symbol: string;
  readonly delistedMs: number;
}

function delistedAmong(world: AvailabilityWorld, isins: Iterable<string>): Delisted[] {
  return [...new Set(isins)].flatMap((isin) => {
    const delistedMs = world.instrumentChanges.delistedMs(isin);
    const symbol = world.market.instruments.get(isin)?.symbol ?? isin;
    return delistedMs === null ? [] : [{ isin, symbol, delistedMs }];
  });
}

/**
 * Returns why the first order that cannot be sent now cannot, as a sentence; `null` if all can (specification section
 * 7).
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
