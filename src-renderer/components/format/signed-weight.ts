/** A change in per cent without the unit, which the column has: `+0.42`, `−0.09`; what rounds to nought has no sign. */
import { formatWeight } from './format-number.ts';

export function signedWeight(share: number): string {
  const text = formatWeight(share);
  return share > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}
