/** Whether there are as many as a step expects, in words where there are not. */

export interface HowMany {
  readonly count?: number | undefined;
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
}

/** At least one, where no number is said at all. `null` where the number is right. */
export function countFault({ count, at_least: least, at_most: most }: HowMany, found: number): string | null {
  if (count !== undefined) return found === Number(count) ? null : `expected ${count}, got ${found}`;
  const wanted = least ?? (most === undefined ? 1 : 0);
  if (found < Number(wanted)) return `expected at least ${wanted}, got ${found}`;
  if (most !== undefined && found > Number(most)) return `expected at most ${most}, got ${found}`;
  return null;
}

/** Whether more of them could still make it right. */
export function isTooFew({ count, at_least: least, at_most: most }: HowMany, found: number): boolean {
  return found < Number(count ?? least ?? (most === undefined ? 1 : 0));
}
