/** The value of a number field, its bounds, and the number that is sent for it. Pure. */
import type { NumberBounds } from '../../../src-server/contract/fields/number-bounds.ts';

/** Empty while the field is empty. */
export type NumberText = number | string;

/** NaN if the field has no number: JSON writes null for it, and the service names the field. */
export function numberOf(value: NumberText): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** In the unit of the service, without floating-point noise: 7 % is 0.07. */
export function scaled(value: NumberText, wirePerUnit: number): number {
  return Math.round(numberOf(value) * wirePerUnit * 1e9) / 1e9;
}

interface FieldUnit {
  /** Value of one unit of the field in the request: 0.01 for percent of a share. */
  readonly wirePerUnit?: number;
  /** The most that may be typed. */
  readonly decimals?: number;
}

export const PERCENT_FIELD: FieldUnit = { wirePerUnit: 0.01 };

/** A bound that is excluded becomes the next number that can be typed. */
export function fieldBounds(bounds: NumberBounds, { wirePerUnit = 1, ...unit }: FieldUnit = {}) {
  const { decimals = bounds.isWhole ? 0 : 6 } = unit;
  const step = 10 ** -decimals;
  const inUnits = (bound: number | undefined, beyond: number) =>
    bound === undefined ? undefined : Number((bound / wirePerUnit + beyond).toFixed(decimals));
  const max = inUnits(bounds.max, 0);
  // Rounding to the decimals may not lead beyond the bound.
  const isBeyond = max !== undefined && max * wirePerUnit > (bounds.max ?? 0) * (1 + Number.EPSILON);
  return {
    min: inUnits(bounds.min, 0) ?? inUnits(bounds.above, step) ?? Number.MIN_SAFE_INTEGER,
    max:
      (isBeyond ? Number((max - step).toFixed(decimals)) : max) ??
      inUnits(bounds.below, -step) ??
      Number.MAX_SAFE_INTEGER,
    decimals,
  };
}
