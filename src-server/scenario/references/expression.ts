/**
 * Expressions of scenarios (decision K130): their syntax tree and its parser. The parser is jsep; syntax beyond this
 * language is refused. Pure.
 */
import jsep from 'jsep';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { NAME_PATTERN, TAIL_PATTERN } from '../../contract/scenario/scenario-names.ts';
import { durationIssue, parseDuration } from '../../domain/numbers/instant.ts';
import { FUNCTIONS } from './expression-functions.ts';
import { tailFault } from './shifted-instant.ts';

export type Expression =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'duration'; readonly ms: number }
  | Reference
  | { readonly kind: 'list'; readonly entries: readonly Expression[] }
  | { readonly kind: 'not' | 'minus'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] };

/** `tail`: a JSON pointer, or the shift and format of an instant. */
export interface Reference {
  readonly kind: 'reference';
  readonly name: string;
  readonly tail: string;
  /** Offset in the text. */
  readonly start: number;
  readonly end: number;
}

const OPERATORS = ['||', '&&', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%'] as const;
type Operator = (typeof OPERATORS)[number];

/** The reader is recursive. */
export const LONGEST_EXPRESSION = 1000;

/** Why a text is not an expression, with the position of the error, from 1. */
export class ExpressionFault extends Error {}

/** Throws `ExpressionFault`. `${…}` in it counts as its content in parentheses. */
export function parseExpression(text: string): Expression {
  if (text.length > LONGEST_EXPRESSION)
    throw new ExpressionFault(`an expression has at most ${LONGEST_EXPRESSION} characters`);
  try {
    return expressionOf(jsep(text));
  } catch (error) {
    if (error instanceof ExpressionFault) throw new ExpressionFault(`${error.message}${hintOf(text)}`);
    // The parser throws plain errors with the position and the message as members.
    if (!(error instanceof Error) || !('index' in error) || !('description' in error)) throw error;
    throw new ExpressionFault(`${error.description} at character ${Number(error.index) + 1}${hintOf(text)}`);
  }
}

/** Suggests a notation if the text uses that of another language. */
function hintOf(text: string): string {
  if (/[“”„‘’]/.test(text)) return ' (quotes are \' or ")';
  if (/ in \[/.test(text)) return ' (write contains([…], x) for x in […])';
  if (/===|!==/.test(text)) return ' (to compare, write == or !=)';
  if (/[^=!<>]=(?!=)/.test(text)) return ' (to compare, write ==)';
  if (/\d{4}-\d\d-\d\dT/.test(text)) return " (an instant is written in quotes, as '2026-03-02T09:30:00Z')";
  if (/\d_\d/.test(text)) return ' (numbers are written without _)';
  if (/\d *%(?! *\d)/.test(text)) return ' (5 % is written 0.05)';
  return /(?<!&)&(?!&)|(?<!\|)\|(?!\|)/.test(text) ? ' (and is &&, or is ||)' : '';
}

/** Every reference in it, from left to right. */
export function* referencesOf(expression: Expression): Generator<Reference> {
  if (expression.kind === 'reference') yield expression;
  else for (const part of subexpressions(expression)) yield* referencesOf(part);
}

/** Its direct subexpressions. */
export function subexpressions(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'list':
      return expression.entries;
    case 'not':
    case 'minus':
      return [expression.of];
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.test, expression.yes, expression.no];
    case 'call':
      return expression.args;
    default:
      return [];
  }
}

// The parser's language is global to the process, and only this file uses it.
for (const operator of Object.keys(jsep.binary_ops)) {
  if (!OPERATORS.some((each) => each === operator)) jsep.removeBinaryOp(operator);
}
for (const operator of ['~', '+']) jsep.removeUnaryOp(operator);
jsep.hooks.add('gobble-token', function readToken(env) {
  const node = readReference(this) ?? readDuration(this);
  if (node !== null) env.node = node;
});

/** Replaces the parser's identifiers, which have neither hyphens nor paths. */
const NAME = new RegExp(NAME_PATTERN, 'y');
const BARE_POINTER = /(?:\/[\w.~%@:*-]+)*/y;
const TAIL = new RegExp(`(?:${TAIL_PATTERN}|)(?=\\})`, 'y');
const DURATION = /(?:\d+(?:\.\d+)?(?:ms|[wdhms]))+(?!\w)/y;

type Reading = Pick<jsep.HookScope, 'index' | 'expr' | 'gobbleExpression' | 'throwError'>;

