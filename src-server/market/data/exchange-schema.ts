/**
 * Schema of `exchanges.json`: hours, holidays and half days of each exchange, parsed into `Exchange`. Defines the
 * format of the holiday rules; their meaning is in `holidays.ts`.
 */
import { z } from 'zod';
import { parseDate } from '../calendar/civil-date.ts';
import { type HolidayRule, WEEKDAYS } from '../calendar/holidays.ts';
import type { Exchange } from './market-data.ts';
import { country, currencyValue, isoDate, micValue, minuteOfDay, timeZoneValue } from './market-scalars.ts';

const month = z.int().min(1).max(12);
const dayOfMonth = z.int().min(1).max(31);
const weekday = z.enum(WEEKDAYS);

const year = z.int().min(1900).max(2199);
const years = { from: year.optional(), until: year.optional(), except: z.array(year).min(1).optional() };

const fixedRule = z
  .strictObject({
    month,
    day: dayOfMonth,
    substitute: z.enum(['next-weekday', 'previous-weekday']).optional(),
    ...years,
  })
  .transform((r): HolidayRule => ({ kind: 'fixed', ...r }));
const easterRule = z
  .strictObject({ easter_offset_days: z.int().min(-60).max(200), ...years })
  .transform(({ easter_offset_days, ...r }): HolidayRule => ({ kind: 'easter', offsetDays: easter_offset_days, ...r }));
const nthRule = z
  .strictObject({ month, weekday, nth: z.union([z.int().min(1).max(4), z.literal(-1)]), ...years })
  .transform((r): HolidayRule => ({ kind: 'nth', ...r }));
const onOrAfterRule = z
  .strictObject({ month, weekday, on_or_after: dayOfMonth, ...years })
  .transform(({ on_or_after, ...r }): HolidayRule => ({ kind: 'on-or-after', onOrAfter: on_or_after, ...r }));
const oneOffRule = z
  .strictObject({ date: isoDate, name: z.string().min(1) })
  .transform(({ date, name }): HolidayRule => ({ kind: 'one-off', day: parseDate(date), name }));

export const holidayRule = z.union([fixedRule, easterRule, nthRule, onOrAfterRule, oneOffRule], {
  error:
    'expected month and day, easter_offset_days, month, weekday and nth, month, weekday and on_or_after, or date and name',
});

const exchange = z
  .strictObject({
    mic: micValue,
    name: z.string().min(1),
    city: z.string().min(1),
    country,
    time_zone: timeZoneValue,
    currency: currencyValue,
    continuous: z.tuple([minuteOfDay, minuteOfDay]),
    closing_auction: z.tuple([minuteOfDay, minuteOfDay]),
    half_day_close: z.strictObject({ close: minuteOfDay, days: z.array(holidayRule) }),
    holidays: z.array(holidayRule),
  })
  .refine((e) => e.continuous[0] < e.continuous[1], { path: ['continuous'], error: 'expected open before close' })
  .refine((e) => e.closing_auction[0] === e.continuous[1] && e.closing_auction[0] <= e.closing_auction[1], {
    path: ['closing_auction'],
    error: 'expected to start where continuous trading ends',
  })
  .refine((e) => isWithin(e.half_day_close.close, e.continuous), {
    path: ['half_day_close', 'close'],
    error: 'expected a time within continuous trading',
  })
  .transform(
    (e): Exchange => ({
      mic: e.mic,
      name: e.name,
      city: e.city,
      country: e.country,
      timeZone: e.time_zone,
      currency: e.currency,
      openMinute: e.continuous[0],
      closeMinute: e.continuous[1],
      auctionEndMinute: e.closing_auction[1],
      halfDay: { closeMinute: e.half_day_close.close, days: e.half_day_close.days },
      holidays: e.holidays,
    }),
  );

/** `exchanges.json` as a list of exchanges. */
export const exchangesFile = z
  .strictObject({ note: z.string(), exchanges: z.array(exchange).min(1) })
  .transform((file): readonly Exchange[] => file.exchanges);

function isWithin(minute: number, [open, close]: readonly [number, number]): boolean {
  return minute > open && minute < close;
}
