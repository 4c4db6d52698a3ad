/** Figures of the lab as people read them: shares as percentages, costs as basis points, money with its currency. */
import type { LabMeasure } from '../../contract/control/lab/lab-measures.ts';

export function formatMeasure(value: number, measure: Pick<LabMeasure, 'unit'>, currency: string): string {
  return `${numberOf(value, measure)}${unitOf(measure, currency)}`;
}

/** `2.46 to 2.50 %`: the unit stands once, and that of money beside its mean alone. */
export function formatInterval(low: number, high: number, measure: Pick<LabMeasure, 'unit'>, currency: string): string {
  // Four digits of an interval of money say enough, and keep the table narrow.
  const number = (value: number) => (measure.unit === 'money' ? compact.format(value) : numberOf(value, measure));
  return `${number(low)} to ${number(high)}${measure.unit === 'money' ? '' : unitOf(measure, currency)}`;
}

function numberOf(value: number, { unit }: Pick<LabMeasure, 'unit'>): string {
  return FORMATS[unit].format(unit === 'share' ? value * 100 : value).replace('-', '−');
}

function unitOf({ unit }: Pick<LabMeasure, 'unit'>, currency: string): string {
  if (unit === 'count') return '';
  return ` ${{ share: '%', bps: 'bps', money: currency }[unit]}`;
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });
const decimals = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const FORMATS: Readonly<Record<LabMeasure['unit'], Intl.NumberFormat>> = {
  share: decimals(2),
  bps: decimals(1),
  money: decimals(0),
  count: decimals(1),
};
