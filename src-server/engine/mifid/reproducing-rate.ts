/**
 * Computes the exchange rate that a record states: the dealt one, with as many decimals as reproduce the recorded value
 * to the cent.
 */
import { MICRO } from '../../domain/numbers/exact.ts';

/** A converted fill, with its value in the listing's and in the portfolio's currency, in minor units. */
interface ConvertedFill {
  readonly quantityMicro: number;
  readonly priceMicro: number;
  readonly considerationMinor: number;
  readonly valueMinor: number;
}

/**
 * Returns units of the portfolio's currency for one unit of the listing's; rates in millionths per EUR. Six decimals,
 * or more if quantity × price × rate does not give the value otherwise. If a rate that equals the dealt one to six
 * decimals also gives the value of the consideration, which is rounded, it is used.
 */
export function reproducingRate(fill: ConvertedFill, perEurLocalMicro: number, perEurBaseMicro: number): number {
  const dealt = perEurBaseMicro / perEurLocalMicro;
  const { considerationMinor, valueMinor } = fill;
  const tradedMinor = (fill.quantityMicro * fill.priceMicro) / MINOR_IN_MICRO_SQUARED;
  const half = HALF - valueMinor * FLOAT_ERROR;
  const isValue = (amountMinor: number, rate: number) => Math.abs(amountMinor * rate - valueMinor) < half;
  for (const rate of decimalsOf(nearestFor(considerationMinor, valueMinor, dealt))) {
    const isDealt = Math.abs(rate - dealt) * MICRO <= 0.5;
    if (isDealt && isValue(tradedMinor, rate) && isValue(considerationMinor, rate)) return rate;
  }
  return decimalsOf(dealt).find((rate) => isValue(tradedMinor, rate)) ?? dealt;
}

const MINOR_IN_MICRO_SQUARED = 1e10;
/**
 * Half a minor unit, less the error that a reader's floating point may add to a product, which grows with the amount.
 */
const HALF = 0.5 - 1e-6;
const FLOAT_ERROR = 1e-15;
const MIN_DECIMALS = 6;
const MAX_DECIMALS = 14;

/** Returns the rate closest to the dealt one that gives the value of the consideration. */
function nearestFor(considerationMinor: number, valueMinor: number, dealt: number): number {
  if (considerationMinor === 0) return dealt;
  // Leaves a margin, so that the last digits can still be rounded.
  const inside = HALF - 1e-3;
  const lowest = (valueMinor - inside) / considerationMinor;
  const highest = (valueMinor + inside) / considerationMinor;
  return Math.min(highest, Math.max(lowest, dealt));
}

function decimalsOf(rate: number): number[] {
  const rates: number[] = [];
  for (let decimals = MIN_DECIMALS; decimals <= MAX_DECIMALS; decimals += 1) rates.push(Number(rate.toFixed(decimals)));
  return rates;
}
