/** Finds entries of the event log by their type and data. Pure. */
import type { Matcher } from '../../contract/fields/matcher.ts';
import { isOfType } from '../../contract/scenario/event-patterns.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { bodyMismatch, pathsNowhere } from '../run/match-value.ts';

export interface EventPattern {
  readonly types: readonly string[];
  /** Matchers by JSON pointer into the data, names filled in. */
  readonly data: Readonly<Record<string, Matcher>>;
}

export function hasType({ types }: EventPattern, { type }: LoggedEvent): boolean {
  return types.some((pattern) => isOfType(pattern, type));
}

export function isLike(pattern: EventPattern, event: LoggedEvent): boolean {
  return hasType(pattern, event) && bodyMismatch(pattern.data, event.data) === null;
}

export function typesOf(types: string | readonly string[]): readonly string[] {
  return typeof types === 'string' ? [types] : types;
}

export function namePattern({ types }: EventPattern): string {
  return types.join(' or ');
}

/** A path that no event of its type has is a mistake: a missing match then proves nothing. */
export function unknownPaths(pattern: EventPattern, events: readonly LoggedEvent[]): string[] {
  const ofType = events.filter((event) => hasType(pattern, event));
  const [first] = ofType;
  if (first === undefined) return [];
  const unknown = pathsNowhere(
    pattern.data,
    ofType.map(({ data }) => data),
  );
  return unknown.map((pointer) => `${pointer} is in no ${first.type}; it has ${Object.keys(first.data).join(', ')}`);
}
