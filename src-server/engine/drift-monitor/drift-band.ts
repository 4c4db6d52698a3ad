/** The band that says whether a portfolio is out of balance where no plan was asked for: the specification's defaults. */
import type { DriftBand } from '../../domain/valuation/drift.ts';

export const DEFAULT_BAND = {
  threshold: 0.05,
  bandType: 'absolute',
  trigger: 'any_position',
} as const satisfies DriftBand;

/** A portfolio that crossed the band is back when its largest drift is inside this part of it. */
export const REARM_SHARE = 0.5;
