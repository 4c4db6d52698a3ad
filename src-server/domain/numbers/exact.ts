/**
 * Exact arithmetic on scaled integers. Money is counted in minor units (cents), quantities and prices in millionths,
 * exchange rates in millionths of a unit per EUR. Only conversions such as `toMicro` and `fromMicro` use floating
 * point, so cash + fills + costs balance to the cent (decision D4).
 */

/** Millionths in one: quantities, prices and FX rates carry up to six decimals (decision D3). */
export const MICRO = 1_000_000;

/** Every currency of the market data has two decimals. */
export const MINOR_PER_UNIT = 100;

const MICRO_SQUARED_PER_MINOR = 10_000_000_000n;

/**
 * Returns `numerator / denominator`, rounded half away from zero; both as big integers. Throws on a zero denominator.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * n + d) / (2n * d);
  return negative ? -rounded : rounded;
}

/** Returns the value of `quantityMicro` at `priceMicro` in the listing's own currency, minor units; half-up. */
export function valueMinor(quantityMicro: number, priceMicro: number): number {
  return toSafeNumber(divideHalfUp(BigInt(quantityMicro) * BigInt(priceMicro), MICRO_SQUARED_PER_MINOR));
}

/**
 * Returns the value in the base currency, minor units, converted at the mid rate in one exact step, half-up. Rates are
 * millionths of a unit per EUR (`EUR` itself is 1 000 000).
 */
export function valueInBaseMinor(
  quantityMicro: number,
  priceMicro: number,
  perEurLocalMicro: number,
  perEurBaseMicro: number,
): number {
  const numerator = BigInt(quantityMicro) * BigInt(priceMicro) * BigInt(perEurBaseMicro);
  return toSafeNumber(divideHalfUp(numerator, MICRO_SQUARED_PER_MINOR * BigInt(perEurLocalMicro)));
}

/** Converts an amount of minor units between two currencies at mid, half-up. */
export function convertMinor(amountMinor: number, perEurFromMicro: number, perEurToMicro: number): number {
  if (perEurFromMicro === perEurToMicro) return amountMinor;
  return toSafeNumber(divideHalfUp(BigInt(amountMinor) * BigInt(perEurToMicro), BigInt(perEurFromMicro)));
}

/** Converts a JSON number with at most six decimals to millionths; `null` if it has more or is not finite. */
export function toMicro(value: number): number | null {
  return toScaled(value, MICRO);
}

/** Converts a JSON number with at most two decimals to minor units; `null` if it has more or is not finite. */
export function toMinor(value: number): number | null {
  return toScaled(value, MINOR_PER_UNIT);
}

/** Converts millionths to the JSON number that represents them. */
export function fromMicro(micro: number): number {
  return micro / MICRO;
}

/** Converts minor units to the JSON number that represents them. */
export function fromMinor(minor: number): number {
  return minor / MINOR_PER_UNIT;
}

/**
 * Throws if a big integer is outside the range that a number represents exactly (about 90 trillion of a currency's
 * units).
 */
export function toSafeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`amount out of the exact range: ${value}`);
  return number;
}

function toScaled(value: number, scale: number): number | null {
  if (!Number.isFinite(value)) return null;
  const scaled = Math.round(value * scale);
  if (!Number.isSafeInteger(scaled)) return null;
  return scaled / scale === value ? scaled : null;
}
