/**
 * Finds conditions that prove nothing: they have the same result in every run, or a part of them has no effect
 * (decision K130). Pure.
 */
import { decidedComparison, shapeOf } from './decided-comparison.ts';
import { type Expression, ExpressionFault, parseExpression, referencesOf } from './expression.ts';

/** Why a condition, in its original text, proves nothing; `null` if it may, or if it is invalid. `of`: its context. */
export function emptyCondition(text: string, of: 'run' | 'sweep'): string | null {
  try {
    const parsed = parseExpression(text);
    if (parsed.kind === 'value' && typeof parsed.value === 'string')
      return 'is a quoted text, not a condition: remove the quotes around the whole';
    return hasNames(parsed)
      ? decidedPart(parsed, of === 'sweep' ? COUNTS_OF_SWEEPS : [])
      : `has no name in it, so it is the same in every ${of}`;
  } catch (error) {
    if (error instanceof ExpressionFault) return null;
    throw error;
  }
}

/** Names of the counts of runs. */
const COUNTS_OF_SWEEPS = ['passed', 'failed'];

function hasNames(expression: Expression): boolean {
  return !referencesOf(expression).next().done;
}

/** The first part that has the same result whatever the values of its names. */
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

function decidedOperation(comparison: Binary, counts: readonly string[]): string | null {
  const { operator, left, right } = comparison;
  switch (operator) {
    case '&&':
    case '||': {
      const isDecided = !(hasNames(left) && hasNames(right));
      return isDecided
        ? `has no name on one side of ${operator}, which is the same in every run: each side is a whole comparison`
        : (decidedPart(left, counts) ?? decidedPart(right, counts) ?? decidedTogether(operator, left, right));
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (shapeOf(left) === shapeOf(right)) return `compares ${nameOf(left)} with itself`;
      return decidedComparison(comparison, counts);
    default:
      return null;
  }
}

/**
 * `x == 1 || x != 1`, `x != 1 || x != 2`, `x > 1 && x < 1`: two comparisons of one value, one of which always, or
 * never, holds.
 */
function decidedTogether(operator: '&&' | '||', left: Expression, right: Expression): string | null {
  const compared = [...partsJoinedBy(operator, left), ...partsJoinedBy(operator, right)].map(comparisonOf);
  for (const [index, one] of compared.entries()) {
    for (const other of compared.slice(index + 1)) {
      if (one === null || other === null || one.of !== other.of || !isDecidedBy(operator, one, other)) continue;
      return operator === '||'
        ? `always holds, because one of its two comparisons of ${one.name} does`
        : `never holds, because its two comparisons of ${one.name} exclude each other`;
    }
  }
  return null;
}

function partsJoinedBy(operator: '&&' | '||', expression: Expression): Expression[] {
  return expression.kind === 'binary' && expression.operator === operator
    ? [...partsJoinedBy(operator, expression.left), ...partsJoinedBy(operator, expression.right)]
    : [expression];
}

interface Comparison {
  /** The compared value, by its shape, and its text. */
  readonly of: string;
  readonly name: string;
  readonly with: Expression;
  /** `<`, `=`, `>`: the relations to the other value for which it holds. */
  readonly holds: string;
}

const HOLDS: Readonly<Record<string, string>> = {
  '==': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '=>',
};
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '=': '=', '>': '<' };
const ALL = ['<', '=', '>'];

function comparisonOf(expression: Expression): Comparison | null {
  if (expression.kind === 'not') {
    const inner = comparisonOf(expression.of);
    return inner && { ...inner, holds: ALL.filter((sign) => !inner.holds.includes(sign)).join('') };
  }
  const holds = expression.kind === 'binary' ? HOLDS[expression.operator] : undefined;
  if (expression.kind !== 'binary' || holds === undefined) return null;
  const { left, right } = expression;
  return hasNames(left)
    ? { of: shapeOf(left), name: nameOf(left), with: right, holds }
    : { of: shapeOf(right), name: nameOf(right), with: left, holds: [...holds].map((sign) => MIRRORED[sign]).join('') };
}

function isDecidedBy(operator: '&&' | '||', one: Comparison, other: Comparison): boolean {
  const isOr = operator === '||';
  if (shapeOf(one.with) === shapeOf(other.with))
    return isOr
      ? ALL.every((sign) => one.holds.includes(sign) || other.holds.includes(sign))
      : !ALL.some((sign) => one.holds.includes(sign) && other.holds.includes(sign));
  const areFixed = [one, other].every(({ with: { kind } }) => kind === 'value' || kind === 'number');
  const isBoth = (holds: string) => one.holds === holds && other.holds === holds;
  return areFixed && isBoth(isOr ? '<>' : '=');
}

function nameOf(expression: Expression): string {
  if (expression.kind === 'call') return `${expression.name}(…)`;
  return expression.kind === 'reference' ? `${expression.name}${expression.tail}` : 'a value';
}
