/**
 * Names and formats of the figures of a sweep: minor units as money, drift in basis points, everything else as it is.
 * All values of a figure have the same decimals.
 */
import { formatCostBps, formatCount, formatDecimals, formatMoney } from '../../../components/format/format-number.ts';

export interface FigureLabels {
  readonly label: string;
  /** Empty for counts. */
  readonly unit: string;
  /** Null for what is written as it is. */
  readonly format: ((value: number) => string) | null;
}

/** What the decimals of a figure follow from. */
interface Spread {
  readonly name: string;
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function figureFormat({ name, ...spread }: Spread): (value: number) => string {
  return formatFigure(name).format ?? plainFormat(spread);
}

/** `costs_total_eur_minor` is `Costs total` in EUR. */
export function formatFigure(name: string): FigureLabels {
  const eur = /^(.*)_eur_minor$/.exec(name)?.[1];
  if (eur !== undefined) return { label: capital(eur), unit: 'EUR', format: formatMinor };
  const [, portfolio, what] = /^portfolio\.(.+)\.(nav_minor|cash_minor|max_drift_bps)$/.exec(name) ?? [];
  if (portfolio !== undefined && what !== undefined) return formatPortfolio(portfolio, what);
  if (name.startsWith('measure.')) return { label: name.slice('measure.'.length), unit: '', format: null };
  return { label: capital(name), unit: '', format: null };
}

export function figureTitle(name: string): string {
  const { label, unit } = formatFigure(name);
  return unit === '' ? label : `${label} (${unit})`;
}

function formatPortfolio(portfolio: string, what: string): FigureLabels {
  const whose = /^\d+$/.test(portfolio) ? `portfolio ${portfolio}` : portfolio;
  if (what === 'max_drift_bps') return { label: `Max. drift of ${whose}`, unit: 'bps', format: formatCostBps };
  return {
    label: `${what === 'nav_minor' ? 'NAV' : 'Cash'} of ${whose}`,
    unit: 'its currency',
    format: formatMinor,
  };
}

function formatMinor(value: number): string {
  return formatMoney(value / 100);
}

const DIGITS = 5;

/** Counts are whole, their mean has two decimals; any other value has five digits. */
function plainFormat({ min, median, max }: Omit<Spread, 'name'>): (value: number) => string {
  if ([min, median, max].every(Number.isInteger))
    return (value) => (Number.isInteger(value) ? formatCount(value) : formatMoney(value));
  const whole = Math.floor(Math.log10(Math.max(Math.abs(min), Math.abs(max)))) + 1;
  const decimals = Math.min(6, Math.max(2, DIGITS - whole));
  return (value) => formatDecimals(value, decimals);
}

function capital(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** `budget=5, mode=warn` */
export function formatVary(vary: Readonly<Record<string, unknown>>): string {
  return Object.entries(vary)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
