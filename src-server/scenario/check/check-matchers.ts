/**
 * Finds texts in matchers that a value can never have: plain, in `equals`, `one_of` and `not`, and in matchers for the
 * entries of a list. Values with references are only known in the run.
 */
import { z } from 'zod';
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { didYouMean, nearestName } from '../../contract/fields/nearest-name.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import { type NoField, shapesAt } from '../../domain/events/event-field-at.ts';
import { allowedTexts, namedMembers, shapeMember, shapesOf } from '../../domain/events/schema-shapes.ts';
import { formOf } from '../../domain/events/value-forms.ts';
import { mismatch } from '../run/match-value.ts';
import { boundFaults, isShare, MIN_PERCENT, percentIssue, shareFaults } from './check-numbers.ts';
import { holdsForAnyText, OF_TEXTS } from './check-ranges.ts';

type Schema = z.core.$ZodType;
type Path = readonly PropertyKey[];

/**
 * The issues of a body with matchers by JSON pointer. `isWhole`: its schemas define all of it; otherwise, and for
 * values that are expected to be absent, an unknown pointer is only reported if it almost equals a known one.
 */
export function bodyTextFaults(schemas: readonly Schema[], body: unknown, path: Path, isWhole = true): IssuePlace[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([pointer, matcher]) => {
    // An invalid pointer is reported by the schema of the step.
    if (hasReference(pointer) || !/^(?:\/|$)/.test(pointer)) return [];
    const found = shapesAt(schemas, pointer);
    if (found.exists)
      return [
        ...presenceFaults(schemas, pointer, matcher, path),
        ...(found.shapes === null ? [] : matcherFaults(found.shapes, matcher, [...path, pointer])),
      ];
    const mayBeMeant = !isWhole || saysAbsent(matcher);
    if (mayBeMeant && nearestName(found.name, found.names) === null) return [];
    return [{ path: [...path, pointer], issue: leadsNowhere(found, schemas, pointer) }];
  });
}

/** Finds `present` for a value that is never missing but may be null, which counts as present. */
export function presenceFaults(
  schemas: readonly Schema[],
  pointer: string,
  matcher: unknown,
  path: Path,
): IssuePlace[] {
  if (typeof matcher !== 'object' || matcher === null) return [];
  if ('not' in matcher && matcher.not === null && memberShape(schemas, pointer) === 'a value')
    return [{ path: [...path, pointer, 'not'], issue: 'always holds: the value is always present and never null' }];
  if (!('present' in matcher) || !isNullInstead(schemas, pointer)) return [];
  const at = [...path, pointer, 'present'];
  return matcher.present === false
    ? [{ path: at, issue: 'never holds: the value is always present, and null means “none”; write null' }]
    : [{ path: at, issue: 'always holds: the value is always present, and null means “none”; write { not: null }' }];
}

/** Whether each of the schemas always has a value at a pointer, which may be null. */
export function isNullInstead(schemas: readonly Schema[], pointer: string): boolean {
  return memberShape(schemas, pointer) === 'null or a value';
}

/** The kind of value that each of the schemas has at a pointer; `null` if one may lack it, or is not known. */
function memberShape(schemas: readonly Schema[], pointer: string): 'a value' | 'null or a value' | null {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  const parent = pointer === '' ? null : shapesAt(schemas, pointer.slice(0, pointer.lastIndexOf('/')));
  if (parent === null || !parent.exists || parent.shapes === null || parent.shapes.length === 0) return null;
  const found = parent.shapes.map((shape) => {
    const member = shapeMember(shape, name);
    if (!(shape instanceof z.ZodObject) || member.is !== 'schema') return null;
    const { isOptional, isNullable } = shapesOf(member.schema);
    if (isOptional) return null;
    return isNullable ? 'null or a value' : 'a value';
  });
  const [first = null] = found;
  return found.every((each) => each === first) ? first : null;
}

export function saysAbsent(matcher: unknown): boolean {
  return typeof matcher === 'object' && matcher !== null && 'present' in matcher && matcher.present === false;
}

