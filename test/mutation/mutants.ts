/**
 * Makes changes of a single operator in source files, as a slip of the hand would: `<` for `<=`, `+` for `-`, a missing
 * `!`. Pure.
 */
import type { SourceFile } from '../architecture/source-tree.ts';

export interface Mutant {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly line: number;
  /** The innermost named function around it; `null` outside all functions. */
  readonly within: string | null;
  /** Like `< → <=`. */
  readonly what: string;
  /** The position of `replacement` in the text of the file. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const SWAPPED: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly operator?: string;
  readonly left?: Node;
  readonly argument?: Node;
  /** The `else` of a condition. */
  readonly alternate?: Node | null;
  readonly id?: Node | null;
  readonly key?: Node;
  readonly name?: string;
  readonly init?: Node | null;
  /** Of a property or a method; not a node for a literal. */
  readonly value?: unknown;
}

interface Placed {
  readonly node: Node;
  readonly within: string | null;
}

/** Returns all of a file, in the order of their positions. Types have no operators that run. */
export function mutantsOf(file: SourceFile): Mutant[] {
  return nodesOf({ node: file.program as unknown as Node, within: null })
    .flatMap((placed) => mutantOf(file, placed) ?? [])
    .toSorted((left, right) => left.start - right.start);
}

/**
 * Returns the statements of one line that can be left out, in the order of their positions; `;` replaces each, as in
 * `if (found) ;`.
 */
export function droppedLinesOf(file: SourceFile): Mutant[] {
  return nodesOf({ node: file.program as unknown as Node, within: null })
    .flatMap(({ node: { type, start, end, alternate }, within }) => {
      const line = file.lineAt(start);
      if (!DROPPED.has(type) || alternate != null || file.lineAt(end) !== line) return [];
      const what = `dropped: ${file.text.slice(start, end)}`;
      return [{ path: file.path, line, within, what, start, end, replacement: ';' }];
    })
    .toSorted((left, right) => left.start - right.start);
}

const DROPPED = new Set([
  'ExpressionStatement',
  'ThrowStatement',
  'ReturnStatement',
  'IfStatement',
  'ContinueStatement',
]);

/** Draws `count` of them, the same for the same seed. */
export function drawMutants(all: readonly Mutant[], count: number, seed: number): Mutant[] {
  const left = [...all];
  const drawn: Mutant[] = [];
  let state = seed >>> 0;
  while (drawn.length < count && left.length > 0) {
    // A linear congruence is random enough for this (Numerical Recipes).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    drawn.push(...left.splice(Math.floor((state / 2 ** 32) * left.length), 1));
  }
  return drawn;
}

export function mutatedText(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function mutantOf({ path, text, lineAt }: SourceFile, { node, within }: Placed): Mutant | null {
  const { type, operator, argument, left } = node;
  if (operator === undefined) return null;
  if (type === 'UnaryExpression') {
    if (operator !== '!') return null;
    const { start } = node;
    return { path, line: lineAt(start), within, what: '! →', start, end: start + 1, replacement: '' };
  }
  const replacement = SWAPPED[operator];
  if (replacement === undefined) return null;
  // An operator follows its left side; `++` may precede its operand.
  const from = left?.end ?? (argument !== undefined && argument.start === node.start ? argument.end : node.start);
  const start = text.indexOf(operator, from);
  return {
    path,
    line: lineAt(start),
    within,
    what: `${operator} → ${replacement}`,
    start,
    end: start + operator.length,
    replacement,
  };
}

function nodesOf({ node, within }: Placed): Placed[] {
  if (isType(node)) return [];
  const named = nameGivenBy(node) ?? within;
  const children = Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]));
  return [{ node, within }, ...children.filter(isNode).flatMap((child) => nodesOf({ node: child, within: named }))];
}

/** A variable, a property or a method names the function that is its value. */
function nameGivenBy({ type, id, key, init, value }: Node): string | undefined {
  if (type.startsWith('Function')) return id?.name;
  const made = init ?? value;
  return isNode(made) && /Function/.test(made.type) ? (id ?? key)?.name : undefined;
}

/** Casts and the like are types around an expression that runs. */
const AROUND_EXPRESSIONS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

function isType({ type }: Node): boolean {
  return type.startsWith('TS') && !AROUND_EXPRESSIONS.has(type);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
