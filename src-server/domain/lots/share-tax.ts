/**
 * Splits the tax on a net gain among its gains and losses (decision L135), so that the parts sum to it to the cent. A
 * gain gets its tax, a loss gets its saving as a negative tax: all of it if a net gain remains, else as much as the tax
 * on the gains. Minor units.
 */

/** `rate`: on a positive net gain, 0 to 1. Returns one part for each gain, in their order. */
export function shareTax(gainsMinor: readonly number[], rate: number): number[] {
  const gained = sumOf(gainsMinor.map((gain) => Math.max(0, gain)));
  const lost = sumOf(gainsMinor.map((gain) => Math.max(0, -gain)));
  const usedOfLosses = lost > gained ? gained / lost : 1;
  const exact = gainsMinor.map((gain) => (gain < 0 ? gain * usedOfLosses : gain) * rate);
  // Adding 0 avoids −0.
  const shares = exact.map((share) => Math.floor(share) + 0);
  const missing = Math.round(Math.max(0, gained - lost) * rate) - sumOf(shares);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((one, other) => other.remainder - one.remainder);
  for (const { index } of byRemainder.slice(0, Math.max(0, missing))) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
