/** The band of the drift monitor: the specification's defaults. */
import type { DriftBand } from '../../domain/valuation/drift.ts';

export const DEFAULT_BAND = {
  threshold: 0.05,
  bandType: 'absolute',
  trigger: 'any_position',
} as const satisfies DriftBand;

/** A portfolio outside the band counts as back once its largest drift is inside this share of it. */
export const REARM_SHARE = 0.5;