/** The issue of an unknown pointer, with the names that exist there. */
export function leadsNowhere(
  { within, name, names, deeper, isList }: NoField,
  schemas: readonly Schema[],
  pointer: string,
): string {
  const rest = pointer.slice(within.length + name.length + 1);
  const slashed = pointer
    .replaceAll('[]', '/0')
    .replaceAll(/\[(\d+)\]/g, '/$1')
    .replaceAll('.', '/');
  const near = nearestName(name, names);
  const repaired = [slashed, ...(near === null ? [] : [`${within}/${near}${rest}`])].find(
    (each) => each !== pointer && shapesAt(schemas, each, { stars: true }).exists,
  );
  if (repaired !== undefined) return `leads nowhere (did you mean ${repaired}?)`;
  if (near !== null) return `leads nowhere (did you mean ${within}/${near}?)`;
  if (isList && name === '*' && rest !== '')
    return `leads nowhere, because * is not an index: write ${within}: { every: { body: { ${rest}: … } } }`;
  if (isList) return `leads nowhere: ${within} is a list, whose first entry is ${within}/0`;
  if (deeper !== null) return `leads nowhere (did you mean ${deeper}?)`;
  const where = within === '' ? 'there' : `at ${within}`;
  return names.length === 0
    ? `leads nowhere: ${where} is a single value`
    : `leads nowhere: ${where} are ${names.join(', ')}`;
}

/** The issues of a matcher for a value with one of these shapes. */
export function matcherFaults(shapes: readonly Schema[], matcher: unknown, path: Path): IssuePlace[] {
  if (typeof matcher !== 'object' || matcher === null || Array.isArray(matcher))
    return valueFaults(shapes, matcher, path);
  const { equals, one_of: oneOf, not, contains, some, every } = matcher as Readonly<Record<string, unknown>>;
  const entries = entriesOf(shapes);
  return [
    ...choiceFaults(shapes, matcher as Readonly<Record<string, unknown>>, path),
    ...listFaults(shapes, matcher, path),
    ...shareFaults(shapes, matcher as Readonly<Record<string, unknown>>, path),
    ...boundFaults(shapes, matcher as Readonly<Record<string, unknown>>, path),
    ...valueFaults(shapes, equals, [...path, 'equals']),
    ...wholeChoice(shapes, oneOf, path),
    ...listOf(oneOf).flatMap((value, index) => valueFaults(shapes, value, [...path, 'one_of', index])),
    ...(not === undefined ? [] : matcherFaults(shapes, not, [...path, 'not'])),
    ...containedFaults(shapes, contains, [...path, 'contains']),
    ...entryFaults(entries, some, [...path, 'some']),
    ...entryFaults(entries, every, [...path, 'every']),
  ];
}

/** Reports `one_of` with every possible text. */
function wholeChoice(shapes: readonly Schema[], oneOf: unknown, path: Path): IssuePlace[] {
  const choices = allowedTexts(shapes) ?? [];
  const isWhole = choices.length > 1 && choices.every((choice) => listOf(oneOf).includes(choice));
  return isWhole ? [{ path: [...path, 'one_of'], issue: 'lists every possible value, so it checks nothing' }] : [];
}

/** Checks the matcher of a text that has one of a few values. */
function choiceFaults(
  shapes: readonly Schema[],
  { pattern, glob, contains }: Readonly<Record<string, unknown>>,
  path: Path,
): IssuePlace[] {
  const choices = allowedTexts(shapes);
  if (choices === null) return [];
  return Object.entries({ pattern, glob, contains }).flatMap(([rule, text]) => {
    if (typeof text !== 'string' || hasReference(text)) return [];
    const matched = choices.filter((choice) => mismatch({ [rule]: text }, choice) === null);
    // A rule that matches any text is reported as such.
    if (matched.length === choices.length && choices.length > 1 && !holdsForAnyText(rule, text))
      return [{ path: [...path, rule], issue: 'matches every possible value, so it checks nothing' }];
    return matched.length > 0
      ? []
      : [{ path: [...path, rule], issue: `matches none of the possible values: ${choices.join(', ')}` }];
  });
}

const OF_LISTS = ['items', 'min_items', 'max_items', 'some', 'every'];

/** Checks rules for entries, if the value is never a list. */
function listFaults(shapes: readonly Schema[], matcher: object, path: Path): IssuePlace[] {
  if (!isKnown(shapes) && !shapes.every((shape) => shape instanceof z.ZodObject)) return [];
  if (shapes.length === 0) return [];
  const isNumber = shapes.every((shape) => shape instanceof z.ZodNumber);
  const ofTexts = OF_TEXTS.filter((rule) => isNumber && Object.hasOwn(matcher, rule)).map((rule) => ({
    path: [...path, rule],
    issue:
      rule === 'contains'
        ? 'applies to texts and lists, but this value is a number'
        : 'applies to texts, but this value is a number',
  }));
  const ofLists = OF_LISTS.filter((rule) => Object.hasOwn(matcher, rule)).map((rule) => ({
    path: [...path, rule],
    issue: 'applies to lists, but this value is not a list',
  }));
  return [...ofTexts, ...ofLists];
}

