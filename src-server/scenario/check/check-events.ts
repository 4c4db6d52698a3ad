/**
 * Finds expectations of the event log that no event can match, by the catalogue: pointers into data that its types do
 * not have, and texts that a field never has (decision K140). They prove nothing, whether such an event must occur or
 * must not.
 */
import { isDeepStrictEqual } from 'node:util';
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { nearestName } from '../../contract/fields/nearest-name.ts';
import { isOfType } from '../../contract/scenario/event-patterns.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { EVENT_TYPES, type EventType } from '../../domain/events/event-catalogue.ts';
import { eventFieldAt, eventSchemas, type NoField, shapesAt } from '../../domain/events/event-field-at.ts';
import { matcherFaults, presenceFaults, saysAbsent } from './check-matchers.ts';
import type { Shapes } from './response-shapes.ts';

type Path = readonly PropertyKey[];

/** The issues of one step, with places within it. */
export function eventFaults(step: ScenarioStep): IssuePlace[] {
  if ('expect_event' in step) return valuesFaults(step.expect_event, 'type', 'data', ['expect_event']);
  if ('until' in step) return valuesFaults(step.until, 'event', 'data', ['until']);
  if (!('expect_events' in step)) return [];
  const ofData = listOf(step.expect_events).flatMap((entry, index) => {
    const types = typeof entry === 'string' ? entry : (memberOf(entry, 'event') ?? memberOf(entry, 'never'));
    return [
      ...dataFaults(types, memberOf(entry, 'data'), ['expect_events', index, 'data']),
      ...dataFaults(types, memberOf(step, 'data'), ['data']),
    ];
  });
  return [...ofData, ...vainNevers(listOf(step.expect_events))];
}

/**
 * Finds `never` entries that equal the next event of the list: its first match ends the search, so they can never
 * match.
 */
function vainNevers(entries: readonly unknown[]): IssuePlace[] {
  return entries.flatMap((entry, index) => {
    const never = memberOf(entry, 'never');
    const next = entries.slice(index + 1).find((each) => memberOf(each, 'never') === undefined);
    if (never === undefined || next === undefined) return [];
    const [none, types] = [typesOf(never), typesOf(typeof next === 'string' ? next : memberOf(next, 'event'))];
    const data = memberOf(next, 'data');
    const isSameData = data === undefined || isDeepStrictEqual(data, memberOf(entry, 'data'));
    return none.length > 0 && isSameData && none.every((type) => types.includes(type))
      ? [
          {
            path: ['expect_events', index, 'never'],
            issue: 'always holds, because the next event of the list is the first match',
          },
        ]
      : [];
  });
}

/** The issues of properties of the whole run. */
export function propertyFaults(scenario: { readonly always?: unknown; readonly eventually?: unknown }): IssuePlace[] {
  const always = listOf(scenario.always).flatMap((property, index) => {
    const kind = memberOf(property, 'never') === undefined ? 'event' : 'never';
    const at = ['always', index];
    return [...valuesFaults(property, kind, 'where', at), ...valuesFaults(property, kind, 'data', at)];
  });
  const eventually = listOf(scenario.eventually).flatMap((property, index) => {
    const at = ['eventually', index];
    const after = memberOf(property, 'after');
    return [
      ...valuesFaults(property, 'event', 'where', at),
      ...valuesFaults(after, 'event', 'where', [...at, 'after']),
      ...listOf(memberOf(property, 'same')).flatMap((pointer, place) =>
        [property, after].flatMap((of) => pointerFaults(memberOf(of, 'event'), pointer, [...at, 'same', place])),
      ),
    ];
  });
  return [...always, ...eventually];
}

/** The issues of an object with types and with values by JSON pointer. */
function valuesFaults(of: unknown, types: string, values: string, path: Path): IssuePlace[] {
  return dataFaults(memberOf(of, types), memberOf(of, values), [...path, values]);
}

function dataFaults(types: unknown, data: unknown, path: Path): IssuePlace[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([pointer, matcher]) => {
    const at = [...path, pointer];
    const found = shapesAt(eventSchemas(typesOf(types)), pointer);
    if (!found.exists) return saysAbsent(matcher) && !isSlip(found) ? [] : pointerFaults(types, pointer, at);
    return [
      ...presenceFaults(eventSchemas(typesOf(types)), pointer, matcher, path),
      ...(found.shapes === null ? [] : matcherFaults(found.shapes, matcher, at)),
    ];
  });
}

/** The possible shapes of the event data in a property of a run; `null` if it names no types. */
export function eventShapes(property: unknown): Shapes {
  const types = typesOf(memberOf(property, 'event') ?? memberOf(property, 'never'));
  return types.length === 0 ? null : eventSchemas(types);
}

function pointerFaults(types: unknown, pointer: unknown, path: Path): IssuePlace[] {
  const known = typesOf(types);
  if (known.length === 0 || typeof pointer !== 'string' || hasReference(pointer)) return [];
  const found = eventFieldAt(known, pointer);
  if (found.exists) return [];
  const near = nearestName(found.name, found.names);
  const elsewhere = near === null ? found.deeper : null;
  if (elsewhere !== null)
    return [{ path, issue: `${listOf([types].flat()).join(' or ')} has no ${pointer}; did you mean ${elsewhere}?` }];
  const hint = near === null ? '' : `; did you mean ${corrected(known, pointer, `${found.within}/${near}`)}?`;
  return [{ path, issue: `${listOf([types].flat()).join(' or ')} has no ${pointer}${hint}` }];
}

/** An unknown name may be expected to be absent, unless it is almost a known one. */
function isSlip({ name, names }: NoField): boolean {
  return nearestName(name, names) !== null;
}

/** Includes the rest of the pointer after the wrong name, if it exists there. */
function corrected(types: readonly EventType[], pointer: string, upTo: string): string {
  const rest = pointer.split('/').slice(upTo.split('/').length);
  const whole = [upTo, ...rest].join('/');
  return eventFieldAt(types, whole).exists ? whole : upTo;
}

/** All matching types; none for an invalid type, which its schema reports. */
function typesOf(types: unknown): readonly EventType[] {
  const patterns = [types].flat().filter((pattern) => typeof pattern === 'string');
  return EVENT_TYPES.filter((type) => patterns.some((pattern) => isOfType(pattern, type)));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
