/** Compares a number with the one that a step expects, and formats the difference. */
import { canFail, HOLDS_ALWAYS } from '../../contract/control/world/journal.ts';

interface HowMany {
  readonly count?: number | undefined;
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
}

/**
 * Without any expected number there must be at least one. Returns `null` if the number matches. What was filled in was
 * not validated with the file, and a text that is no number would hold whatever is found (decision K118.3).
 */
export function countFault(expected: HowMany, found: number): string | null {
  const wrong = Object.entries(numbersOf(expected)).find(([, value]) => value !== undefined && !isWhole(value));
  if (wrong !== undefined) return `${wrong[0]}: ${JSON.stringify(wrong[1])} is not a whole number of 0 or more`;
  const { count, at_least: least, at_most: most } = expected;
  if (count !== undefined) return found === Number(count) ? null : `expected ${count}, got ${found}`;
  const wanted = Number(least ?? (most === undefined ? 1 : 0));
  if (!canFail({ at_least: wanted, at_most: most })) return `at_least ${HOLDS_ALWAYS.error}`;
  if (found < wanted) return `expected at least ${wanted}, got ${found}`;
  if (most !== undefined && found > Number(most)) return `expected at most ${most}, got ${found}`;
  return null;
}

function numbersOf({ count, at_least, at_most }: HowMany): Readonly<Record<string, unknown>> {
  return { count, at_least, at_most };
}

function isWhole(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && /^\d{1,15}$/.test(String(value));
}

/** Whether waiting for more could still make the number match. */
export function isTooFew({ count, at_least: least, at_most: most }: HowMany, found: number): boolean {
  return found < Number(count ?? least ?? (most === undefined ? 1 : 0));
}
