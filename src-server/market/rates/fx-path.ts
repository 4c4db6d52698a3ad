/**
 * Simulated exchange rates against the euro on the common variance clock: one path per currency, constant for the euro.
 * Rates move at all times of a weekday, whichever exchanges are open.
 */

import { TAU_PER_DAY } from '../calendar/variance-clock.ts';
import type { Currency, MarketData } from '../data/market-data.ts';
import { DAYS_PER_YEAR, type Factor } from '../prices/factor-paths.ts';

export interface FxPath {
  /** Units per EUR at the epoch. */
  readonly perEurAtEpoch: number;
  /** Log change of units per EUR since the epoch. */
  logChangeAt(tau: number): number;
}

/** Creates the path of one currency; a martingale in units per EUR. */
export function createFxPath(fx: MarketData['fx'], currency: Currency, factor: Factor, epochTau: number): FxPath {
  const volatility = fx.annualVolatility[currency];
  const perEurAtEpoch = fx.perEurMicro[currency] / 1_000_000;
  if (volatility === 0) return { perEurAtEpoch, logChangeAt: () => 0 };
  const correctionPerTau = (0.5 * volatility * volatility) / (DAYS_PER_YEAR * TAU_PER_DAY);
  return {
    perEurAtEpoch,
    logChangeAt: (tau) => volatility * factor.at(tau) - correctionPerTau * (tau - epochTau),
  };
}
