/**
 * Checks conditions on named values against their possible values by the contract: unknown paths, and impossible texts
 * (decision K141). References of unknown shape are only checked in the run.
 */
import { z } from 'zod';
import { nearestName } from '../../contract/fields/nearest-name.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import { shapesAt } from '../../domain/events/event-field-at.ts';
import { type Expression, ExpressionFault, parseExpression, type Reference } from '../references/expression.ts';
import { isNullInstead, leadsNowhere, matcherFaults } from './check-matchers.ts';
import { operandFaults, truthFault } from './check-operands.ts';
import type { SavedShapes, Shapes } from './response-shapes.ts';

const WHOLE_REFERENCE = /^\$\{([a-zA-Z_][\w-]*)((?:\/[\w~.*-]+)*)\}$/;

export function isWholeReference(text: string): boolean {
  return WHOLE_REFERENCE.test(text);
}

/** A text, a number or a boolean. */
export function isSingleValue(shape: z.core.$ZodType): boolean {
  return !(
    shape instanceof z.ZodObject ||
    shape instanceof z.ZodRecord ||
    shape instanceof z.ZodArray ||
    hasOpenShape([shape])
  );
}

/** The shapes of a text that is exactly one reference, with `tail` appended to it; `null`: only known in the run. */
export function referredShapes(text: unknown, known: SavedShapes, tail = ''): Shapes {
  const [, name = '', inside = ''] = (typeof text === 'string' ? WHOLE_REFERENCE.exec(text) : null) ?? [];
  const shapes = known.get(name);
  const found = shapes ? shapesAt(shapes, `${inside}${tail}`) : null;
  return found?.exists ? found.shapes : null;
}

/** Why the path after a name does not exist; `null` if it does, or is only known in the run. */
export function pathFaultOf({ name, tail }: Pick<Reference, 'name' | 'tail'>, known: SavedShapes): string | null {
  const shapes = known.get(name);
  if (!shapes || !tail.startsWith('/')) return null;
  const found = shapesAt(shapes, tail, { stars: true });
  if (found.exists) return null;
  const [, before = '', operator, after] = /^(.+?)([-*])([\w.]+)$/.exec(tail) ?? [];
  if (operator !== undefined && shapesAt(shapes, before, { stars: true }).exists)
    return `${name}${tail} leads nowhere: to calculate, write spaces, as ${name}${before} ${operator} ${after}`;
  return `${name}${tail} ${leadsNowhere(found, shapes, tail)}`;
}

/** Issues of a condition, which may be invalid. */
export function conditionFaults(text: string, known: SavedShapes): string[] {
  try {
    const condition = parseExpression(text);
    return [...new Set([...truthFault(condition, known), ...faultsIn(condition, known)])];
  } catch (error) {
    if (error instanceof ExpressionFault) return [];
    throw error;
  }
}

function* faultsIn(expression: Expression, known: SavedShapes): Generator<string> {
  yield* operandFaults(expression, known);
  switch (expression.kind) {
    case 'reference': {
      const fault = pathFaultOf(expression, known);
      if (fault !== null) yield fault;
      break;
    }
    case 'value':
      if (typeof expression.value === 'string' && hasReference(expression.value))
        yield `has '${expression.value}' as a text: without quotes, it is the value of that name`;
      break;
    case 'list':
      for (const entry of expression.entries) yield* faultsIn(entry, known);
      break;
    case 'not':
    case 'minus':
      yield* faultsIn(expression.of, known);
      break;
    case 'choice':
      for (const part of [expression.test, expression.yes, expression.no]) yield* faultsIn(part, known);
      break;
    case 'binary': {
      const { operator, left, right } = expression;
      yield* faultsIn(left, known);
      yield* faultsIn(right, known);
      if (operator !== '==' && operator !== '!=') break;
      yield* shapeFaults(left, right, known);
      yield* shapeFaults(right, left, known);
      yield* textFaults(left, right, known);
      yield* textFaults(right, left, known);
      break;
    }
    case 'call': {
      const { name, args } = expression;
      if (name === 'present') {
        for (const argument of args) {
          if (!mayBeAbsent(argument, known)) yield* faultsIn(argument, known);
          yield* nullFaults(argument, known);
        }
        break;
      }
      for (const argument of args) yield* faultsIn(argument, known);
      const [list, value] = args;
      if (name === 'contains' && list !== undefined && value !== undefined) yield* containedFaults(list, value, known);
      break;
    }
    default:
  }
}

