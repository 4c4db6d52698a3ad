/**
 * Formats the numbers of a summary for people: no decimals from ten thousand on, five digits below, and a real minus
 * sign.
 */

const LARGE = 10_000;
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 5 });

export function formatFigure(value: number): string {
  return (Math.abs(value) >= LARGE ? whole : short).format(value).replace('-', '−');
}

/** Counts such as `5 of 1,000 jobs`, with the same grouping everywhere. */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** Formats varied values for headings: `budget=5, mode=warn`. */
export function formatVary(vary: Readonly<Record<string, unknown>>): string {
  const formatted = Object.entries(vary).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return formatted.join(', ');
}
