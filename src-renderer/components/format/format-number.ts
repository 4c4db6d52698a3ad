/**
 * Formats numbers: thin-space groups, true minus signs, and a fixed number of decimals for each kind of figure. Money
 * has two, a price two to four, a unit cost two to six, a quantity up to six, a weight and a drift two (per cent), a
 * cost two (basis points), an exchange rate four or five. Screens call these functions and round nothing themselves.
 */

const MINUS = '\u2212';
const GROUP = '\u202f';

/** Money with two decimals, without currency: `1 234.50`. */
export function formatMoney(amount: number): string {
  return group(amount, 2, 2);
}

/**
 * One formatter for a column of prices: all rows get as many decimals as the most precise one needs, from two to four.
 */
export function priceFormatter(prices: readonly number[]): (price: number) => string {
  return columnFormatter(prices, 4);
}

/** Like `priceFormatter`, with up to six decimals: a stated unit cost is shown to its last digit. */
export function unitCostFormatter(costs: readonly number[]): (cost: number) => string {
  return columnFormatter(costs, 6);
}

function columnFormatter(values: readonly number[], most: number): (value: number) => string {
  const decimals = Math.min(most, Math.max(2, ...values.map(decimalsNeeded)));
  return (value) => group(value, decimals, decimals);
}

/** With the given number of decimals, which a row or a column of similar figures shares. */
export function formatDecimals(value: number, decimals: number): string {
  return group(value, decimals, decimals);
}

/** A whole number: `1 248`. */
export function formatCount(count: number): string {
  return group(count, 0, 0);
}

/** A count with its noun: `1 order`, `1 248 orders`. Irregular nouns have a plural: `plural(2, 'entry', 'entries')`. */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : nouns}`;
}

/** Bytes in the largest unit of 1 024 with a value of at least one: `12.5 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${formatCount(bytes)}${GROUP}B`;
  const power = Math.min(BYTE_UNITS.length, Math.floor(Math.log2(bytes) / 10));
  return `${group(bytes / 1024 ** power, 1, 1)}${GROUP}${BYTE_UNITS[power - 1]}`;
}

const BYTE_UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** A weight, a drift or another share of 1 in per cent with two decimals, without the unit: 0.0712 is `7.12`. */
export function formatWeight(share: number): string {
  return group(percentOf(share), 2, 2);
}

/** Like formatWeight, with its unit: `7.12 %`. */
export function formatPercent(share: number): string {
  return `${formatWeight(share)}${GROUP}%`;
}

/** A tax rate with all of its decimals: 0.26375 is `26.375 %`. */
export function formatTaxRate(rate: number): string {
  const percent = rate * 100;
  return `${quantityFormatter([percent])(percent)}${GROUP}%`;
}

/**
 * A share of 1 rounded as it is displayed in per cent, so that a difference of two is consistent with the displayed
 * figures.
 */
export function shownShare(share: number): number {
  return Math.round(inTenDecimals(share) / 1e6) / 1e4;
}

/** A weight has ten known decimals (decision H1); further ones are floating-point noise, which can tip a half. */
function inTenDecimals(share: number): number {
  return Math.round(share * 1e10);
}

function percentOf(share: number): number {
  return inTenDecimals(share) / 1e8;
}

/**
 * Basis points with two decimals, without a sign (a cost): `4.23`. A budget has as many, so a cost is never displayed
 * as more than a budget that it meets. A cost that rounds to 0 is not displayed as none.
 */
export function formatCostBps(bps: number): string {
  return bps > 0 && bps < 0.005 ? '<0.01' : group(bps, 2, 2);
}

/** A difference of costs, or of a price: `+4.20`, `−0.31`, `0.00`. */
export function signedCostBps(bps: number): string {
  return signed(bps, (value) => group(value, 2, 2));
}

/** A difference of amounts: `+12.30`, `−0.40`, `0.00`. */
export function signedMoney(amount: number): string {
  return signed(amount, formatMoney);
}

/**
 * An exchange rate with at least five significant figures and as many decimals as is usual for its pair: `0.86200`,
 * `11.0500`. The rate of a small unit has more, so that amounts can be checked: `0.0904777`.
 */
export function formatRate(rate: number): string {
  const decimals = rate >= 10 ? 4 : rate >= 0.5 ? 5 : 7;
  return rate === 1 ? '1' : group(rate, decimals, decimals);
}

/**
 * One formatter for a column of quantities: all rows get as many decimals (at most six) as the most precise one needs.
 * Zero is plain `0`: it is exact at any precision.
 */
export function quantityFormatter(quantities: readonly number[]): (quantity: number) => string {
  const decimals = Math.min(6, Math.max(0, ...quantities.map(decimalsNeeded)));
  return (quantity) => (quantity === 0 ? '0' : group(quantity, decimals, decimals));
}

function decimalsNeeded(value: number): number {
  for (let decimals = 0; decimals < 6; decimals += 1) {
    if (Math.abs(value - Number(value.toFixed(decimals))) < 1e-9) return decimals;
  }
  return 6;
}

function group(value: number, minimum: number, maximum: number): string {
  const text = writer(minimum, maximum).format(Math.abs(value));
  // A value that rounds to zero has no sign: "−0.00" would claim more than is known.
  const isNegative = value < 0 && /[1-9]/.test(text);
  return `${isNegative ? MINUS : ''}${text.replaceAll(',', GROUP)}`;
}

const WRITERS = new Map<string, Intl.NumberFormat>();

/**
 * Creating one takes longer than formatting a hundred numbers with it, and a list of a thousand portfolios formats
 * thousands.
 */
function writer(minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${minimum}-${maximum}`;
  const known = WRITERS.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat('en-GB', { minimumFractionDigits: minimum, maximumFractionDigits: maximum });
  WRITERS.set(key, made);
  return made;
}

/** A sentence of the service with the app's spaces: narrow within a number, and no break before a unit. */
export function withOwnSpaces(sentence: string): string {
  return sentence
    .replaceAll('\u00a0', GROUP)
    .replace(/(?<=\d) (?=bps\b)/g, '\u00a0')
    .replace(/(?<=\d) (?=%)/g, GROUP);
}

/** A drift or a change in per cent without the unit, which the column has: `+0.42`, `−0.09`. */
export function signedWeight(share: number): string {
  return signed(share, formatWeight);
}

/** Like signedWeight, with its unit: `+0.42 %`. */
export function signedPercent(share: number, decimals = 2): string {
  return `${signed(percentOf(share), (percent) => group(percent, decimals, decimals))}${GROUP}%`;
}

/** The difference of two drifts or weights, each as displayed: `+0.30 points`. */
export function signedPoints(share: number): string {
  return `${signedWeight(share)}\u00a0points`;
}

/** With a plus above zero; a value that rounds to zero has no sign. */
function signed(value: number, format: (value: number) => string): string {
  const text = format(value);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}
