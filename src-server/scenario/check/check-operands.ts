/**
 * Finds operands of a kind that an expression cannot use: a text in a numeric comparison, the sum of a list of texts, a
 * list as a condition (decision K141). Names of unknown shape are only checked in the run.
 */
import { z } from 'zod';
import { shapesAt } from '../../domain/events/event-field-at.ts';
import { formOf } from '../../domain/events/value-forms.ts';
import { parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import type { Expression } from '../references/expression.ts';
import { isShare, percentIssue } from './check-numbers.ts';
import type { SavedShapes, Shapes } from './response-shapes.ts';

type Kind = 'text' | 'number' | 'instant' | 'duration' | 'truth' | 'list' | 'object';
type Binary = Extract<Expression, { kind: 'binary' }>;
type Call = Extract<Expression, { kind: 'call' }>;

const KIND_LABELS: Readonly<Record<Kind, string>> = {
  text: 'a text',
  number: 'a number',
  instant: 'an instant',
  duration: 'a duration',
  truth: 'true or false',
  list: 'a list',
  object: 'an object',
};

/** The issues of one operation or call; subexpressions are checked separately. */
export function operandFaults(expression: Expression, known: SavedShapes): string[] {
  switch (expression.kind) {
    case 'not':
      return truthFault(expression.of, known);
    case 'choice':
      return truthFault(expression.test, known);
    case 'binary':
      return operationFaults(expression, known);
    case 'call':
      return callFaults(expression, known);
    default:
      return [];
  }
}

/** The issue of an expression that must be true or false. */
export function truthFault(condition: Expression, known: SavedShapes): string[] {
  const kind = kindOf(condition, known);
  if (kind === null || kind === 'truth') return [];
  const name = nameOf(condition);
  const remedy = kind === 'list' ? `count(${name}) > 0` : `${name} == …`;
  return [`${name} is ${KIND_LABELS[kind]}, not true or false: write ${remedy}`];
}

const SIZED: readonly string[] = ['<', '<=', '>', '>='];
const WITHOUT_SIZE: readonly (Kind | null)[] = ['list', 'object', 'truth'];
const NOT_CALCULATED: readonly (Kind | null)[] = ['text', 'list', 'object', 'truth'];

function operationFaults({ operator, left, right }: Binary, known: SavedShapes): string[] {
  const sides = [left, right].map((side) => ({ side, kind: kindOf(side, known) }));
  switch (operator) {
    case '&&':
    case '||':
      return sides.flatMap(({ side }) => truthFault(side, known));
    case '==':
    case '!=':
      return neverEqual(left, right, known);
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const chained = sides.find(({ side }) => side.kind === 'binary' && SIZED.includes(side.operator));
      if (chained !== undefined)
        return ['has two comparisons in a row: write each separately, such as 0 < x && x < 100'];
      const unsized = sides.flatMap(({ side, kind }) =>
        kind !== null && WITHOUT_SIZE.includes(kind)
          ? [`${nameOf(side)} is ${KIND_LABELS[kind]}, which cannot be compared by size${countHint(side, kind)}`]
          : [],
      );
      if (unsized.length > 0) return unsized;
      return [...otherKinds(left, right, known, 'are not compared by size'), ...percentFaults(left, right, known)];
    }
    default:
      // Arithmetic with a list applies to each entry.
      return sides.flatMap(({ side, kind }) => {
        const calculated = kind === 'list' ? entryKindOf(side, known) : kind;
        const whole = kind === 'list' ? `each of ${nameOf(side)}` : nameOf(side);
        return calculated !== null && NOT_CALCULATED.includes(calculated)
          ? [`${whole} is ${KIND_LABELS[calculated]}, which cannot be used in a calculation`]
          : [];
      });
  }
}

/** A share of 1 that is compared with a percentage. */
function percentFaults(left: Expression, right: Expression, known: SavedShapes): string[] {
  const [share, bound] = left.kind === 'number' ? [right, left] : [left, right];
  const isOver = bound.kind === 'number' && Math.abs(Number(bound.text)) >= 2;
  const shapes = share.kind === 'reference' ? shapesOf(share, known) : null;
  return isOver && shapes !== null && isShare(shapes) ? [`${nameOf(share)} ${percentIssue(Number(bound.text))}`] : [];
}

