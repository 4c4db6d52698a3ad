/** Converts values of events to the units of the tables. A missing value stays undefined, because it is not known. */
import { MICRO, MINOR_PER_UNIT } from '../domain/numbers/exact.ts';
import { parseInstant } from '../domain/numbers/instant.ts';

type Optional<T> = T | null | undefined;

export function micro<T extends Optional<number>>(value: T): T {
  return scaled(value, MICRO);
}

export function minor<T extends Optional<number>>(value: T): T {
  return scaled(value, MINOR_PER_UNIT);
}

export function eventInstantMs(text: Optional<string>): Optional<number> {
  return typeof text === 'string' ? (parseInstant(text) ?? undefined) : text;
}

export function flagOf(value: boolean | undefined): 0 | 1 | undefined {
  if (value === undefined) return undefined;
  return value ? 1 : 0;
}

function scaled<T extends Optional<number>>(value: T, by: number): T {
  return (typeof value === 'number' ? Math.round(value * by) : value) as T;
}
