/**
 * Computes the quantity of shares after a split, and the payment for the fraction that cannot be held (decision O3).
 * Exact: a quantity is whole millionths of a share and, after splits, a fraction of one more, its rest.
 */
import { divideHalfUp, toSafeNumber } from '../numbers/exact.ts';
import { type Fraction, fractionOf, fractionText, parseFraction, parted, plus, ZERO } from '../numbers/fraction.ts';
import { baseValueMinor } from '../numbers/rounded-product.ts';

/** The number of new shares for a number of old ones; whole numbers above 0. */
export interface SplitRatio {
  readonly newShares: number;
  readonly oldShares: number;
}

/** Shares in whole millionths, and the fraction of a millionth beyond as text; left out if there is none. */
export interface ExactQuantity {
  readonly quantityMicro: number;
  readonly rest?: string;
}

/** Largest possible holding, in millionths of a share. */
const MAX_MICRO = 10n ** 15n;

export interface SplitPosition {
  /** The new quantity, without a fraction of a millionth of a share. */
  readonly wholeMicro: number;
  /** The part of it that is held. */
  readonly held: ExactQuantity;
  /** The part that is not held but paid, in millionths of a share. */
  readonly paid: Fraction;
}

/** Returns all of a quantity, in millionths of a share. */
export function exactMicro({ quantityMicro, rest }: ExactQuantity): Fraction {
  return plus({ numerator: BigInt(quantityMicro), denominator: 1n }, parseFraction(rest));
}

/** Splits a quantity into whole millionths and the rest. */
export function quantityOfExact(micro: Fraction): ExactQuantity {
  const { whole, rest } = parted(micro);
  const text = fractionText(rest);
  return { quantityMicro: toSafeNumber(whole), ...(text === undefined ? {} : { rest: text }) };
}

/** Returns the exact quantity after a split. */
export function splitQuantity(quantity: ExactQuantity, { newShares, oldShares }: SplitRatio): Fraction {
  const { numerator, denominator } = exactMicro(quantity);
  return fractionOf(numerator * BigInt(newShares), denominator * BigInt(oldShares));
}

/**
 * `stepMicro`: held quantities are multiples of it, and the rest is paid. With a step of a millionth, the fraction of a
 * millionth is held, too, so that a reverse split restores the original quantity; a total of less than a millionth is
 * paid.
 */
export function splitPosition(quantity: ExactQuantity, ratio: SplitRatio, stepMicro: number): SplitPosition {
  const micro = splitQuantity(quantity, ratio);
  const { whole, rest } = parted(micro);
  const within = whole < MAX_MICRO ? whole : MAX_MICRO;
  const heldMicro = within - (within % BigInt(stepMicro));
  const isRemainderHeld = stepMicro === 1 && heldMicro === whole && whole > 0n;
  const held = plus({ numerator: heldMicro, denominator: 1n }, isRemainderHeld ? rest : ZERO);
  const paid = fractionOf(
    micro.numerator * held.denominator - held.numerator * micro.denominator,
    micro.denominator * held.denominator,
  );
  return { wholeMicro: toSafeNumber(within), held: quantityOfExact(held), paid };
}

/** Returns the value of a position at a price, including its rest; like `baseValueMinor`. */
export function quantityValueMinor(
  quantity: ExactQuantity,
  priceMicro: number,
  perEurLocalMicro: number,
  perEurBaseMicro: number,
): number {
  const { quantityMicro, rest } = quantity;
  if (rest === undefined) return baseValueMinor(quantityMicro, priceMicro, perEurLocalMicro, perEurBaseMicro);
  return exactValueMinor(exactMicro(quantity), priceMicro, perEurLocalMicro, perEurBaseMicro);
}

/**
 * Returns the value of millionths of a share at a price, in minor units of the base currency, half up. Rates are
 * millionths of a unit per EUR.
 */
export function exactValueMinor(
  { numerator, denominator }: Fraction,
  priceMicro: number,
  perEurLocalMicro: number,
  perEurBaseMicro: number,
): number {
  const value = numerator * BigInt(priceMicro) * BigInt(perEurBaseMicro);
  return toSafeNumber(divideHalfUp(value, denominator * MICRO_SQUARED_PER_MINOR * BigInt(perEurLocalMicro)));
}

const MICRO_SQUARED_PER_MINOR = 10_000_000_000n;
