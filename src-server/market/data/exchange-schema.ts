/**
 * Schema of `exchanges.json`: hours, holidays and half days of each exchange, parsed into `Exchange`. Owns the written
 * form of the holiday rules; what a rule means is in `holidays.ts`.
 */
import { z } from 'zod';
import type { HolidayRule } from '../calendar/holidays.ts';
import type { Exchange } from './market-data.ts';
import { country, currency, mic, minuteOfDay, timeZone } from './market-scalars.ts';

const month = z.int().min(1).max(12);
const dayOfMonth = z.int().min(1).max(31);
const weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);

const fixedRule = z
  .strictObject({ month, day: dayOfMonth, substitute: z.literal('next-weekday').optional() })
  .transform(
    (r): HolidayRule => ({ kind: 'fixed', month: r.month, day: r.day, substitute: r.substitute !== undefined }),
  );
const easterRule = z
  .strictObject({ easter_offset_days: z.int().min(-60).max(200) })
  .transform((r): HolidayRule => ({ kind: 'easter', offsetDays: r.easter_offset_days }));
const nthRule = z
  .strictObject({ month, weekday, nth: z.union([z.int().min(1).max(4), z.literal(-1)]) })
  .transform((r): HolidayRule => ({ kind: 'nth', ...r }));
const onOrAfterRule = z
  .strictObject({ month, weekday, on_or_after: dayOfMonth })
  .transform(
    (r): HolidayRule => ({ kind: 'on-or-after', month: r.month, weekday: r.weekday, onOrAfter: r.on_or_after }),
  );

export const holidayRule = z.union([fixedRule, easterRule, nthRule, onOrAfterRule], {
  error: 'expected month and day, easter_offset_days, month, weekday and nth, or month, weekday and on_or_after',
});

const exchange = z
  .strictObject({
    mic,
    name: z.string().min(1),
    city: z.string().min(1),
    country,
    time_zone: timeZone,
    currency,
    continuous: z.tuple([minuteOfDay, minuteOfDay]),
    closing_auction: z.tuple([minuteOfDay, minuteOfDay]),
    half_day_close: z.strictObject({ close: minuteOfDay, days: z.array(holidayRule) }).nullable(),
    holidays: z.array(holidayRule),
  })
  .refine((e) => e.continuous[0] < e.continuous[1], { path: ['continuous'], error: 'expected open before close' })
  .refine((e) => e.closing_auction[0] === e.continuous[1] && e.closing_auction[0] <= e.closing_auction[1], {
    path: ['closing_auction'],
    error: 'expected to start where continuous trading ends',
  })
  .refine((e) => !e.half_day_close || isWithin(e.half_day_close.close, e.continuous), {
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
      halfDay: e.half_day_close && { closeMinute: e.half_day_close.close, days: e.half_day_close.days },
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
