/** Conditions that say nothing: they are the same in every run, or a part of them decides nothing (decision K130). Pure. */
import { type Expression, ExpressionFault, parseExpression, referencesOf } from './expression.ts';

/** Why a condition, as it is written, proves nothing; `null` where it may, and of a text that is none. `of`: what it is looked at in. */
export function emptyCondition(text: string, of: 'run' | 'sweep'): string | null {
  try {
    const parsed = parseExpression(text);
    return hasNames(parsed)
      ? decidedPart(parsed, of === 'sweep' ? COUNTS_OF_SWEEPS : [])
      : `has no name in it, so that it is the same in every ${of}`;
  } catch (error) {
    if (error instanceof ExpressionFault) return null;
    throw error;
  }
}

/** Names of numbers of runs. */
const COUNTS_OF_SWEEPS = ['passed', 'failed'];

function hasNames(expression: Expression): boolean {
  return !referencesOf(expression).next().done;
}

/** The first part that is the same whatever its names stand for. */
function decidedPart(expression: Expression, counts: readonly string[]): string | null {
  switch (expression.kind) {
    case 'not':
      return decidedPart(expression.of, counts);
    case 'choice':
      if (!hasNames(expression.test)) return 'has no name before its ?, so that one of its two values is never used';
      return decidedPart(expression.test, counts);
    case 'binary':
      return decidedOperation(expression, counts);
    default:
      return null;
  }
}

type Binary = Extract<Expression, { kind: 'binary' }>;

function decidedOperation({ operator, left, right }: Binary, counts: readonly string[]): string | null {
  switch (operator) {
    case '&&':
    case '||': {
      const isDecided = !(hasNames(left) && hasNames(right));
      return isDecided
        ? `has no name on one side of ${operator}, which is the same in every run`
        : (decidedPart(left, counts) ?? decidedPart(right, counts));
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (shapeOf(left) === shapeOf(right)) return `compares ${nameOf(left)} with itself`;
      return isCountBelowZero(operator, left, right, counts) ? 'compares with 0 what is never less than that' : null;
    default:
      return null;
  }
}

/** `count(x) >= 0`, `0 <= count(x)`, `count(x) < 0` and `0 > count(x)`. */
function isCountBelowZero(operator: string, left: Expression, right: Expression, counts: readonly string[]): boolean {
  const isCount = (side: Expression) =>
    (side.kind === 'call' && (side.name === 'count' || side.name === 'abs')) ||
    (side.kind === 'reference' && side.tail === '' && counts.includes(side.name));
  const isZero = (side: Expression) => side.kind === 'number' && Number(side.text) === 0;
  return (
    (['>=', '<'].includes(operator) && isCount(left) && isZero(right)) ||
    (['<=', '>'].includes(operator) && isZero(left) && isCount(right))
  );
}

/** The same of two expressions that have the same value, wherever they stand. */
function shapeOf(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) => (key === 'start' || key === 'end' ? undefined : value));
}

function nameOf(expression: Expression): string {
  return expression.kind === 'reference' ? `${expression.name}${expression.tail}` : 'a value';
}
