/** Rounds the parts of a whole so that the displayed parts add up to the displayed whole. Pure. */

/**
 * Rounds the parts to the given decimals, by the largest remainder: none is off by more than one unit of the last
 * decimal. They sum to the whole as `roundTo` rounds it, up to floating-point noise. Expects parts that sum to the
 * whole before.
 */
export function roundedParts(whole: number, parts: readonly number[], decimals: number): number[] {
  const unit = 10 ** -decimals;
  const units = parts.map((part) => Math.floor(part / unit + NOISE));
  const missing = Math.round(roundTo(whole, decimals) / unit) - units.reduce((sum, each) => sum + each, 0);
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part / unit - (units[index] ?? 0) }))
    .sort((one, other) => other.remainder - one.remainder);
  for (const { index } of byRemainder.slice(0, Math.max(0, missing))) units[index] = (units[index] ?? 0) + 1;
  return units.map((each) => roundTo(each * unit, decimals));
}

/** A value this close below a unit counts as that unit. */
const NOISE = 1e-9;

/** Rounds halves away from 0, as figures are displayed. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const rounded = Math.round(Math.abs(value) * factor + NOISE) / factor;
  return value < 0 && rounded > 0 ? -rounded : rounded;
}