function countHint(side: Expression, kind: Kind): string {
  return kind === 'list' ? `: use count(${nameOf(side)}) for how many there are` : '';
}

/** Comparing a list with a single value is reported elsewhere, with a suggestion. */
const OF_LISTS: readonly (Kind | null)[] = ['list', 'object'];

function neverEqual(left: Expression, right: Expression, known: SavedShapes): string[] {
  const [one, other] = [left, right].map((side) => prefixesOf(side, known));
  if (one && other && !one.some((prefix) => other.includes(prefix)))
    return [
      `${nameOf(left)} is an identifier that begins with ${one.join(' or ')}_, and ${nameOf(right)} one with ${other.join(' or ')}_: they are never equal`,
    ];
  return otherKinds(left, right, known, 'are never equal');
}

function otherKinds(left: Expression, right: Expression, known: SavedShapes, message: string): string[] {
  const [one, other] = [kindOf(left, known), kindOf(right, known)];
  if (one === null || other === null || one === other || [one, other].some((kind) => OF_LISTS.includes(kind)))
    return [];
  // A text of digits is only known in the run, and the possible texts of a value are reported with them.
  if ([left, right].some((side) => side.kind === 'value' && typeof side.value === 'string')) return [];
  return [`${nameOf(left)} is ${KIND_LABELS[one]}, and ${nameOf(right)} ${KIND_LABELS[other]}: they ${message}`];
}

/** Functions of a list of numbers or durations. */
const OF_NUMBERS = ['sum', 'mean', 'percentile'];
const TAKE_LISTS = [...OF_NUMBERS, 'count', 'min', 'max', 'unique'];
const TAKE_NUMBERS = ['abs', 'floor', 'ceil', 'round'];

function callFaults({ name, args }: Call, known: SavedShapes): string[] {
  const [first, second] = args;
  if (first === undefined) return [];
  const kind = kindOf(first, known);
  const taken = nameOf(first);
  if (TAKE_LISTS.includes(name) && kind !== null && kind !== 'list')
    return [`${name} takes a list, but ${taken} is ${KIND_LABELS[kind]}`];
  if (TAKE_NUMBERS.includes(name) && kind !== null && kind !== 'number')
    return [`${name} takes a number, but ${taken} is ${KIND_LABELS[kind]}`];
  const entries = OF_NUMBERS.includes(name) ? entryKindOf(first, known) : null;
  if (entries !== null && NOT_CALCULATED.includes(entries))
    return [`${name} takes a list of numbers, and each of ${taken} is ${KIND_LABELS[entries]}`];
  if (name === 'percentile' && second?.kind === 'number' && Number(second.text) > 100)
    return [`percentile takes 0 to 100, not ${second.text}`];
  if (name !== 'contains' || second === undefined || kind === null || kind === 'list') return [];
  if (kindOf(second, known) === 'list')
    return [`contains takes the list first: write contains(${nameOf(second)}, ${taken})`];
  return kind === 'text' ? [] : [`contains takes a list or a text first, and ${taken} is ${KIND_LABELS[kind]}`];
}

/** `null`: only known in the run. */
function kindOf(expression: Expression, known: SavedShapes): Kind | null {
  switch (expression.kind) {
    case 'value':
      return typeof expression.value === 'boolean' ? 'truth' : kindOfText(expression.value);
    case 'number':
    case 'duration':
    case 'list':
      return expression.kind;
    case 'not':
      return 'truth';
    case 'reference':
      return kindOfReference(expression, known);
    case 'binary':
      return ['&&', '||', '==', '!=', '<', '<=', '>', '>='].includes(expression.operator) ? 'truth' : null;
    case 'choice': {
      const [yes, no] = [kindOf(expression.yes, known), kindOf(expression.no, known)];
      return yes === no ? yes : null;
    }
    case 'call':
      return kindOfCall(expression, known);
    default:
      return null;
  }
}

/** A text of digits may be a number, and so on. */
function kindOfText(value: unknown): Kind | null {
  const isPlain = typeof value === 'string' && !/^[-+]?[\d.]/.test(value) && parseDuration(value) === null;
  return isPlain ? 'text' : null;
}

