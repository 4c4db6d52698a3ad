/** States as a clause when a band is breached. `percent` formats a share of one. Pure. */
import type { DriftBand } from '../valuation/drift.ts';

export function breachText(
  { threshold, bandType, trigger, targetShare }: DriftBand,
  percent: (share: number) => string,
): string {
  if (targetShare !== undefined)
    return 'a position deviates from its target by more than 5 % of the portfolio or 25 % of the target, whichever is less';
  const distance = percent(threshold);
  if (trigger === 'portfolio') return `the portfolio drift is more than ${distance}`;
  const whole = bandType === 'relative' ? 'target' : 'portfolio';
  return `a position deviates from its target by more than ${distance} of the ${whole}`;
}
