/** Small fields of several messages: identifiers, numbers with their decimals, times. */
import { z } from 'zod';
import { isIsin } from '../../domain/identifiers/isin.ts';
import { toMicro, toMinor } from '../../domain/numbers/exact.ts';
import { durationIssue, instantIssue, parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import { BOUNDS, type NumberBounds } from './number-bounds.ts';

export const isin = z
  .string()
  .refine(isIsin, 'is not a valid ISIN (two letters, nine alphanumerics, check digit)')
  .meta({ description: 'ISIN with a valid check digit (ISO 6166).', pattern: '^[A-Z]{2}[A-Z0-9]{9}[0-9]$' });

export const mic = z
  .string()
  .regex(/^[A-Z0-9]{4}$/, 'is not an ISO 10383 market identifier code (four characters)')
  .describe('Exchange, by its market identifier code (ISO 10383).');

/** A quantity: up to six decimals (decision D3). */
export const quantity = sharesOf(z.number().nonnegative());

/** A quantity above 0. */
export const positiveQuantity = sharesOf(z.number().positive());

function sharesOf(number: z.ZodNumber) {
  return number
    .max(BOUNDS.quantity.max, { abort: true })
    .refine((value) => toMicro(value) !== null, 'has more than six decimals')
    .describe('Number of shares, at most six decimals.');
}

/** An amount of money: up to two decimals (decision D3). */
export const money = amountOf(z.number().nonnegative());

/** An amount above 0. */
export const positiveMoney = amountOf(z.number().positive());

function amountOf(number: z.ZodNumber) {
  return number
    .max(BOUNDS.money.max, { abort: true })
    .refine((value) => toMinor(value) !== null, 'has more than two decimals')
    .describe('Amount of money, at most two decimals.');
}

/** A number within bounds that the app's field for it has, too. */
export function numberWithin({ min, above, max, below, isWhole }: NumberBounds): z.ZodNumber {
  let number: z.ZodNumber = isWhole ? z.int() : z.number();
  if (min !== undefined) number = number.min(min);
  if (above !== undefined) number = number.gt(above);
  if (max !== undefined) number = number.max(max);
  return below === undefined ? number : number.lt(below);
}

/** A whole number within bounds; one sentence states both, whichever is missed. */
export function wholeNumber(least: number, largest: number = Number.MAX_SAFE_INTEGER) {
  const end = largest === Number.MAX_SAFE_INTEGER ? 'on' : `to ${largest}`;
  const issue = `is not a whole number from ${least} ${end}`;
  return z.int(issue).min(least, issue).max(largest, issue);
}

export const weight = numberWithin(BOUNDS.weight).describe('Share of the portfolio, 0 to 1.');

/** The sum of a list or map of portfolio weights may differ from 1.0 by this much (specification 4.1, decision G1). */
const WEIGHT_SUM_TOLERANCE = 0.001;

/** True if `sum` is at most 1 within the tolerance; the slack covers binary fractions only (0.1 + 0.2). */
export function isWithinWeightSum(sum: number): boolean {
  return sum <= 1 + WEIGHT_SUM_TOLERANCE + 1e-9;
}

/** True if `sum` is 1 within the tolerance, on either side. */
export function isWholeWeightSum(sum: number): boolean {
  return Math.abs(sum - 1) <= WEIGHT_SUM_TOLERANCE + 1e-9;
}

export const instant = z
  .string()
  .refine((text) => parseInstant(text) !== null, { error: ({ input }) => instantIssue(String(input)) ?? '' })
  .meta({ description: 'Instant, ISO 8601 with a zone.', format: 'date-time', examples: ['2026-03-02T10:00:00Z'] });

/** The error of a duration that is not a text. */
const withoutUnit = ({ code }: { readonly code?: string }) =>
  code === 'invalid_type' ? 'must be a duration with its unit, such as 90m, 6h or 2d' : undefined;

export const duration = z
  .string({ error: withoutUnit })
  .refine((text) => parseDuration(text) !== null, { error: ({ input }) => durationIssue(String(input)) })
  .meta({
    description: 'Duration: numbers with w, d, h, m, s or ms, such as 90m or 23h59m, or ISO 8601.',
    examples: ['90m', 'PT90M'],
  });

/** A duration, or the instant of its end. */
export const durationOrInstant = z
  .string({ error: withoutUnit })
  .refine((text) => parseDuration(text) !== null || parseInstant(text) !== null, {
    error: ({ input }) => goalFault(String(input)),
  })
  .meta({
    description: 'Duration: numbers with w, d, h, m, s or ms, or ISO 8601; or an instant, ISO 8601 with a zone.',
    examples: ['90m', 'PT90M', '2026-03-02T10:00:00Z'],
  });

function goalFault(text: string): string {
  const isDate = /^\d{4}-/.test(text);
  const neither = 'is neither a duration like 90m nor an instant like 2026-03-02T09:30:00Z';
  return isDate ? (instantIssue(text) ?? neither) : durationIssue(text, neither);
}

/** Interval of drift monitoring: short enough that no trading day is skipped. */
export const driftCheck = z
  .string({ error: withoutUnit })
  .refine((text) => isDriftCheck(parseDuration(text)), 'is not a duration from 1m to 1d');

export function isDriftCheck(intervalMs: number | null): boolean {
  return intervalMs !== null && intervalMs >= 60_000 && intervalMs <= 24 * 3_600_000;
}

/** Refuses `[{isin, …}]` with the same ISIN twice; the issue names the second place. */
export function rejectRepeatedIsins(rows: readonly { isin: string }[], context: z.core.$RefinementCtx): void {
  const seen = new Map<string, number>();
  rows.forEach((row, index) => {
    const first = seen.get(row.isin);
    if (first === undefined) seen.set(row.isin, index);
    else
      context.issues.push({
        code: 'custom',
        input: row.isin,
        path: [index, 'isin'],
        message: `repeats the ISIN of entry ${first}`,
      });
  });
}
