/** What a split makes of a position, and what is paid for the fraction that cannot be held (decision O3). Exact. */
import { divideHalfUp, toSafeNumber } from '../numbers/exact.ts';

/** So many new shares for so many old ones, whole numbers above 0. */
export interface SplitRatio {
  readonly newShares: number;
  readonly oldShares: number;
}

/** More than this no holding can have, millionths of a share. */
const MOST_MICRO = 1e15;

export interface SplitPosition {
  /** The new quantity, without what is less than a millionth of a share. */
  readonly wholeMicro: number;
  /** What of it is held: whole steps. */
  readonly heldMicro: number;
  /** What is not held, as a fraction of millionths of a share. */
  readonly rest: { readonly numerator: bigint; readonly denominator: bigint };
}

/** `stepMicro`: held quantities are multiples of it. */
export function splitPosition(
  quantityMicro: number,
  { newShares, oldShares }: SplitRatio,
  stepMicro: number,
): SplitPosition {
  const denominator = BigInt(oldShares);
  const numerator = BigInt(quantityMicro) * BigInt(newShares);
  const step = BigInt(stepMicro);
  const whole = smaller(numerator / denominator, BigInt(MOST_MICRO));
  const held = (whole / step) * step;
  const rest = { numerator: numerator - held * denominator, denominator };
  return { wholeMicro: toSafeNumber(whole), heldMicro: toSafeNumber(held), rest };
}

/**
 * The value of the rest at the price of a new share, minor units of the base currency, half up. Rates are millionths of
 * a unit per EUR.
 */
export function restValueMinor(
  { numerator, denominator }: SplitPosition['rest'],
  priceMicro: number,
  perEurLocalMicro: number,
  perEurBaseMicro: number,
): number {
  const value = numerator * BigInt(priceMicro) * BigInt(perEurBaseMicro);
  return toSafeNumber(divideHalfUp(value, denominator * MICRO_SQUARED_PER_MINOR * BigInt(perEurLocalMicro)));
}

const MICRO_SQUARED_PER_MINOR = 10_000_000_000n;

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
