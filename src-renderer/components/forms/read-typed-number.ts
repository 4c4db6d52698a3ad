/**
 * Parses a number typed into a field, by the rules of imported files: a decimal point or comma, optionally with points,
 * commas, spaces or apostrophes between thousands. Text that can be two numbers, such as `1.234`, is refused. Pure.
 */
import { readingsOf } from './read-decimal.ts';

export interface NumberTerms {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Maximum number of decimals. */
  readonly decimals: number;
  /** The unit that may follow it: `%`, `bps`, `EUR`. */
  readonly unit?: string | undefined;
  /** An empty text is refused. */
  readonly isRequired?: boolean | undefined;
}

/** `''`: the text is empty. */
type ReadNumber = { readonly value: number | '' } | { readonly fault: string };

export function readTypedNumber(text: string, terms: NumberTerms): ReadNumber {
  // Ignores a mark at the end, whose decimals are not typed yet.
  const bare = withoutUnit(text.trim(), terms.unit).replace(/(?<=\d)[.,]$/, '');
  if (bare === '') return terms.isRequired ? { fault: 'Enter a number.' } : { value: '' };
  const all = readingsOf(bare).filter(Number.isFinite);
  const [first, second] = all;
  if (first === undefined) return { fault: 'This is not a number.' };
  if (second === undefined) return withinTerms(first, terms);
  const [only, ...others] = all.filter((value) => isWithin(value, terms));
  if (only !== undefined && others.length === 0) return withinTerms(only, terms);
  const [large, small] = [Math.max(first, second), Math.min(first, second)];
  const written = terms.decimals < 4 ? small.toFixed(terms.decimals) : plain(small, 4);
  return { fault: `This could mean ${large} or ${small}: enter ${large} or ${written}.` };
}

/**
 * Formats a number for a field without the focus: a decimal point, and `group` between thousands. With groups and two
 * decimals it is an amount of money, whose cents have two digits.
 */
export function shownNumber(value: number, decimals: number, group: string): string {
  const rounded = Number(value.toFixed(decimals));
  const hasCents = group !== '' && decimals === 2 && !Number.isInteger(rounded);
  const [whole = '', part] = plain(rounded, hasCents ? 2 : 0).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return part === undefined ? grouped : `${grouped}.${part}`;
}

function withoutUnit(text: string, unit = ''): string {
  const isThere = unit !== '' && text.toLowerCase().endsWith(unit.toLowerCase());
  return (isThere ? text.slice(0, -unit.length) : text).trim();
}

function isWithin(value: number, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: NumberTerms) {
  return value >= min && value <= max;
}

function withinTerms(value: number, terms: NumberTerms): ReadNumber {
  const { min, max, decimals } = terms;
  if (Math.abs(value) > LARGEST_EXACT && isUnbounded(max)) return { fault: 'This number is too large.' };
  if (!isWithin(value, terms)) return { fault: boundsFault(min, max) };
  if (Number(value.toFixed(decimals)) === value) return { value };
  return { fault: decimals === 0 ? 'Enter a whole number.' : `Enter at most ${decimals} decimals.` };
}

/** Beyond it, a field would show a different number from the one typed. */
const LARGEST_EXACT = Number.MAX_SAFE_INTEGER;

function isUnbounded(bound = LARGEST_EXACT): boolean {
  return Math.abs(bound) >= LARGEST_EXACT;
}

function boundsFault(min: number | undefined, max: number | undefined): string {
  const [least, most] = [min, max].map((bound) => (bound === undefined ? '' : shownNumber(bound, 6, '\u202f')));
  if (isUnbounded(max)) return `Enter at least ${least}.`;
  if (isUnbounded(min)) return `Enter at most ${most}.`;
  // A bound that is excluded: the next number is not worth naming.
  const isAboveZero = min !== undefined && min > 0 && min < 0.001;
  return isAboveZero ? `Enter a number above 0, at most ${most}.` : `Enter a number from ${least} to ${most}.`;
}

/** Without an exponent, and with at least this many decimals. */
function plain(value: number, decimals: number): string {
  return value.toLocaleString('en-US', {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: 20,
  });
}
