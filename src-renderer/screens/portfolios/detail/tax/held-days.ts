/** How long what was sold had been held, in whole days between two dates; a pool has no date of its own. Pure. */

const DAY_MS = 86_400_000;

/** From the day of the purchase to that of the sale; null for a pool. */
export function heldDays(acquiredAt: string | null, soldOn: string): number | null {
  if (acquiredAt === null) return null;
  return Math.round((Date.parse(soldOn) - Date.parse(acquiredAt.slice(0, 10))) / DAY_MS);
}

/** `12`, or `12–340` where lots of different ages were used, or null where none has an age. */
export function heldDaysRange(lots: readonly { readonly acquired_at: string | null }[], soldOn: string): string | null {
  const days = lots.flatMap((lot) => heldDays(lot.acquired_at, soldOn) ?? []);
  if (days.length === 0) return null;
  const [least, most] = [Math.min(...days), Math.max(...days)];
  return least === most ? String(least) : `${least}–${most}`;
}