function readReference(reading: Reading): jsep.Expression | null {
  const { expr, index: start } = reading;
  const isBraced = expr.startsWith('${', start);
  const name = matchAt(NAME, expr, isBraced ? start + 2 : start);
  if (isBraced) {
    const tail = name === '' ? null : matchAt(TAIL, expr, start + 2 + name.length);
    const end = start + 3 + name.length + (tail?.length ?? 0);
    if (tail !== null && expr[end - 1] === '}') {
      reading.index = end;
      return { type: 'Reference', name, tail, start, end };
    }
    reading.index = start + 2;
    const inside = reading.gobbleExpression();
    if (expr[reading.index] !== '}') reading.throwError('a ${ has no } here');
    reading.index += 1;
    return inside;
  }
  if (name === '' || Object.hasOwn(jsep.literals, name) || /^\s*\(/.test(expr.slice(start + name.length))) return null;
  const tail = matchAt(BARE_POINTER, expr, start + name.length);
  reading.index = start + name.length + tail.length;
  if (/[.[]/.test(expr[reading.index] ?? '')) throw new ExpressionFault(`${NO_MEMBERS}: ${name}/…`);
  return { type: 'Reference', name, tail, start, end: reading.index };
}

function readDuration(reading: Reading): jsep.Expression | null {
  const text = matchAt(DURATION, reading.expr, reading.index);
  if (text === '') return null;
  const ms = parseDuration(text);
  if (ms === null) return reading.throwError(`${text} ${durationIssue(text)}`);
  reading.index += text.length;
  return { type: 'Duration', ms };
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}

function expressionOf(parsed: jsep.Expression): Expression {
  // The hooks add nodes of two types that the parser does not declare.
  const node = parsed as jsep.CoreExpression | ReferenceNode | DurationNode;
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number' ? { kind: 'number', text: node.raw } : { kind: 'value', value: node.value };
    case 'Duration':
      return { kind: 'duration', ms: node.ms };
    case 'Reference': {
      const fault = tailFault(node.tail);
      if (fault !== null) throw new ExpressionFault(`${node.name}${node.tail}: ${fault}`);
      const { name, tail, start, end } = node;
      return { kind: 'reference', name, tail, start, end };
    }
    case 'ArrayExpression':
      return { kind: 'list', entries: node.elements.map((each) => expressionOf(each ?? NOTHING)) };
    case 'UnaryExpression':
      return { kind: node.operator === '!' ? 'not' : 'minus', of: expressionOf(node.argument) };
    case 'BinaryExpression':
      return binaryOf(node);
    case 'ConditionalExpression':
      return choiceOf(node);
    case 'CallExpression':
      return callOf(node);
    case 'MemberExpression':
      throw new ExpressionFault(`${NO_MEMBERS}, as in plan/orders/0/side`);
    case 'Compound':
    case 'SequenceExpression':
      throw new ExpressionFault(
        isEmpty(node)
          ? 'is empty'
          : 'has two expressions, and no operator between them: && for and, || for or, ! for not',
      );
    default:
      throw new ExpressionFault(`has a part that no expression has: ${node.type}`);
  }
}

const NO_MEMBERS = 'write a part of a value by its path';

interface ReferenceNode extends Omit<Reference, 'kind'> {
  readonly type: 'Reference';
}
interface DurationNode {
  readonly type: 'Duration';
  readonly ms: number;
}

/** A hole in a list, as in `[1,,2]`. */
const NOTHING: jsep.Expression = { type: 'Compound', body: [] };

function isEmpty(node: jsep.Compound | jsep.SequenceExpression): boolean {
  return node.type === 'Compound' && node.body.length === 0;
}

function binaryOf({ operator, left, right }: jsep.BinaryExpression): Expression {
  return {
    kind: 'binary',
    // All others were removed from the parser.
    operator: operator as Operator,
    left: expressionOf(left),
    right: expressionOf(right),
  };
}

function choiceOf({ test, consequent, alternate }: jsep.ConditionalExpression): Expression {
  return {
    kind: 'choice',
    test: expressionOf(test),
    yes: expressionOf(consequent),
    no: expressionOf(alternate),
  };
}

function callOf({ callee, arguments: args }: jsep.CallExpression): Expression {
  const name = callee.type === 'Identifier' ? String(callee.name) : '';
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (known === undefined) {
    const names = Object.keys(FUNCTIONS);
    throw new ExpressionFault(`there is no function ${name || 'here'}${didYouMean(name, names)}: ${names.join(', ')}`);
  }
  const [least, most] = known.takes;
  if (args.length < least || args.length > most) {
    const takes = least === most ? `${least}` : `${least} or ${most}`;
    throw new ExpressionFault(`${name} takes ${takes} ${takes === '1' ? 'value' : 'values'}, as in ${known.example}`);
  }
  return { kind: 'call', name, args: args.map(expressionOf) };
}
