/**
 * Tries a regular expression that somebody else wrote, at a bounded price: on the first 20 000 characters, and for at most
 * half a second, because there are patterns, like `(a+)+$`, that a text of forty characters keeps busy for years.
 */
import { createContext, Script } from 'node:vm';

const LONGEST_TEXT = 20_000;
const MOST_MS = 500;
const LONGEST_SAFE_TEXT = 2000;

/** Whether the pattern is found in the text; `null`: it took too long to find out. */
export function testPattern(pattern: string, text: string): boolean | null {
  const expression = compiled(pattern);
  const looked = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
  if (isQuick(pattern) && looked.length <= LONGEST_SAFE_TEXT) return expression.test(looked);
  try {
    sandbox.expression = expression;
    sandbox.text = looked;
    return Boolean(watched.runInContext(sandbox, { timeout: MOST_MS }));
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}

/** Only a script can be stopped from outside, and what it calls with it. */
const watched = new Script('expression.test(text)');
const sandbox = createContext(Object.create(null) as { expression?: RegExp; text?: string });

/** One repetition of open length at most, and none of a group: at worst the square of a short text. */
function isQuick(pattern: string): boolean {
  const plain = pattern.replaceAll(/\\[^1-9]/g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  return !/\\[1-9]|\)[*+{?]/.test(plain) && (plain.match(/[*+]|\{\d+,/g)?.length ?? 0) <= 1;
}

/** The latest patterns, because one is tried on many texts. */
const expressions = new Map<string, RegExp>();

function compiled(pattern: string): RegExp {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    if (expressions.size >= 100) expressions.clear();
    expression = new RegExp(pattern);
    expressions.set(pattern, expression);
  }
  return expression;
}
