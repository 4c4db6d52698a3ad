/**
 * The U-shape of a trading session: three times as busy at the open and the close as at noon. The variance clock and
 * the volume curve share it. Polynomial, so that every JavaScript engine computes the same bits.
 */

/** Returns the share of a session's activity in its first `fraction` (0 to 1); the density is 0.6 + 1.2 (2x - 1)^2. */
export function uShapeShare(fraction: number): number {
  const centred = 2 * fraction - 1;
  return 0.6 * fraction + 0.2 * (centred * centred * centred + 1);
}
