/** A rate with five significant figures at least and as many decimals as its pair is dealt in: `0.86200`, `11.0500`. */
export function rateText(rate: number): string {
  return rate === 1 ? '1' : rate.toFixed(rate >= 10 ? 4 : 5);
}