/** `present` for a value that is null instead of missing. */
function nullFaults(argument: Expression, known: SavedShapes): string[] {
  if (argument.kind !== 'reference' || !argument.tail.startsWith('/')) return [];
  const name = `${argument.name}${argument.tail}`;
  return isNullInstead(known.get(argument.name) ?? [], argument.tail)
    ? [`present(${name}) always holds, because it is null where there is none: write ${name} != null`]
    : [];
}

/** The value may be absent on purpose, unless its path is almost a known one. */
function mayBeAbsent(argument: Expression, known: SavedShapes): boolean {
  const shapes = argument.kind === 'reference' ? known.get(argument.name) : null;
  if (argument.kind !== 'reference' || !shapes || !argument.tail.startsWith('/')) return false;
  const found = shapesAt(shapes, argument.tail, { stars: true });
  return !found.exists && nearestName(found.name, found.names) === null;
}

/** A list that is compared with a single value, or the other way round: they are never equal. */
function shapeFaults(of: Expression, compared: Expression, known: SavedShapes): string[] {
  const named = namedIn(of);
  if (named === null) return [];
  const isList = isListOf(of, named, known);
  const name = `${named.name}${named.tail}`;
  if (isList === true && (compared.kind === 'value' || compared.kind === 'number'))
    return [`${name} is a list, which never equals a single value: use contains(${name}, …), or compare with a list`];
  if (isList === false && compared.kind === 'list')
    return [`${name} is not a list and never equals one: use contains([…], ${name})`];
  return [];
}

/** `null`: only known in the run. */
function isListOf(of: Expression, { name, tail }: Reference, known: SavedShapes): boolean | null {
  if (of.kind === 'call') return of.name === 'unique' ? true : null;
  const shapes = known.get(name);
  if (!shapes || !(tail === '' || tail.startsWith('/'))) return null;
  if (/\/\*(?:\/|$)/.test(tail)) return true;
  const found = shapesAt(shapes, tail);
  if (!found.exists || found.shapes === null || found.shapes.length === 0) return null;
  const lists = found.shapes.filter((shape) => shape instanceof z.ZodArray).length;
  return lists === found.shapes.length ? true : lists === 0 ? (hasOpenShape(found.shapes) ? null : false) : null;
}

/** Whether the shape of one of them is not defined. */
function hasOpenShape(shapes: readonly z.core.$ZodType[]): boolean {
  return shapes.some((shape) => shape instanceof z.ZodUnknown || shape instanceof z.ZodAny);
}

/** Texts that `of` never has. */
function textFaults(of: Expression, compared: Expression, known: SavedShapes): string[] {
  const named = namedIn(of);
  const shapes = named === null ? null : shapesOfReference(named, known);
  if (named === null || shapes === null) return [];
  return textsOf(compared).flatMap((text) =>
    matcherFaults(shapes, text, []).map(({ issue }) => `${named.name}${named.tail} ${issue}`),
  );
}

/** An entry of a list, or a part of a text. */
function containedFaults(of: Expression, contained: Expression, known: SavedShapes): string[] {
  const named = namedIn(of);
  const shapes = named === null ? null : shapesOfReference(named, known);
  if (named === null || shapes === null || isListOf(of, named, known) !== false)
    return textFaults(of, contained, known);
  return textsOf(contained).flatMap((text) =>
    matcherFaults(shapes, { contains: text }, []).map(({ issue }) => `${named.name}${named.tail}: '${text}' ${issue}`),
  );
}

/** Functions whose value is an entry of a list, or a list of some entries. */
const OF_ENTRIES: readonly string[] = ['unique', 'min', 'max'];

function namedIn(expression: Expression): Reference | null {
  if (expression.kind === 'reference') return expression;
  if (expression.kind !== 'call' || !OF_ENTRIES.includes(expression.name)) return null;
  const [list] = expression.args;
  return list === undefined ? null : namedIn(list);
}

/** For a list, the shapes of its entries. */
function shapesOfReference({ name, tail }: Reference, known: SavedShapes): Shapes {
  const shapes = known.get(name);
  if (!shapes || !(tail === '' || tail.startsWith('/'))) return null;
  const found = shapesAt(shapes, tail, { stars: true });
  if (!found.exists || found.shapes === null) return null;
  const entries = shapesAt(found.shapes, '/0');
  return entries.exists ? (entries.shapes ?? null) : found.shapes;
}

/** A number may be compared with its text. */
function textsOf(expression: Expression): string[] {
  if (expression.kind === 'list') return expression.entries.flatMap(textsOf);
  const isText = expression.kind === 'value' && typeof expression.value === 'string';
  return isText && !/^[-+]?[\d.]/.test(String(expression.value)) ? [String(expression.value)] : [];
}
