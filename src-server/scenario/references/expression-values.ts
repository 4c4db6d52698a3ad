/**
 * Values of expressions (decision K130): JSON, and in addition exact decimal numbers and durations. Texts that are
 * numbers, instants or durations count as such when combined with one. Pure.
 */

import { isDeepStrictEqual } from 'node:util';
import Decimal from 'decimal.js-light';
import { countOf } from '../../domain/numbers/count-of.ts';
import { formatInstant, parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import { CannotFillIn } from './fill-room.ts';

/** A sum of a million amounts of fifteen digits is exact; quotients are rounded, half up. */
export const Exact = Decimal.clone({ precision: 40 });
export type Exact = Decimal;

export class Duration {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

/** Far beyond every amount; with more, a single quotient would take minutes. */
const MAX_DIGITS = 400;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A number of an expression; throws `CannotFillIn` for one that is too large or too small to calculate with. */
export function exactOf(value: string | number): Exact {
  if (typeof value === 'string' && value.length > MAX_DIGITS)
    throw new CannotFillIn(`a number has at most ${MAX_DIGITS} digits`);
  return bounded(new Exact(value));
}

function bounded(number: Exact): Exact {
  if (!number.isZero() && Math.abs(number.exponent()) > MAX_DIGITS)
    throw new CannotFillIn(`a number lies between 1e-${MAX_DIGITS} and 1e${MAX_DIGITS}`);
  return number;
}

/** `null` if it is not a number. */
function numberIn(value: unknown): Exact | null {
  if (value instanceof Exact) return value;
  if (typeof value === 'number') return exactOf(value);
  return typeof value === 'string' && DECIMAL.test(value) ? exactOf(value) : null;
}

/** Throws `CannotFillIn`. */
export function toNumber(value: unknown): Exact {
  const number = numberIn(value);
  if (number === null) throw new CannotFillIn(`${show(value)} is not a number`);
  return number;
}

/** Throws `CannotFillIn`. */
export function toTruth(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new CannotFillIn(`${show(value)} is neither true nor false`);
  return value;
}

/** Throws `CannotFillIn`. */
export function toList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new CannotFillIn(`${show(value)} is not a list`);
  return value;
}

/** As JSON: a number rounded to the nearest one, a duration as text. */
export function plain(value: unknown): unknown {
  if (value instanceof Exact) return value.toNumber();
  if (value instanceof Duration) return durationText(value.ms);
  return Array.isArray(value) ? value.map(plain) : value;
}

const LONGEST_SHOWN = 200;

export function show(value: unknown): string {
  if (value instanceof Exact) return value.toString();
  if (value instanceof Duration) return durationText(value.ms);
  const shown = JSON.stringify(plain(value));
  return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown;
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** In the notation of durations: `1d2h`. */
export function durationText(ms: number): string {
  let rest = Math.abs(ms);
  const parts = UNITS.map(([unit, unitMs]) => {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    return count === 0 ? '' : `${count}${unit}`;
  });
  return `${ms < 0 ? '-' : ''}${parts.join('') || '0s'}`;
}

export function isSame(left: unknown, right: unknown): boolean {
  const order = orderOf(left, right);
  if (order !== null) return order === 0;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((each, index) => isSame(each, right[index]));
  return isDeepStrictEqual(left, right);
}

/** Removes repeated values and retains the first: only values with the same key can be equal. */
export function withoutRepeats(values: readonly unknown[]): unknown[] {
  const byKey = new Map<string, unknown[]>();
  return values.filter((value) => {
    const key = keyOf(value);
    const alike = byKey.get(key) ?? [];
    if (alike.some((other) => isSame(other, value))) return false;
    alike.push(value);
    byKey.set(key, alike);
    return true;
  });
}

function keyOf(value: unknown): string {
  const number = numberIn(value);
  if (number !== null) return `number ${number}`;
  const ms = (isText(value) ? parseInstant(value) : null) ?? spanOf(value);
  if (ms !== null) return `time ${ms}`;
  if (Array.isArray(value)) return `list ${value.map(keyOf).join()}`;
  if (typeof value !== 'object' || value === null) return `value ${String(value)}`;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `object ${members.map(([name, member]) => `${name} ${keyOf(member)}`).join()}`;
}

/** Below 0, 0 or above; throws `CannotFillIn` if the values have no order. */
export function compare(left: unknown, right: unknown): number {
  const order = orderOf(left, right) ?? orderOfTexts(left, right);
  if (order === null) throw new CannotFillIn(`${show(left)} and ${show(right)} cannot be compared by size`);
  return order;
}

/** `null` for values that are only equal by their form, including two texts of digits: they may be identifiers. */
function orderOf(left: unknown, right: unknown): number | null {
  if (isText(left) && isText(right)) {
    const [leftMs, rightMs] = [parseInstant(left), parseInstant(right)];
    return leftMs === null || rightMs === null ? null : leftMs - rightMs;
  }
  const [one, other] = [numberIn(left), numberIn(right)];
  if (one !== null && other !== null) return one.comparedTo(other);
  if (!(left instanceof Duration || right instanceof Duration)) return null;
  const [leftMs, rightMs] = [spanOf(left), spanOf(right)];
  return leftMs === null || rightMs === null ? null : leftMs - rightMs;
}

function orderOfTexts(left: unknown, right: unknown): number | null {
  const [one, other] = [numberIn(left), numberIn(right)];
  if (one !== null && other !== null) return one.comparedTo(other);
  const [leftMs, rightMs] = [spanOf(left), spanOf(right)];
  return leftMs === null || rightMs === null ? null : leftMs - rightMs;
}

function spanOf(value: unknown): number | null {
  if (value instanceof Duration) return value.ms;
  return isText(value) ? parseDuration(value) : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export type Arithmetic = '+' | '-' | '*' | '/' | '%';

/** For a list and a value, the operator applies to each entry; for two lists, to the entries at the same index. */
export function calculate(operator: Arithmetic, left: unknown, right: unknown): unknown {
  if (!Array.isArray(left) && !Array.isArray(right)) return calculateOne(operator, left, right);
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length)
    throw new CannotFillIn(
      `${countOf(left.length, 'value')} ${operator} ${countOf(right.length, 'value')}: the lists differ in length`,
    );
  const length = Array.isArray(left) ? left.length : (right as readonly unknown[]).length;
  return Array.from({ length }, (_, index) =>
    calculate(operator, Array.isArray(left) ? left[index] : left, Array.isArray(right) ? right[index] : right),
  );
}

function calculateOne(operator: Arithmetic, left: unknown, right: unknown): unknown {
  const timed = calculateTime(operator, left, right);
  if (timed !== null) return timed;
  const [one, other] = [toNumber(left), toNumber(right)];
  switch (operator) {
    case '+':
      return bounded(one.plus(other));
    case '-':
      return bounded(one.minus(other));
    case '*':
      return bounded(one.times(other));
    default:
      if (other.isZero()) throw new CannotFillIn(`${show(left)} ${operator} 0 has no result`);
      return bounded(operator === '/' ? one.dividedBy(other) : one.modulo(other));
  }
}

/** `null` unless one is a duration or both are instants. */
function calculateTime(operator: Arithmetic, left: unknown, right: unknown): unknown {
  const [from, to] = [instantIn(left), instantIn(right)];
  if (from !== null && to !== null && operator === '-') return new Duration(from - to);
  if (from !== null && !(right instanceof Duration))
    throw new CannotFillIn(`an instant can be shifted by a duration such as 90m, not by ${show(right)}`);
  if (!(left instanceof Duration || right instanceof Duration)) return null;
  if (from !== null && right instanceof Duration && operator === '+') return instantText(from + right.ms);
  if (from !== null && right instanceof Duration && operator === '-') return instantText(from - right.ms);
  if (to !== null && left instanceof Duration && operator === '+') return instantText(to + left.ms);
  const [one, other] = [spanOf(left), spanOf(right)];
  if (one !== null && other !== null && (operator === '+' || operator === '-'))
    return new Duration(operator === '+' ? one + other : one - other);
  if (one !== null && other !== null && other !== 0 && operator === '/') return new Exact(one).dividedBy(other);
  const factor = numberIn(left instanceof Duration ? right : left);
  const span = left instanceof Duration ? left : right instanceof Duration ? right : null;
  if (factor !== null && span !== null && operator === '*')
    return new Duration(Math.round(factor.times(span.ms).toNumber()));
  if (factor !== null && !factor.isZero() && left instanceof Duration && operator === '/')
    return new Duration(Math.round(new Exact(left.ms).dividedBy(factor).toNumber()));
  throw new CannotFillIn(`${show(left)} ${operator} ${show(right)} has no result`);
}

function instantIn(value: unknown): number | null {
  return isText(value) ? parseInstant(value) : null;
}

const [FIRST_MS, LAST_MS] = [-62_135_596_800_000, 253_402_300_799_999];

function instantText(ms: number): string {
  if (ms < FIRST_MS || ms > LAST_MS) throw new CannotFillIn('an instant lies in the years 1 to 9999');
  return formatInstant(ms);
}
