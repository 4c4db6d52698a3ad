/**
 * Finds comparisons whose outcome is known before the run: of values that are never negative, of bounds of one list, of
 * a value with itself. Pure.
 */
import { evaluate } from './evaluate-expression.ts';
import { type Expression, referencesOf } from './expression.ts';
import { CannotFillIn } from './fill-room.ts';

type Binary = Extract<Expression, { kind: 'binary' }>;

/** Whether a comparison always, or never, holds; `null` if it depends. `counts`: names of counts. */
export function decidedComparison({ operator, left, right }: Binary, counts: readonly string[]): string | null {
  if (baseOf(left) === baseOf(right)) return 'compares a value with itself, apart from a fixed number';
  if (isOfOneList(operator, left, right)) return 'compares bounds of one list, whose order is known';
  const [value, bound, signs] = fixedNumber(right) === null ? [right, left, ['<=', '>']] : [left, right, ['>=', '<']];
  if (!isNeverNegative(value, counts)) return null;
  const fixed = fixedNumber(bound);
  const isVain = fixed !== null && (fixed < 0 || (fixed === 0 && signs.includes(operator)));
  return isVain ? `compares with ${fixed} what is always at least 0` : null;
}

function isNeverNegative(side: Expression, counts: readonly string[]): boolean {
  if (side.kind === 'number') return true;
  if (side.kind === 'reference') return side.tail === '' && counts.includes(side.name);
  if (side.kind === 'binary') {
    const isSquare = side.operator === '*' && shapeOf(side.left) === shapeOf(side.right);
    const isMade =
      ['+', '*'].includes(side.operator) && [side.left, side.right].every((part) => isNeverNegative(part, counts));
    return isSquare || isMade;
  }
  if (side.kind !== 'call') return false;
  if (['count', 'abs'].includes(side.name)) return true;
  const [of] = side.args;
  return OF_LISTS.includes(side.name) && of !== undefined && isNeverNegative(of, counts);
}

const OF_LISTS = ['sum', 'min', 'max', 'mean', 'percentile'];

/** `min(list) <= max(list)` always holds, and `min(list) > max(list)` never does. */
function isOfOneList(operator: string, left: Expression, right: Expression): boolean {
  if (left.kind !== 'call' || right.kind !== 'call' || shapeOf(left.args) !== shapeOf(right.args)) return false;
  const [one, other] = [BOUNDS.indexOf(left.name), BOUNDS.indexOf(right.name)];
  if (one < 0 || other < 0 || one === other) return false;
  return (one < other ? ['<=', '>'] : ['>=', '<']).includes(operator);
}

/** In ascending order. */
const BOUNDS = ['min', 'mean', 'max'];

/** The value to which a fixed number is added or from which one is subtracted: for `x + 1` it is `x`. */
function baseOf(side: Expression): string {
  const isMoved = side.kind === 'binary' && ['+', '-'].includes(side.operator) && fixedNumber(side.right) !== null;
  return isMoved ? baseOf(side.left) : shapeOf(side);
}

/** The value of an expression without names; `null` if it has any, or is not a number. */
function fixedNumber(side: Expression): number | null {
  if (!referencesOf(side).next().done) return null;
  try {
    const value = Number(String(evaluate(side, () => undefined)));
    return Number.isNaN(value) ? null : value;
  } catch (error) {
    if (error instanceof CannotFillIn) return null;
    throw error;
  }
}

/** A key that is equal for expressions with the same value, wherever they are in the text. */
export function shapeOf(expression: Expression | readonly Expression[]): string {
  return JSON.stringify(expression, (key, value: unknown) => (key === 'start' || key === 'end' ? undefined : value));
}
