/**
 * Splits drift for the FX overlay (decision G9) into a local-price part, computed at reference FX rates, and the FX
 * part that remains. The two add up to the drift, row by row.
 */

import type { MarketView } from '../market-view.ts';
import { type DriftSnapshot, measureDrift } from './drift.ts';
import { type Valuation, valueAtRates } from './valuation.ts';
import { roundWeight, type TargetWeight } from './weights.ts';

export interface PositionFxDrift {
  readonly isin: string;
  readonly drift: number;
  readonly localDrift: number;
  readonly fxDrift: number;
}

/** `weight` is the current weight of all holdings that trade in the currency; cash counts under the base currency. */
export interface CurrencyFxDrift {
  readonly currency: string;
  readonly weight: number;
  readonly fxDrift: number;
}

interface FxDriftSplit {
  /** The drift at reference FX rates, which the band uses while the overlay is on. */
  readonly local: DriftSnapshot;
  readonly positions: readonly PositionFxDrift[];
  /** Sorted by currency; weights sum to 1 and FX drifts to 0, both up to rounding. */
  readonly currencies: readonly CurrencyFxDrift[];
}

/**
 * Splits the drift of a valued portfolio. `referencePerEurMicro` are the rates at the last completed rebalance, else at
 * creation; a currency without one counts as unchanged, at the rate of the view.
 */
export function splitFxDrift(
  valuation: Valuation,
  targets: readonly TargetWeight[],
  view: MarketView,
  referencePerEurMicro: Readonly<Record<string, number>>,
): FxDriftSplit {
  const referenceRates = { ...view.perEurMicro, ...referencePerEurMicro };
  const atReference = valueAtRates(valuation, view, referenceRates);
  const whole = measureDrift(valuation, targets);
  const local = measureDrift(atReference, targets);
  const positions = whole.positions.map((row, index) => {
    const localDrift = local.positions[index]?.drift ?? 0;
    return { isin: row.isin, drift: row.drift, localDrift, fxDrift: roundWeight(row.drift - localDrift) };
  });
  return { local, positions, currencies: driftByCurrency(valuation, atReference) };
}

function driftByCurrency(now: Valuation, atReference: Valuation): CurrencyFxDrift[] {
  const sums = new Map([[now.currency, { nowMinor: now.cashMinor, referenceMinor: atReference.cashMinor }]]);
  now.positions.forEach((position, index) => {
    const sum = sums.get(position.currency) ?? { nowMinor: 0, referenceMinor: 0 };
    sum.nowMinor += position.valueMinor;
    sum.referenceMinor += atReference.positions[index]?.valueMinor ?? 0;
    sums.set(position.currency, sum);
  });
  const rows = Array.from(sums, ([currency, { nowMinor, referenceMinor }]) => {
    const weight = now.totalMinor > 0 ? nowMinor / now.totalMinor : 0;
    const referenceWeight = atReference.totalMinor > 0 ? referenceMinor / atReference.totalMinor : 0;
    return { currency, weight: roundWeight(weight), fxDrift: roundWeight(weight - referenceWeight) };
  });
  return rows.sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
