/**
 * Exact fractions of whole numbers that are not negative, always in lowest terms. Records and the event log have them
 * as text, such as `2/3`, because JSON has no such number.
 */
import { invariant } from '../invariant.ts';

export interface Fraction {
  readonly numerator: bigint;
  /** Above 0. */
  readonly denominator: bigint;
}

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };

export function fractionOf(numerator: bigint, denominator: bigint): Fraction {
  invariant(numerator >= 0n && denominator > 0n, 'a fraction below 0, or of nothing');
  const divisor = commonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

export function plus(one: Fraction, other: Fraction): Fraction {
  const numerator = one.numerator * other.denominator + other.numerator * one.denominator;
  return fractionOf(numerator, one.denominator * other.denominator);
}

/** Splits a fraction into its whole part and the rest. */
export function parted({ numerator, denominator }: Fraction): { readonly whole: bigint; readonly rest: Fraction } {
  const whole = numerator / denominator;
  return { whole, rest: { numerator: numerator - whole * denominator, denominator } };
}

/** Returns `undefined` for 0. */
export function fractionText({ numerator, denominator }: Fraction): string | undefined {
  return numerator === 0n ? undefined : `${numerator}/${denominator}`;
}

/** Parses the text of `fractionText`; 0 if there is no text. */
export function parseFraction(text: string | undefined): Fraction {
  const [numerator, denominator] = text?.split('/') ?? [];
  if (numerator === undefined) return ZERO;
  invariant(denominator !== undefined, `${text} is not a fraction`);
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

/** Returns the greatest common divisor. */
export function commonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}
