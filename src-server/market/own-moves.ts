/** What an instrument does apart from the market and its sector, and in how much trading time; for price overlays. */
import { DAYS_PER_YEAR, type Factor } from './factor-paths.ts';
import { TAU_PER_DAY, type VarianceClock } from './variance-clock.ts';

export interface OwnMove {
  readonly log: number;
  /** The variance it had over that time. */
  readonly variance: number;
}

export interface OwnMoves {
  /** Trading days between two instants, with fractions; a weekend has none. */
  tradingDays(fromMs: number, toMs: number): number;
  /** How the own factor moved the log price between two instants; RangeError for an unknown ISIN. */
  ownMove(isin: string, fromMs: number, toMs: number): OwnMove;
}

/** An instrument's own factor and the annual volatility it carries. */
export interface OwnFactor {
  readonly factor: Factor;
  readonly volatility: number;
}

/** `factors` by ISIN, on the same clock as the prices. */
export function createOwnMoves(clock: VarianceClock, factors: ReadonlyMap<string, OwnFactor>): OwnMoves {
  const tradingDays = (fromMs: number, toMs: number): number => (clock.tauAt(toMs) - clock.tauAt(fromMs)) / TAU_PER_DAY;
  return {
    tradingDays,
    ownMove(isin, fromMs, toMs) {
      const own = factors.get(isin);
      if (own === undefined) throw new RangeError(`unknown instrument ${isin}`);
      const { factor, volatility } = own;
      return {
        log: volatility * (factor.at(clock.tauAt(toMs)) - factor.at(clock.tauAt(fromMs))),
        variance: (volatility * volatility * tradingDays(fromMs, toMs)) / DAYS_PER_YEAR,
      };
    },
  };
}
