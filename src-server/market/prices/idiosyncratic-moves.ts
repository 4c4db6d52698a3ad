/**
 * Idiosyncratic moves of instruments, without market and sector, and moves of exchange rates, with the trading time
 * they took; market events scale them.
 */

import { TAU_PER_DAY, type VarianceClock } from '../calendar/variance-clock.ts';
import { DAYS_PER_YEAR, type Factor } from './factor-paths.ts';

interface IdiosyncraticMove {
  readonly log: number;
  /** The factor's variance over that time. */
  readonly variance: number;
}

export interface IdiosyncraticMoves {
  /** Returns trading days between two instants, with fractions; a weekend has none. */
  tradingDays(fromMs: number, toMs: number): number;
  /** Returns how the idiosyncratic factor moved the log price between two instants; RangeError for an unknown ISIN. */
  idiosyncraticMove(isin: string, fromMs: number, toMs: number): IdiosyncraticMove;
  /** Returns how a currency's factor moved the log of its units per EUR between two instants; nothing for EUR. */
  fxMove(currency: string, fromMs: number, toMs: number): IdiosyncraticMove;
}

/** An instrument's idiosyncratic factor and its annual volatility. */
export interface IdiosyncraticFactor {
  readonly factor: Factor;
  readonly volatility: number;
}

/** `own` is by ISIN (`null` for an unknown one), `ofRates` by currency, on the same clock as the prices. */
export function createIdiosyncraticMoves(
  clock: VarianceClock,
  own: (isin: string) => IdiosyncraticFactor | null,
  ofRates: ReadonlyMap<string, IdiosyncraticFactor>,
): IdiosyncraticMoves {
  const tradingDays = (fromMs: number, toMs: number): number => (clock.tauAt(toMs) - clock.tauAt(fromMs)) / TAU_PER_DAY;
  const moveOf = ({ factor, volatility }: IdiosyncraticFactor, fromMs: number, toMs: number): IdiosyncraticMove => ({
    log: volatility * (factor.at(clock.tauAt(toMs)) - factor.at(clock.tauAt(fromMs))),
    variance: (volatility * volatility * tradingDays(fromMs, toMs)) / DAYS_PER_YEAR,
  });
  return {
    tradingDays,
    idiosyncraticMove(isin, fromMs, toMs) {
      const found = own(isin);
      if (found === null) throw new RangeError(`unknown instrument ${isin}`);
      return moveOf(found, fromMs, toMs);
    },
    fxMove(currency, fromMs, toMs) {
      const found = ofRates.get(currency);
      if (found === undefined) throw new RangeError(`unknown currency ${currency}`);
      return moveOf(found, fromMs, toMs);
    },
  };
}
