/**
 * The scalars of the market's fixture files, each parsed into the unit of the code. A number that does not fit its
 * scale is refused, never rounded.
 */

import { z } from 'zod';
import { CURRENCIES, INSTRUMENT_TYPES } from '../../domain/market-choices.ts';
import { toMicro, toMinor } from '../../domain/numbers/exact.ts';

export const currencyValue = z.enum(CURRENCIES);
export const instrumentType = z.enum(INSTRUMENT_TYPES);
export const country = z.string().regex(/^[A-Z]{2}$/, 'expected an ISO 3166-1 alpha-2 code');
export const micValue = z.string().regex(/^[A-Z0-9]{4}$/, 'expected a MIC (four capitals or digits)');
export const isoDate = z.iso.date();
export const positive = z.number().positive();
export const share = z.number().gt(0).max(1);
export const wholeMs = z.int().min(0).max(3_600_000);

/** A positive number with at most six decimals, as millionths. */
export const microAmount = scaled(toMicro, 'six').refine((value) => value > 0, 'expected more than zero');

/** A number of at least zero with at most two decimals, as minor units. */
export const minorAmount = scaled(toMinor, 'two').refine((value) => value >= 0, 'expected zero or more');

/** A rate from 0 to 1 with at most six decimals, as parts per million. */
export const ratePpm = scaled(toMicro, 'six').refine((value) => value >= 0 && value <= 1_000_000, 'expected 0 to 1');

/** `HH:MM` as minutes since midnight; aborts, so that no later check sees an invalid time. */
export const minuteOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'expected a time of day, HH:MM', abort: true })
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));

/** A time zone that Intl knows. */
export const timeZoneValue = z.string().refine(isTimeZone, 'expected an IANA time zone');

function scaled(convert: (value: number) => number | null, decimals: string) {
  return z.number().transform((value, context) => {
    const converted = convert(value);
    if (converted !== null) return converted;
    context.addIssue({ code: 'custom', message: `expected a number with at most ${decimals} decimals` });
    return z.NEVER;
  });
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
