/** Measures how far a portfolio is from leaving a band, like its plan would (decision O6). Reads only. */
import { type BandCheck, breachesBand, type DriftBand, halfWidth } from '../../domain/valuation/drift.ts';
import { splitFxDrift } from '../../domain/valuation/fx-drift.ts';
import { valuePortfolioAt } from '../planning/value-portfolio.ts';
import type { PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';

interface MeasuredBand extends BandCheck {
  /** Largest change of the weights before the portfolio leaves the band, or returns into it. */
  readonly slack: number;
  /** The largest weight that may be part of such a change. */
  readonly heaviest: number;
}

/** `fxOverlay`: without exchange rate changes, like plans with the overlay. */
export function measureBand(
  world: World,
  portfolio: PortfolioRecord,
  band: DriftBand,
  { fxOverlay, nowMs }: { readonly fxOverlay: boolean; readonly nowMs: number },
): MeasuredBand {
  const { valuation, targets, view, drift: whole } = valuePortfolioAt(world, portfolio, nowMs);
  const drift = fxOverlay ? splitFxDrift(valuation, targets, view, portfolio.referenceRates).local : whole;
  const check = breachesBand(drift, band);
  // Half the sum of all changes of weights, which sum to one.
  if (band.trigger === 'portfolio') {
    return { ...check, slack: Math.abs(drift.portfolioDrift - band.threshold), heaviest: 0.5 };
  }
  let [furthestOut, heaviest] = [Number.NEGATIVE_INFINITY, 0];
  for (const { drift: distance, targetWeight, currentWeight } of drift.positions) {
    furthestOut = Math.max(furthestOut, Math.abs(distance) - halfWidth(band, targetWeight));
    heaviest = Math.max(heaviest, currentWeight);
  }
  return { ...check, slack: Math.abs(furthestOut), heaviest };
}
