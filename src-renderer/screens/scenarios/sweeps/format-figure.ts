/**
 * Names and formats of the figures of a sweep, and the bars of their histograms: minor units as money, drift in per
 * cent, everything else unchanged. All values of a figure have the same decimals.
 */

import type { SweepFigure } from '../../../../src-server/contract/control/scenarios/sweep-summary.ts';
import { formatCount, formatDecimals, formatMoney, formatWeight } from '../../../components/format/format-number.ts';
import { PERCENT_OF_BPS } from '../../../components/tables/table-column.ts';

type Figure = SweepFigure;
type Format = (value: number) => string;

interface FigureLabels {
  readonly label: string;
  /** Empty for counts. */
  readonly unit: string;
  /** The power of ten from the figure to its unit. */
  readonly shift: number;
  /** Null for figures that are not formatted. */
  readonly format: Format | null;
}

export function figureFormat({ name, ...spread }: Pick<Figure, 'name' | 'min' | 'median' | 'max'>): Format {
  return formatFigure(name).format ?? plainFormat(spread);
}

/** `costs_total_eur_minor` is `Costs total` in EUR. */
export function formatFigure(name: string): FigureLabels {
  const eur = /^(.*)_eur_minor$/.exec(name)?.[1];
  if (eur !== undefined) return { label: capital(eur), unit: 'EUR', shift: -2, format: formatMinor };
  const [, portfolio = '', what] =
    /^portfolio\.(.+)\.(nav_minor|cash_minor|receivable_minor|max_drift_bps)$/.exec(name) ?? [];
  const whose = /^\d+$/.test(portfolio) ? `portfolio ${portfolio}` : portfolio;
  if (what === 'max_drift_bps')
    return { label: `Max drift of ${whose}`, ...PERCENT_OF_BPS, format: (bps) => formatWeight(bps / 10_000) };
  if (what !== undefined) {
    const part = what === 'nav_minor' ? 'NAV' : capital(what.replace('_minor', ''));
    return { label: `${part} of ${whose}`, unit: 'base currency', shift: -2, format: formatMinor };
  }
  const measure = /^measure\.(.*)$/s.exec(name)?.[1];
  return { label: measure ?? capital(name), unit: '', shift: 0, format: null };
}

export function figureTitle(name: string): string {
  const { label, unit } = formatFigure(name);
  return unit === '' ? label : `${label} (${unit})`;
}

/** For the column of its values. */
export function unitOf({ name }: Figure): { readonly unit?: string; readonly shift: number } {
  const { unit, shift } = formatFigure(name);
  return unit === '' ? { shift } : { unit, shift };
}

function formatMinor(value: number): string {
  return formatMoney(value / 100);
}

const DIGITS = 5;

/** Counts are whole, their mean has two decimals; any other value has five digits. */
function plainFormat({ min, median, max }: Pick<Figure, 'min' | 'median' | 'max'>): Format {
  if ([min, median, max].every(Number.isInteger))
    return (value) => (Number.isInteger(value) ? formatCount(value) : formatMoney(value));
  const whole = Math.floor(Math.log10(Math.max(Math.abs(min), Math.abs(max)))) + 1;
  const decimals = Math.min(6, Math.max(2, DIGITS - whole));
  return (value) => formatDecimals(value, decimals);
}

function capital(name: string): string {
  const text = name.replaceAll('_', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `budget=5, mode=warn` */
export function formatVary(vary: Readonly<Record<string, unknown>>): string {
  return Object.entries(vary)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

/** Whether each bar is one whole number: only then does the last extend beyond the highest value. */
export function isCounted({ histogram, max }: Figure): boolean {
  return (histogram.at(-1)?.to ?? max) > max;
}

export type HistogramBar = Readonly<Record<'middle' | 'from' | 'to' | 'count', number>>;

/** A bar of one whole number is centred on it. If all runs have the same value, its bar still has a width. */
export function barsOf(figure: Figure): HistogramBar[] {
  const shift = isCounted(figure) ? 0.5 : 0;
  return figure.histogram.map(({ from, to, count }) => {
    const half = from === to ? Math.max(0.5, Math.abs(from) / 100) : 0;
    return { middle: (from + to) / 2 - shift, from: from - half - shift, to: to + half - shift, count };
  });
}

/** `7`, or `58.82 to 60.58`. */
export function formatBin({ from, to }: Figure['histogram'][number], figure: Figure, format: Format): string {
  return isCounted(figure) || from === to ? format(from) : `${format(from)} to ${format(to)}`;
}
