/** What a number field holds, and the number that is sent of it. Pure. */

/** Empty while nothing is in the field. */
export type NumberText = number | string;

/** Not a number where the field has none: JSON writes null for it, and the service names the field. */
export function numberOf(value: NumberText): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** In the unit of the service, without the dust of binary fractions: 7 % is 0.07. */
export function scaled(value: NumberText, wirePerUnit: number): number {
  return Math.round(numberOf(value) * wirePerUnit * 1e9) / 1e9;
}
