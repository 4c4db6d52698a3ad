/** Checks that events occur in an order, without excluded ones in between (decision K131). Pure. */
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { durationText } from '../references/expression-values.ts';
import { bodyMismatch } from '../run/match-value.ts';
import { type EventPattern, hasType, isLike, namePattern } from './event-pattern.ts';

export interface OrderEntry {
  readonly pattern: EventPattern;
  readonly isNever: boolean;
  /** Virtual time after the previous event; `null`: no limit. */
  readonly withinMs: number | null;
}

/** Why the events do not occur in this order; `null` if they do. `fromMs`: start of the first entry's time limit. */
export function orderFault(
  entries: readonly OrderEntry[],
  events: readonly LoggedEvent[],
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): string | null {
  let before: Reached = { atMs: fromMs, index: -1, name: 'the beginning' };
  let forbidden: OrderEntry[] = [];
  for (const entry of entries) {
    if (entry.isNever) {
      forbidden.push(entry);
      continue;
    }
    const index = events.findIndex((event, at) => at > before.index && isLike(entry.pattern, event));
    const found = events[index];
    if (found === undefined) return missing(entry, events, before);
    const spanMs = found.atMs - before.atMs;
    if (entry.withinMs !== null && spanMs > entry.withinMs)
      return `${nameOf(found)} occurred ${durationText(spanMs)} after ${before.name}, not within ${durationText(entry.withinMs)}`;
    const intruder = forbiddenFault(forbidden, events.slice(before.index + 1, index), before);
    if (intruder !== null) return intruder;
    before = { atMs: found.atMs, index, name: nameOf(found) };
    forbidden = [];
  }
  const short = forbidden.find(({ withinMs }) => withinMs !== null && nowMs - before.atMs < withinMs);
  const intruder = forbiddenFault(forbidden, events.slice(before.index + 1), before);
  if (intruder !== null || short === undefined) return intruder;
  const span = durationText(short.withinMs ?? 0);
  return `${namePattern(short.pattern)} must not occur within ${span} after ${before.name}, but only ${durationText(nowMs - before.atMs)} have passed: advance first`;
}

interface Reached {
  readonly atMs: number;
  readonly index: number;
  readonly name: string;
}

function forbiddenFault(
  forbidden: readonly OrderEntry[],
  events: readonly LoggedEvent[],
  before: Reached,
): string | null {
  for (const { pattern, withinMs } of forbidden) {
    const intruder = events.find(
      (event) => isLike(pattern, event) && (withinMs === null || event.atMs - before.atMs <= withinMs),
    );
    if (intruder !== undefined) return `${nameOf(intruder)} occurred after ${before.name}, but must not`;
  }
  return null;
}

function missing({ pattern }: OrderEntry, events: readonly LoggedEvent[], before: Reached): string {
  const name = namePattern(pattern);
  const earlier = events.slice(0, before.index + 1).find((event) => isLike(pattern, event));
  if (earlier !== undefined) return `no ${name} occurred after ${before.name}, only before it: ${nameOf(earlier)}`;
  const other = events.slice(before.index + 1).findLast((event) => hasType(pattern, event));
  if (other === undefined) return `no ${name} occurred after ${before.name}`;
  return `no ${name} occurred after ${before.name} as expected; of ${nameOf(other)}, ${bodyMismatch(pattern.data, other.data)}`;
}

export function nameOf({ seq, type, atMs }: LoggedEvent): string {
  return `event ${seq} (${type}, ${formatInstant(atMs)})`;
}
