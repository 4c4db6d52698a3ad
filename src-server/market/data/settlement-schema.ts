/**
 * Schema of `settlement.json`: how many business days after its trade date a trade settles, at which time, and where
 * settlement days differ from trading days (decision O4).
 */
import { z } from 'zod';
import { parseDate } from '../calendar/civil-date.ts';
import { holidayRule } from './exchange-schema.ts';
import type { SettlementRules } from './market-data.ts';
import { isoDate, micValue, minuteOfDay, timeZoneValue } from './market-scalars.ts';

const cycle = z
  .strictObject({ from: isoDate.nullable(), days: z.int().min(1).max(10) })
  .transform(({ from, days }) => ({ fromDay: from === null ? Number.NEGATIVE_INFINITY : parseDate(from), days }));

const calendar = z.strictObject({
  name: z.string().min(1),
  exchanges: z.array(micValue).min(1),
  holidays: z.array(holidayRule),
});

/** `settlement.json`. */
export const settlementFile = z
  .strictObject({
    note: z.string(),
    at: minuteOfDay,
    time_zone: timeZoneValue,
    cycles: z.array(cycle).min(1),
    calendars: z.array(calendar),
  })
  .refine(({ cycles }) => cycles[0]?.fromDay === Number.NEGATIVE_INFINITY, {
    path: ['cycles', 0, 'from'],
    error: 'expected null: the first cycle has no beginning',
  })
  .refine(
    ({ cycles }) =>
      cycles.every(({ fromDay }, index) => fromDay > (cycles[index - 1]?.fromDay ?? -Infinity) || index === 0),
    {
      path: ['cycles'],
      error: 'expected the earliest first',
    },
  )
  .transform(
    ({ at, time_zone, cycles, calendars }): SettlementRules => ({
      atMinute: at,
      timeZone: time_zone,
      cycles,
      holidays: new Map(
        calendars.flatMap(({ exchanges, holidays }) => exchanges.map((each) => [each, holidays] as const)),
      ),
    }),
  );
