/**
 * Computes the exact results of `exact.ts` faster: a float estimate decides the rounding if it is too far from a tie to
 * be wrong; otherwise big integers decide. Results are always exact; amounts are never negative.
 */

import { invariant } from '../invariant.ts';
import { divideHalfUp, toSafeNumber, valueInBaseMinor } from './exact.ts';

/** Returns `a · b / divisor` of non-negative integers, rounded half up. Throws if the result leaves the exact range. */
export function roundedProduct(a: number, b: number, divisor: number): number {
  return certainRound((a * b) / divisor) ?? toSafeNumber(divideHalfUp(BigInt(a) * BigInt(b), BigInt(divisor)));
}

/** Converts an amount of minor units at mid, half up; rates in millionths per EUR. */
export function convertedMinor(amountMinor: number, perEurFromMicro: number, perEurToMicro: number): number {
  return perEurFromMicro === perEurToMicro ? amountMinor : roundedProduct(amountMinor, perEurToMicro, perEurFromMicro);
}

/** Returns minor units of the base currency for a quantity at a listing's price, in one exact step, half up. */
export function baseValueMinor(
  quantityMicro: number,
  priceMicro: number,
  perEurLocalMicro: number,
  perEurBaseMicro: number,
): number {
  const estimate = (quantityMicro * priceMicro * (perEurBaseMicro / perEurLocalMicro)) / MICRO_SQUARED_PER_MINOR;
  return certainRound(estimate) ?? valueInBaseMinor(quantityMicro, priceMicro, perEurLocalMicro, perEurBaseMicro);
}

/** Returns millionths of a unit of `currency` per EUR. Throws for a currency without a rate. */
export function perEurMicroOf(perEurMicro: Readonly<Record<string, number>>, currency: string): number {
  const rate = perEurMicro[currency];
  if (rate !== undefined && rate > 0) return rate;
  invariant(false, `no FX rate for ${currency}`);
}

/** Converts a rate such as 0.005 to an integer of 1e-8, so that products with it are exact. */
export function rateE8(rate: number): number {
  return Math.round(rate * 1e8);
}

const MICRO_SQUARED_PER_MINOR = 1e10;

/** Twice the error that six correctly rounded operations can leave, relative to the result. */
const RELATIVE_DOUBT = 2 ** -49;

function certainRound(estimate: number): number | null {
  const rounded = Math.floor(estimate + 0.5);
  return Math.abs(estimate - rounded) < 0.5 - estimate * RELATIVE_DOUBT ? rounded : null;
}
