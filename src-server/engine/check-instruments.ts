/** Checks ISINs and exchanges of a request against the universe; one fault for each, with its place (decision C4). */
import type { Fault } from './outcome.ts';
import type { World } from './world.ts';

/** `pathOf(index)` is the JSON pointer of a row; a row without exchange is checked for its ISIN only. */
export function instrumentFaults(
  world: Pick<World, 'market'>,
  rows: readonly { isin: string; exchange?: string }[],
  pathOf: (index: number) => string,
): Fault[] {
  return rows.flatMap(({ isin, exchange }, index): Fault[] => {
    const instrument = world.market.instruments.get(isin);
    if (instrument === undefined) {
      return [{ path: `${pathOf(index)}/isin`, issue: `${isin} is not in the instrument universe` }];
    }
    if (exchange === undefined || instrument.listings.includes(exchange)) return [];
    const listed = instrument.listings.join(', ');
    const issue = world.market.exchanges.has(exchange)
      ? `${exchange} does not list ${isin}; it is listed at ${listed}`
      : `${exchange} is not a known exchange; ${isin} is listed at ${listed}`;
    return [{ path: `${pathOf(index)}/exchange`, issue }];
  });
}

/** Faults of positions that name the same listing twice. */
export function repeatedPositionFaults(
  rows: readonly { isin: string; exchange: string }[],
  pathOf: (index: number) => string,
): Fault[] {
  const seen = new Map<string, number>();
  return rows.flatMap(({ isin, exchange }, index): Fault[] => {
    const key = `${isin} ${exchange}`;
    const first = seen.get(key);
    if (first !== undefined)
      return [{ path: pathOf(index), issue: `repeats ${isin} at ${exchange} of entry ${first}` }];
    seen.set(key, index);
    return [];
  });
}
