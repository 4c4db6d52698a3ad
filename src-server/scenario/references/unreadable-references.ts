/**
 * Finds every `${` of a text that is neither a reference nor an expression: it would silently remain unchanged. Pure.
 */
import { REFERENCE } from '../../contract/scenario/scenario-names.ts';
import { ExpressionFault, parseExpression, referencesOf } from './expression.ts';
import { fillIn } from './fill-references.ts';
import { CannotFillIn } from './fill-room.ts';
import { tailFault } from './shifted-instant.ts';

/** More issues of one text would not help. */
const MAX_REPORTED = 20;

/**
 * The issue of each, as the end of a sentence that begins with its place. `names`: the names in scope; for a reference
 * that almost equals one of them, the correct spelling is suggested.
 */
export function unreadableReferences(text: string, names: readonly string[]): string[] {
  const found: string[] = [];
  const read = new Set<number>();
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, name, tail = '', expression] = match;
    read.add(match.index).add(match.index + (whole === '$${' ? 1 : 0));
    if (found.length >= MAX_REPORTED) break;
    const fault = name === undefined ? null : tailFault(tail);
    if (fault !== null) found.push(`has ${whole}, in which ${fault}`);
    if (expression !== undefined) found.push(...expressionIssue(text, match.index, expression, names));
  }
  for (const { index } of text.matchAll(/\$\{/g)) {
    if (found.length >= MAX_REPORTED) break;
    if (!read.has(index)) found.push(unreadableAt(text, index, names));
  }
  return found.slice(0, MAX_REPORTED);
}

/** Empty if it is valid. */
function expressionIssue(text: string, index: number, expression: string, names: readonly string[]): string[] {
  const fault = expressionFault(expression) ?? constantFault(expression);
  if (fault === null) return [];
  return [
    nearest(expression, names) === null ? `has \${${expression}}, in which ${fault}` : unreadableAt(text, index, names),
  ];
}

/**
 * The issue of an expression that does not depend on the run: one without a name, or only with that of time, whose
 * value may be any instant.
 */
function constantFault(expression: string): string | null {
  const parsed = parseExpression(expression);
  const names = [...referencesOf(parsed)].map(({ name }) => name);
  if (names.length === 0) return 'there is no name';
  if (names.some((name) => name !== 'now')) return null;
  try {
    fillIn(`\${${expression}}`, { get: () => '2026-03-02T09:30:00.000Z' });
    return null;
  } catch (error) {
    if (error instanceof CannotFillIn) return error.message.replace(/^\$\{.*?\}: /, '');
    throw error;
  }
}

/** Why a text is not an expression, as a sentence; `null` if it is one. */
export function expressionFault(text: string): string | null {
  try {
    parseExpression(text);
    return null;
  } catch (error) {
    if (error instanceof ExpressionFault) return error.message;
    throw error;
  }
}

/** Length within which its end is searched, and length that is shown. */
const [LONGEST, LONGEST_SHOWN] = [1000, 60];

function unreadableAt(text: string, index: number, names: readonly string[]): string {
  const rest = text.slice(index, index + LONGEST);
  const end = rest.indexOf('}');
  const place = `at character ${index + 1}`;
  if (end === -1) return `has a \${ ${place} without a closing }`;
  const near = nearest(rest.slice(2, end), names);
  const hint = near === null ? `write \${name/path} with one of ${names.join(', ')}` : `write ${near}`;
  const whole = rest.slice(0, Math.min(end + 1, LONGEST_SHOWN));
  return `has ${whole} ${place}, which is no reference: ${hint}, or $\${ for a plain \${`;
}

/** Recognises the notation of other languages: `{ request.body.items[0] }` is `${request/body/items/0}`. */
function nearest(inside: string, names: readonly string[]): string | null {
  const path = inside
    .trim()
    .replaceAll(/\[['"]?([^\]'"]*)['"]?\]/g, '/$1')
    .replaceAll('.', '/');
  const [reference] = `\${${path}}`.matchAll(REFERENCE);
  const isWhole = reference !== undefined && reference[0].length === path.length + 3;
  return isWhole && reference[1] !== undefined && names.includes(reference[1]) ? reference[0] : null;
}
