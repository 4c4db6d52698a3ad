/**
 * Formats numbers for sentences: percent and money with two decimals, thousands separated by no-break spaces. Amounts
 * are formatted without their sign. Plain concatenation, because explaining a large plan formats thousands of numbers.
 */

/**
 * The no-break space of Latin-1. The narrow one, which the app uses in its tables, would make every character of a
 * response take two bytes, and sending a plan of fifty orders would take four times as long.
 */
const GROUP = '\u00a0';

/** Formats a weight, a drift or another fraction of one as percent: 0.0712 is `7.12 %`. */
export function formatPercent(fraction: number): string {
  return `${formatHundredths(Math.round(Math.abs(fraction) * 1e10) / 1e6)} %`;
}

/** Formats minor units with their currency: 123450 EUR is `1 234.50 EUR`. */
export function formatMoney(amountMinor: number, currency: string): string {
  return `${formatHundredths(Math.abs(amountMinor))} ${currency}`;
}

/** Formats basis points of a cost with two decimals, like the app: `6.44 bps`. */
export function formatBps(bps: number): string {
  return `${formatHundredths(Math.round(bps * 1e6) / 1e4)} bps`;
}

/** Formats millionths with as many decimals as they have: 118 200 000 is `118.2`. */
export function formatQuantity(quantityMicro: number): string {
  const whole = Math.floor(quantityMicro / 1e6);
  const rest = quantityMicro - whole * 1e6;
  if (rest === 0) return formatWhole(whole);
  return `${formatWhole(whole)}.${String(rest).padStart(6, '0').replace(/0+$/, '')}`;
}

/** Formats a list for a sentence: `A`, `A and B`, `A, B and C`. */
export function formatList(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

function formatHundredths(hundredths: number): string {
  const rounded = Math.round(hundredths);
  const whole = Math.floor(rounded / 100);
  const rest = rounded - whole * 100;
  return `${formatWhole(whole)}.${rest < 10 ? '0' : ''}${rest}`;
}

function formatWhole(whole: number): string {
  const digits = String(whole);
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) text = digits.slice(Math.max(0, end - 3), end) + GROUP + text;
  return text;
}