/** Whether every shape is a text, a number or a boolean. */
function isKnown(shapes: readonly Schema[]): boolean {
  return shapes.every(
    (shape) =>
      shape instanceof z.ZodString ||
      shape instanceof z.ZodStringFormat ||
      shape instanceof z.ZodNumber ||
      shape instanceof z.ZodBoolean ||
      shape instanceof z.ZodEnum ||
      shape instanceof z.ZodLiteral,
  );
}

/** Checks a whole value, which may be a list or an object. */
function valueFaults(shapes: readonly Schema[], value: unknown, path: Path): IssuePlace[] {
  if (typeof value === 'string') return textFaults(shapes, value, path);
  if (typeof value === 'number' || typeof value === 'boolean') return plainFaults(shapes, value, path);
  if (Array.isArray(value)) {
    const entries = entriesOf(shapes);
    return value.flatMap((entry, index) => valueFaults(entries, entry, [...path, index]));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const isNone = shapes.length > 0 && shapes.every((shape) => shapeMember(shape, name).is === 'none');
    const names = shapes.flatMap((shape) => Object.keys(namedMembers(shape)));
    return isNone && names.length > 0
      ? [{ path: [...path, name], issue: `is not one of its values${didYouMean(name, names)}` }]
      : valueFaults(membersOf(shapes, name), member, [...path, name]);
  });
}

/** Checks an entry of a list, or a part of an object; a text may contain any text. */
function containedFaults(shapes: readonly Schema[], contained: unknown, path: Path): IssuePlace[] {
  const entries = entriesOf(shapes);
  if (entries.length > 0) return valueFaults(entries, contained, path);
  return typeof contained === 'string' ? [] : valueFaults(shapes, contained, path);
}

function entryFaults(entries: readonly Schema[], entry: unknown, path: Path): IssuePlace[] {
  if (entry === undefined) return [];
  const isByPointer = typeof entry === 'object' && entry !== null && 'body' in entry;
  return isByPointer ? bodyTextFaults(entries, entry.body, [...path, 'body']) : matcherFaults(entries, entry, path);
}

function textFaults(shapes: readonly Schema[], text: string, path: Path): IssuePlace[] {
  const choices = allowedTexts(shapes);
  if (hasReference(text) || choices?.includes(text)) return [];
  if (choices === null) return plainFaults(shapes, text, path);
  const near = didYouMean(text, choices);
  const whole = choices.find((choice) => choice.split('_').includes(text));
  const hint = near === '' && whole !== undefined ? ` (did you mean ${whole}?)` : near;
  return [{ path, issue: `is never "${text}": it is ${choices.join(', ')}${hint}` }];
}

/** A value that no shape allows never occurs, because values are compared without conversion. */
function plainFaults(shapes: readonly Schema[], value: string | number | boolean, path: Path): IssuePlace[] {
  const [what] = WHOLES.filter(([, kind]) => shapes.length > 0 && shapes.every((shape) => shape instanceof kind));
  if (what !== undefined) return [{ path, issue: `is never ${JSON.stringify(value)}: it is ${what[0]}` }];
  if (typeof value === 'number' && Math.abs(value) >= MIN_PERCENT && isShare(shapes))
    return [{ path, issue: percentIssue(value) }];
  if (shapes.length === 0 || !isKnown(shapes)) return [];
  const issues: string[] = [];
  for (const shape of shapes) {
    const form = typeof value === 'string' ? formOf(shape) : null;
    const { error } = z.safeParse(shape, value);
    if (error === undefined && (form === null || form.test(String(value)))) return [];
    issues.push(error?.issues[0]?.message ?? form?.description ?? '');
  }
  return [{ path, issue: `is never ${JSON.stringify(value)}: it ${issues[0]}` }];
}

const WHOLES = [
  ['a list', z.ZodArray],
  ['an object', z.ZodObject],
  ['an object', z.ZodRecord],
] as const;

function entriesOf(shapes: readonly Schema[]): readonly Schema[] {
  return shapes.flatMap((shape) => (shape instanceof z.ZodArray ? shapesOf(shape.element).shapes : []));
}

/** Empty if any of the shapes does not define the member. */
function membersOf(shapes: readonly Schema[], name: string): readonly Schema[] {
  const members = shapes.map((shape) => shapeMember(shape, name));
  if (members.some(({ is }) => is === 'any')) return [];
  return members.flatMap((member) => (member.is === 'schema' ? shapesOf(member.schema).shapes : []));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
