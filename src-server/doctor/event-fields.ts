/**
 * The fields of an event in the units of the tables. `undefined` where the event does not have a field, or has something
 * else there: then it says nothing, and whoever compares leaves it alone.
 */
import { MICRO, MINOR_PER_UNIT } from '../domain/numbers/exact.ts';
import { parseInstant } from '../domain/numbers/instant.ts';
import type { Json } from '../kernel/canonical-json.ts';
import type { EventData } from '../kernel/event-chain.ts';

type Said<T> = T | null | undefined;

export class EventFields {
  readonly #data: EventData;

  constructor(data: EventData) {
    this.#data = data;
  }

  json(name: string): Json | undefined {
    return this.#data[name];
  }

  text(name: string): Said<string> {
    const value = this.#data[name];
    return value === null || typeof value === 'string' ? value : undefined;
  }

  /** Of a field that every event of its kind has; empty where it is not there. */
  id(name: string): string {
    return this.text(name) ?? '';
  }

  number(name: string): Said<number> {
    const value = this.#data[name];
    return value === null || typeof value === 'number' ? value : undefined;
  }

  micro(name: string): Said<number> {
    return scaled(this.number(name), MICRO);
  }

  minor(name: string): Said<number> {
    return scaled(this.number(name), MINOR_PER_UNIT);
  }

  instantMs(name: string): Said<number> {
    const text = this.text(name);
    return typeof text === 'string' ? (parseInstant(text) ?? undefined) : text;
  }

  flag(name: string): 0 | 1 | undefined {
    const value = this.#data[name];
    return typeof value === 'boolean' ? (Number(value) as 0 | 1) : undefined;
  }

  /** An object in a field; without fields where there is none. */
  in(name: string): EventFields {
    const value = this.#data[name];
    return new EventFields(isObject(value) ? value : {});
  }

  /** The objects in a list. */
  list(name: string): readonly EventFields[] {
    const value = this.#data[name];
    return Array.isArray(value) ? value.filter(isObject).map((each) => new EventFields(each)) : [];
  }

  /** Whether the event has the field, with whatever value. */
  has(name: string): boolean {
    return this.#data[name] !== undefined;
  }
}

function scaled(value: Said<number>, by: number): Said<number> {
  return typeof value === 'number' ? Math.round(value * by) : value;
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