function kindOfCall({ name, args }: Call, known: SavedShapes): Kind | null {
  const [first] = args;
  if (name === 'contains' || name === 'present') return 'truth';
  if (name === 'unique') return 'list';
  if (name === 'min' || name === 'max') return first === undefined ? null : entryKindOf(first, known);
  // The sum of durations is a duration.
  return name === 'sum' ? null : 'number';
}

function kindOfReference(reference: Extract<Expression, { kind: 'reference' }>, known: SavedShapes): Kind | null {
  const { tail } = reference;
  if (tail !== '' && !tail.startsWith('/')) return null;
  if (/\/\*(?:\/|$)/.test(tail)) return known.get(reference.name) ? 'list' : null;
  return kindOfShapes(shapesOf(reference, known));
}

/** The kind of a list's entries. */
function entryKindOf(list: Expression, known: SavedShapes): Kind | null {
  if (list.kind === 'call' && list.name === 'unique') return list.args[0] ? entryKindOf(list.args[0], known) : null;
  if (list.kind !== 'reference') return null;
  return kindOfShapes(entryShapes(list, known));
}

function entryShapes(list: Extract<Expression, { kind: 'reference' }>, known: SavedShapes): Shapes {
  const shapes = shapesOf(list, known);
  if (shapes === null || /\/\*(?:\/|$)/.test(list.tail)) return shapes;
  const entries = shapesAt(shapes, '/0');
  return entries.exists ? entries.shapes : null;
}

function shapesOf({ name, tail }: { readonly name: string; readonly tail: string }, known: SavedShapes): Shapes {
  const shapes = known.get(name);
  if (!shapes || !(tail === '' || tail.startsWith('/'))) return null;
  const found = shapesAt(shapes, tail, { stars: true });
  return found.exists ? found.shapes : null;
}

function kindOfShapes(shapes: Shapes): Kind | null {
  const kinds = new Set((shapes ?? []).map(kindOfShape));
  const [kind = null] = kinds;
  return kinds.size === 1 ? kind : null;
}

/** Samples of numbers and times: a text that matches none of them is neither. */
const TIMES_AND_NUMBERS = ['1', '-1.50', '1d', '2026-03-02', '09:30'];
const INSTANT = '2026-03-02T09:30:00.000Z';

function kindOfShape(shape: z.core.$ZodType): Kind | null {
  if (shape instanceof z.ZodArray) return 'list';
  if (shape instanceof z.ZodObject || shape instanceof z.ZodRecord) return 'object';
  if (shape instanceof z.ZodNumber) return 'number';
  if (shape instanceof z.ZodBoolean) return 'truth';
  if (shape instanceof z.ZodEnum) return shape.options.every((each) => kindOfText(each) === 'text') ? 'text' : null;
  const form = shape instanceof z.ZodString || shape instanceof z.ZodStringFormat ? formOf(shape) : null;
  if (form === null || TIMES_AND_NUMBERS.some((text) => form.test(text))) return null;
  return form.test(INSTANT) && parseInstant(INSTANT) !== null ? 'instant' : 'text';
}

/** Prefixes of the ids that the expression may have; `null`: it is not an id, or only known in the run. */
function prefixesOf(expression: Expression, known: SavedShapes): readonly string[] | null {
  if (expression.kind !== 'reference') return null;
  const prefixes = (shapesOf(expression, known) ?? []).map((shape) => {
    const { description = '' } = formOf(shape) ?? {};
    return /begins with ([a-z]{2})_$/.exec(description)?.[1] ?? null;
  });
  return prefixes.length === 0 || prefixes.includes(null) ? null : prefixes.filter((each) => each !== null);
}

function nameOf(expression: Expression): string {
  switch (expression.kind) {
    case 'reference':
      return `${expression.name}${expression.tail}`;
    case 'value':
      return typeof expression.value === 'string' ? `'${expression.value}'` : String(expression.value);
    case 'number':
      return expression.text;
    case 'call':
      return `${expression.name}(${expression.args.map(nameOf).join(', ')})`;
    case 'list':
      return `[${expression.entries.map(nameOf).join(', ')}]`;
    default:
      return 'a part of it';
  }
}
