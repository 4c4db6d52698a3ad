/**
 * Measures drift and checks it against a band (decision H). A drift is weight minus target, a fraction of one. The
 * check uses the rounded figures that clients see.
 */

import type { Valuation } from './valuation.ts';
import { cashTargetWeight, roundWeight, type TargetWeight } from './weights.ts';

export interface PositionDrift {
  readonly isin: string;
  readonly currentWeight: number;
  readonly targetWeight: number;
  readonly drift: number;
  /** Drift over target; `null` for a target of 0. */
  readonly relativeDrift: number | null;
}

export interface DriftSnapshot {
  readonly asOf: number;
  readonly totalMinor: number;
  /** Largest |drift| of a position; cash is not one. */
  readonly maxDrift: number;
  /** ½·Σ|drift| with cash as a row. */
  readonly portfolioDrift: number;
  readonly positions: readonly PositionDrift[];
  readonly cash: { readonly weight: number; readonly targetWeight: number; readonly drift: number };
}

export interface DriftBand {
  readonly threshold: number;
  readonly bandType: 'absolute' | 'relative';
  readonly trigger: 'any_position' | 'portfolio';
  /** For an absolute band: a position leaves it at this share of its target already, if that is less (decision O6). */
  readonly targetShare?: number;
}

/** 5 % of the portfolio, or a quarter of the target if that is less (decision O6). */
export const BAND_5_25 = {
  threshold: 0.05,
  bandType: 'absolute',
  trigger: 'any_position',
  targetShare: 0.25,
} as const satisfies DriftBand;

export interface BandCheck {
  readonly breached: boolean;
  /**
   * The figure compared with the threshold, never negative; `isin` is `null` for the portfolio trigger or no positions.
   */
  readonly largest: {
    readonly isin: string | null;
    readonly drift: number;
    /** The band of that position, if positions have bands of their own. */
    readonly threshold?: number;
  };
}

/** The part of a valuation that drift is measured by. */
export interface ValuedIsins extends Pick<Valuation, 'asOf' | 'totalMinor' | 'cashMinor'> {
  readonly positions: readonly { readonly isin: string; readonly valueMinor: number }[];
}

/** Returns one row per ISIN held or targeted, sorted by ISIN. All weights are 0 if the portfolio is worth nothing. */
export function measureDrift(valuation: ValuedIsins, targets: readonly TargetWeight[]): DriftSnapshot {
  const { asOf, totalMinor, cashMinor } = valuation;
  const rows = new Map<string, { isin: string; heldMinor: number; targetWeight: number }>();
  for (const { isin, weight } of targets) rows.set(isin, { isin, heldMinor: 0, targetWeight: weight });
  for (const { isin, valueMinor } of valuation.positions) {
    const row = rows.get(isin);
    if (row) row.heldMinor += valueMinor;
    else rows.set(isin, { isin, heldMinor: valueMinor, targetWeight: 0 });
  }
  const weightOf = (amountMinor: number) => (totalMinor > 0 ? roundWeight(amountMinor / totalMinor) : 0);
  const positions: PositionDrift[] = [];
  for (const row of rows.values()) positions.push(positionDrift(row.isin, weightOf(row.heldMinor), row.targetWeight));
  positions.sort((a, b) => (a.isin < b.isin ? -1 : 1));
  const cash = { weight: weightOf(cashMinor), targetWeight: cashTargetWeight(targets), drift: 0 };
  cash.drift = roundWeight(cash.weight - cash.targetWeight);
  return { asOf, totalMinor, ...extremes(positions, cash.drift), positions, cash };
}

/** Whether the drift is strictly beyond the band, and the largest figure that was compared. */
export function breachesBand(snapshot: DriftSnapshot, band: DriftBand): BandCheck {
  if (band.trigger === 'portfolio') {
    const drift = snapshot.portfolioDrift;
    return { breached: drift > band.threshold, largest: { isin: null, drift } };
  }
  if (band.targetShare !== undefined) return breachesOwnBands(snapshot, band);
  let largest: BandCheck['largest'] = { isin: null, drift: 0 };
  for (const row of snapshot.positions) {
    const drift = Math.abs(band.bandType === 'relative' ? (row.relativeDrift ?? row.drift) : row.drift);
    if (largest.isin === null || drift > largest.drift) largest = { isin: row.isin, drift };
  }
  return { breached: largest.drift > band.threshold, largest };
}

/**
 * Returns how far a weight may be from its target, as a share of the portfolio. A target of 0 has no share of its own.
 */
export function halfWidth({ threshold, bandType, targetShare }: DriftBand, targetWeight: number): number {
  if (targetWeight === 0) return threshold;
  if (bandType === 'relative') return roundWeight(threshold * targetWeight);
  return targetShare === undefined ? threshold : Math.min(threshold, roundWeight(targetShare * targetWeight));
}

/** The largest is the position that is furthest outside, measured by its own band. */
function breachesOwnBands({ positions }: DriftSnapshot, band: DriftBand): BandCheck {
  let largest: BandCheck['largest'] = { isin: null, drift: 0 };
  let furthest = 0;
  for (const { isin, drift, targetWeight } of positions) {
    const threshold = halfWidth(band, targetWeight);
    const share = Math.abs(drift) / threshold;
    if (largest.isin !== null && !(share > furthest)) continue;
    largest = { isin, drift: Math.abs(drift), threshold };
    furthest = share;
  }
  return { breached: largest.threshold !== undefined && largest.drift > largest.threshold, largest };
}

function positionDrift(isin: string, currentWeight: number, targetWeight: number): PositionDrift {
  const drift = roundWeight(currentWeight - targetWeight);
  const relativeDrift = targetWeight > 0 ? roundWeight(drift / targetWeight) : null;
  return { isin, currentWeight, targetWeight, drift, relativeDrift };
}

function extremes(positions: readonly PositionDrift[], cashDrift: number) {
  let maxDrift = 0;
  let sum = Math.abs(cashDrift);
  for (const { drift } of positions) {
    const size = Math.abs(drift);
    sum += size;
    if (size > maxDrift) maxDrift = size;
  }
  return { maxDrift, portfolioDrift: roundWeight(sum / 2) };
}
