/** Formats figures of the lab for people: shares as percentages, costs as basis points, money with its currency. */
import type { LabMeasure } from '../../contract/control/lab/lab-measures.ts';

export function formatMeasure(value: number, measure: Pick<LabMeasure, 'unit'>, currency: string): string {
  return `${numberOf(value, measure)}${unitOf(measure, currency)}`;
}

/** `2.46 to 2.50 %`: the unit appears once, and that of money only with its mean. */
export function formatInterval(low: number, high: number, measure: Pick<LabMeasure, 'unit'>, currency: string): string {
  return intervalWith(low, high, measure, unitOf(measure, currency));
}

/** `0.28 points`: shares differ by percentage points. */
export function formatDifference(value: number, measure: Pick<LabMeasure, 'unit'>, currency: string): string {
  return `${numberOf(value, measure)}${differenceUnitOf(measure, currency)}`;
}

export function formatDifferenceInterval(
  low: number,
  high: number,
  measure: Pick<LabMeasure, 'unit'>,
  currency: string,
): string {
  return intervalWith(low, high, measure, differenceUnitOf(measure, currency));
}

/** A whole number with the spaces of the app between its groups. */
export function formatWhole(value: number): string {
  return spaced(FORMATS.money.format(value));
}

/** An amount to the cent, without its currency. */
export function formatCents(amount: number): string {
  return spaced(FORMATS.share.format(amount));
}

/** `2026-03-02 09:58` of an instant. */
export function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

/** Formats the amounts and shares of sentences about a run. */
export const LAB_WRITERS = {
  money: formatCents,
  percent: (share: number) => formatMeasure(share, { unit: 'share' }, ''),
};

function intervalWith(low: number, high: number, measure: Pick<LabMeasure, 'unit'>, unit: string): string {
  return `${numberOf(low, measure)} to ${numberOf(high, measure)}${measure.unit === 'money' ? '' : unit}`;
}

function numberOf(value: number, { unit }: Pick<LabMeasure, 'unit'>): string {
  return spaced(FORMATS[unit].format(unit === 'share' ? value * 100 : value));
}

function unitOf({ unit }: Pick<LabMeasure, 'unit'>, currency: string): string {
  if (unit === 'count') return '';
  return ` ${{ share: '%', bps: 'bps', money: currency }[unit]}`;
}

function differenceUnitOf(measure: Pick<LabMeasure, 'unit'>, currency: string): string {
  return measure.unit === 'share' ? ' points' : unitOf(measure, currency);
}

/** Formats numbers like the app: narrow spaces between groups, a true minus sign, and no minus sign before a zero. */
function spaced(text: string): string {
  return text.replaceAll(',', '\u202f').replace('-', /[1-9]/.test(text) ? '−' : '');
}

const decimals = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const FORMATS: Readonly<Record<LabMeasure['unit'], Intl.NumberFormat>> = {
  share: decimals(2),
  bps: decimals(2),
  money: decimals(0),
  count: decimals(1),
};
