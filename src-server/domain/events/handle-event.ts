/** Tables of what is done with events, a function for each type that matters; each gets the data of its own type. */
import type { EntryOf, EventOf, EventType } from './event-catalogue.ts';

/** By type of event; what is not there is left alone. */
export type EventTable<Rest extends readonly unknown[], Result> = {
  readonly [T in EventType]?: (data: EventOf<T>, ...rest: Rest) => Result;
};

/** What the table says of an entry; `undefined` where it says nothing of its type. */
export function handleEvent<T extends EventType, Rest extends readonly unknown[], Result>(
  table: EventTable<Rest, Result>,
  { type, data }: Pick<EntryOf<T>, 'type' | 'data'>,
  ...rest: Rest
): Result | undefined {
  return table[type]?.(data, ...rest);
}
