/** The band by which the monitor decides that a portfolio is out of balance: the specification's defaults. */
import type { DriftBand } from '../../domain/valuation/drift.ts';

export const DEFAULT_BAND = {
  threshold: 0.05,
  bandType: 'absolute',
  trigger: 'any_position',
} as const satisfies DriftBand;

/** A portfolio that crossed the band counts as back once its largest drift is inside this share of it. */
export const REARM_SHARE = 0.5;
