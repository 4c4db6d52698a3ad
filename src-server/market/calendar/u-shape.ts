/**
 * The U-shape of a trading session: three times as busy at the open and the close as at noon. One curve serves the
 * variance clock and the volume curve. Polynomial, so that every engine computes the same bits.
 */

/** Share of a session's activity in its first `fraction` (0 to 1); the density is 0.6 + 1.2 (2x - 1)^2. */
export function uShapeShare(fraction: number): number {
  const centred = 2 * fraction - 1;
  return 0.6 * fraction + 0.2 * (centred * centred * centred + 1);
}
