/** The value of a number field, and the number that is sent for it. Pure. */

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
