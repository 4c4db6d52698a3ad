/** Compares a number with the one that a step expects, and formats the difference. */

interface HowMany {
  readonly count?: number | undefined;
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
}

/** Without any expected number there must be at least one. Returns `null` if the number matches. */
export function countFault({ count, at_least: least, at_most: most }: HowMany, found: number): string | null {
  if (count !== undefined) return found === Number(count) ? null : `expected ${count}, got ${found}`;
  const wanted = least ?? (most === undefined ? 1 : 0);
  if (found < Number(wanted)) return `expected at least ${wanted}, got ${found}`;
  if (most !== undefined && found > Number(most)) return `expected at most ${most}, got ${found}`;
  return null;
}

/** Whether waiting for more could still make the number match. */
export function isTooFew({ count, at_least: least, at_most: most }: HowMany, found: number): boolean {
  return found < Number(count ?? least ?? (most === undefined ? 1 : 0));
}
