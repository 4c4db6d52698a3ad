/**
 * The mid of one listing as a function of trading time alone: market, sector and idiosyncratic factor by beta, the
 * exchange rates, and the venue's basis, all in one exponential. Does not know sessions or ticks.
 */
import { type StreamKey, streamKey } from '../../kernel/streams.ts';
import { TAU_PER_DAY } from '../calendar/variance-clock.ts';
import type { Instrument, SimulationInputs } from '../data/market-data.ts';
import type { FxPath } from '../rates/fx-path.ts';
import { DAYS_PER_YEAR, type Factor } from './factor-paths.ts';
import { hashedNormal, normalKey } from './hashed-normal.ts';

interface ListingInputs {
  readonly seed: number;
  readonly instrument: Instrument;
  readonly mic: string;
  readonly simulation: SimulationInputs;
  readonly factors: { readonly market: Factor; readonly sector: Factor; readonly own: Factor };
  /** Null if the exchange quotes in the instrument's own currency. */
  readonly conversion: { readonly from: FxPath; readonly to: FxPath } | null;
  readonly epochTau: number;
}

/** Returns the mid in millionths of the exchange's currency, at least one, at a trading time. */
export function createListingPrice(inputs: ListingInputs): (tau: number) => number {
  const { instrument, simulation, conversion, epochTau, factors } = inputs;
  const loads = factorLoads(instrument, simulation);
  const { market, sector, own } = factors;
  const correctionPerTau = instrument.annualVolatility ** 2 / 2 / (DAYS_PER_YEAR * TAU_PER_DAY);
  const basisBps = Math.min(simulation.basisBps, instrument.spreadBps);
  const basisKey = streamKey(inputs.seed, 'market.venue-basis', `${instrument.isin}:${inputs.mic}`);
  const basis = createVenueBasis(basisKey, basisBps / 10_000);
  const rate = conversion === null ? 1 : conversion.to.perEurAtEpoch / conversion.from.perEurAtEpoch;
  const referenceMicro = instrument.referencePriceMicro * rate;
  return (tau) => {
    let log = loads.market * market.at(tau) + loads.sector * sector.at(tau) + loads.own * own.at(tau);
    log += basis.at(tau) - correctionPerTau * (tau - epochTau);
    if (conversion !== null) log += conversion.to.logChangeAt(tau) - conversion.from.logChangeAt(tau);
    return Math.max(1, Math.round(referenceMicro * Math.exp(log)));
  };
}

/** Returns the annual volatility of each factor; their squares add up to the instrument's own. */
export function factorLoads(instrument: Instrument, simulation: SimulationInputs) {
  const market = instrument.marketBeta * simulation.marketAnnualVolatility;
  const residualVariance = instrument.annualVolatility ** 2 - market ** 2;
  return {
    market,
    sector: Math.sqrt(SECTOR_SHARE * residualVariance),
    own: Math.sqrt((1 - SECTOR_SHARE) * residualVariance),
  };
}

/** Part of the variance that remains after the market's part and goes to the sector. */
const SECTOR_SHARE = 0.4;

/**
 * The small, mean-reverting difference between one venue's mid and the fair price: value noise of three octaves
 * over trading time (about 5, 20 and 80 minutes), scaled so that its variance is the same at every instant.
 */
interface VenueBasis {
  /** Log difference from the fair price at a trading time, with mean 0 and standard deviation `deviation`. */
  at(tau: number): number;
}

/** `deviation` is a fraction: one basis point is 0.0001. */
export function createVenueBasis(key: StreamKey, deviation: number): VenueBasis {
  const octaves = PERIODS_TAU.map((period, part) => ({ period, ...normalKey(key.high, key.low, part) }));
  const scale = deviation / Math.sqrt(octaves.length);
  return {
    at(tau) {
      let sum = 0;
      for (const octave of octaves) {
        const position = tau / octave.period;
        const index = Math.floor(position);
        const fraction = position - index;
        const weight = fraction * fraction * (3 - 2 * fraction);
        const before = hashedNormal(octave.first, octave.second, index);
        const after = hashedNormal(octave.first, octave.second, index + 1);
        // Divided by the root of the squared weights, because an interpolated value would vary less than its ends.
        const spread = Math.sqrt((1 - weight) * (1 - weight) + weight * weight);
        sum += (before * (1 - weight) + after * weight) / spread;
      }
      return scale * sum;
    },
  };
}

const PERIODS_TAU = [2 ** 19, 2 ** 21, 2 ** 23];
