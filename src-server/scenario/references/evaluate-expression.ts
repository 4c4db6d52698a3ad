/** Evaluates expressions of scenarios (decision K130), exactly and without effects. Pure. */
import type { Expression, Reference } from './expression.ts';
import { FUNCTIONS, PRESENT } from './expression-functions.ts';
import {
  type Arithmetic,
  calculate,
  compare,
  Duration,
  exactOf,
  isSame,
  show,
  toNumber,
  toTruth,
} from './expression-values.ts';
import { CannotFillIn } from './fill-room.ts';

/** Returns the value of a reference; throws `CannotFillIn` if it has none. */
export type LookUp = (reference: Reference) => unknown;

/** Throws `CannotFillIn` if it has no value. */
export function evaluate(expression: Expression, lookUp: LookUp): unknown {
  const of = (part: Expression) => evaluate(part, lookUp);
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'number':
      return exactOf(expression.text);
    case 'duration':
      return new Duration(expression.ms);
    case 'reference':
      return lookUp(expression);
    case 'list':
      return expression.entries.map(of);
    case 'not':
      return !toTruth(of(expression.of));
    case 'minus':
      return toNumber(of(expression.of)).negated();
    case 'binary':
      return evaluateBinary(expression, of);
    case 'choice':
      return toTruth(of(expression.test)) ? of(expression.yes) : of(expression.no);
    case 'call':
      if (expression.name === PRESENT) return isPresent(expression.args, of);
      return FUNCTIONS[expression.name]?.of(expression.args.map(of));
  }
}

type Binary = Extract<Expression, { kind: 'binary' }>;
type Evaluate = (part: Expression) => unknown;

function evaluateBinary({ operator, left, right }: Binary, of: Evaluate): unknown {
  switch (operator) {
    case '&&':
      return toTruth(of(left)) && toTruth(of(right));
    case '||':
      return toTruth(of(left)) || toTruth(of(right));
    case '==':
      return isSame(of(left), of(right));
    case '!=':
      return !isSame(of(left), of(right));
    case '<':
      return compare(of(left), of(right)) < 0;
    case '<=':
      return compare(of(left), of(right)) <= 0;
    case '>':
      return compare(of(left), of(right)) > 0;
    case '>=':
      return compare(of(left), of(right)) >= 0;
    default:
      return calculate(operator satisfies Arithmetic, of(left), of(right));
  }
}

function isPresent(args: readonly Expression[], of: Evaluate): boolean {
  try {
    for (const each of args) of(each);
    return true;
  } catch (error) {
    if (error instanceof CannotFillIn) return false;
    throw error;
  }
}

/** `null` if it is true, else the reason, with the values on both sides of the false part. Throws `CannotFillIn`. */
export function whyFalse(text: string, expression: Expression, lookUp: LookUp): string | null {
  if (toTruth(evaluate(expression, lookUp))) return null;
  const cause = firstFalse(expression, lookUp);
  if (cause.kind !== 'binary' || cause.operator === '||') return `${text} is false`;
  const { operator, left, right } = cause;
  const [one, other] = [left, right].map((side) => show(evaluate(side, lookUp)));
  return `${text} is false: ${one} ${operator} ${other}`;
}

/** The first false part of conditions that must all hold. */
function firstFalse(expression: Expression, lookUp: LookUp): Expression {
  if (expression.kind !== 'binary' || expression.operator !== '&&') return expression;
  const { left, right } = expression;
  return firstFalse(evaluate(left, lookUp) === true ? right : left, lookUp);
}
