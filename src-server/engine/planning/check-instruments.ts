/** Validates ISINs and exchanges of a request against the universe; one issue for each, with its path (decision C4). */
import { isIsin } from '../../domain/identifiers/isin.ts';
import type { ValidationIssue } from '../outcome.ts';
import type { World } from '../world.ts';

/** `pathOf(index)` is the JSON pointer of a row; a row without exchange is checked for its ISIN only. */
export function validateInstruments(
  world: Pick<World, 'market'>,
  rows: readonly { isin: string; exchange?: string }[],
  pathOf: (index: number) => string,
): ValidationIssue[] {
  return rows.flatMap(({ isin, exchange }, index): ValidationIssue[] => {
    const instrument = world.market.instruments.get(isin);
    if (instrument === undefined) {
      return [{ path: `${pathOf(index)}/isin`, issue: `${isin} is not an instrument of this world` }];
    }
    if (exchange === undefined || instrument.listings.includes(exchange)) return [];
    const listed = instrument.listings.join(', ');
    const issue = world.market.exchanges.has(exchange)
      ? `${exchange} does not list ${isin}; it is listed at ${listed}`
      : `${exchange} is not a known exchange; ${isin} is listed at ${listed}`;
    return [{ path: `${pathOf(index)}/exchange`, issue }];
  });
}

/**
 * Validates a list of a body that failed validation, so that one response reports every issue (decision C): rows with a
 * readable ISIN are checked, the schema refuses the others.
 */
export function validateReadableRows(world: Pick<World, 'market'>, body: unknown, field: string): ValidationIssue[] {
  const rows = memberOf(body, field);
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown, index): ValidationIssue[] => {
    const isin = memberOf(row, 'isin');
    const exchange = memberOf(row, 'exchange');
    if (typeof isin !== 'string' || !isIsin(isin)) return [];
    const readable = typeof exchange === 'string' ? { isin, exchange } : { isin };
    return validateInstruments(world, [readable], () => `/${field}/${index}`);
  });
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Returns issues of positions that name the same listing twice. */
export function findRepeatedPositions(
  rows: readonly { isin: string; exchange: string }[],
  pathOf: (index: number) => string,
): ValidationIssue[] {
  const seen = new Map<string, number>();
  return rows.flatMap(({ isin, exchange }, index): ValidationIssue[] => {
    const key = `${isin} ${exchange}`;
    const first = seen.get(key);
    if (first !== undefined)
      return [{ path: pathOf(index), issue: `repeats ${isin} at ${exchange} of entry ${first}` }];
    seen.set(key, index);
    return [];
  });
}
