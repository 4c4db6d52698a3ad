/** Tables of event handlers: one function for each type that matters, which receives the data of its type. */
import type { EntryOf, EventOf, EventType } from './event-catalogue.ts';

/** By type of event; types that are not listed are ignored. */
export type EventTable<Rest extends readonly unknown[], Result> = {
  readonly [T in EventType]?: (data: EventOf<T>, ...rest: Rest) => Result;
};

/** Returns the result of the table's handler for an entry; `undefined` if its type has none. */
export function handleEvent<T extends EventType, Rest extends readonly unknown[], Result>(
  table: EventTable<Rest, Result>,
  { type, data }: Pick<EntryOf<T>, 'type' | 'data'>,
  ...rest: Rest
): Result | undefined {
  return table[type]?.(data, ...rest);
}
