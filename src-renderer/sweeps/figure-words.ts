/** How the figures of a sweep are called and written: minor units as money, drift in basis points, everything else as it is. */
import { formatCostBps, formatCount, formatMoney } from '../shared/format-number.ts';

export interface FigureWords {
  readonly label: string;
  /** Empty for counts. */
  readonly unit: string;
  readonly format: (value: number) => string;
}

const MINUS = '\u2212';

/** `costs_total_eur_minor` is `Costs total` in EUR. */
export function figureWords(name: string): FigureWords {
  const eur = /^(.*)_eur_minor$/.exec(name)?.[1];
  if (eur !== undefined) return { label: capital(eur), unit: 'EUR', format: formatMinor };
  const [, portfolio, what] = /^portfolio\.(.+)\.(nav_minor|cash_minor|max_drift_bps)$/.exec(name) ?? [];
  if (portfolio !== undefined && what !== undefined) return portfolioWords(portfolio, what);
  if (name.startsWith('measure.')) return { label: name.slice('measure.'.length), unit: '', format: formatPlain };
  return { label: capital(name), unit: '', format: formatPlain };
}

export function figureTitle(name: string): string {
  const { label, unit } = figureWords(name);
  return unit === '' ? label : `${label} (${unit})`;
}

function portfolioWords(portfolio: string, what: string): FigureWords {
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

/** Counts as they are, anything else with as many digits as say something. */
function formatPlain(value: number): string {
  if (Number.isInteger(value)) return formatCount(value);
  return Math.abs(value) >= 1000 ? formatMoney(value) : String(Number(value.toPrecision(5))).replace('-', MINUS);
}

function capital(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** `budget=5, mode=warn` */
export function varyWords(vary: Readonly<Record<string, unknown>>): string {
  return Object.entries(vary)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
