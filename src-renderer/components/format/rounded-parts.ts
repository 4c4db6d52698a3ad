/** Parts of a whole, rounded so that what is shown of them adds up to what is shown of the whole. Pure. */

/**
 * The parts to so many decimals, by the largest remainder: none is off by more than a unit of the last one. They sum to
 * the whole as `roundTo` has it, up to the noise of floating point. Expects parts that sum to the whole before.
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

/** What lies so close below a unit is that unit. */
const NOISE = 1e-9;

/** Halves away from 0, as figures are written. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const rounded = Math.round(Math.abs(value) * factor + NOISE) / factor;
  return value < 0 && rounded > 0 ? -rounded : rounded;
}
