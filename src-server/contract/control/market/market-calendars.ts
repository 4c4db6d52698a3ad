/**
 * API schemas of `GET /sim/market/calendars` (decision L74): the sessions of exchanges in a month, and the reasons of
 * closures.
 */

import { z } from 'zod';
import { DAY_KINDS } from '../../../domain/market-choices.ts';
import { at, micText, text } from '../../fields/described.ts';

/** Query; by default the present month. */
export const calendarQuery = z.strictObject({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'is not a month from 2000-01 to 2099-12')
    .optional()
    .describe('Month, `YYYY-MM`, from 2000-01 to 2099-12; by default the current one.'),
});

const day = z
  .strictObject({
    date: z.iso.date().describe('Date, which is the same at the exchange and in UTC.'),
    kind: z.enum(DAY_KINDS).describe('Kind of day for trading.'),
    name: z.string().nullable().describe('Name of the holiday, or the reason for the half day; otherwise null.'),
    open_at: at('Time at which continuous trading begins; null on a closed day.').nullable(),
    close_at: at(
      'Time at which continuous trading ends and the closing auction begins; null on a closed day.',
    ).nullable(),
    auction_end_at: at('Time at which the closing auction ends; null on a closed day.').nullable(),
  })
  .meta({ id: 'CalendarDay', description: 'A calendar day of an exchange.' });
export type CalendarDay = z.infer<typeof day>;

export const calendarList = z
  .strictObject({
    month: z.string().describe('The month, `YYYY-MM`.'),
    exchanges: z
      .array(
        z
          .strictObject({
            mic: micText,
            name: text('Name of the exchange.'),
            city: text('City of the exchange.'),
            time_zone: text('IANA time zone.'),
            open: z.boolean().describe('Whether it is open now.'),
            next_open_at: at('Time at which it opens next, from now.'),
            next_close_at: at('Time at which it closes next, from now.'),
            days: z.array(day).describe('Every day of the month.'),
          })
          .meta({ id: 'ExchangeCalendar', description: 'The trading calendar of an exchange for a month.' }),
      )
      .describe('Exchanges, in the order of the market data.'),
  })
  .meta({ id: 'CalendarList', description: 'The trading calendars of every exchange for a month.' });
export type CalendarList = z.infer<typeof calendarList>;
