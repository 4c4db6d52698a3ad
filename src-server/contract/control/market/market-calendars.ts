/** Wire schemas of `GET /sim/market/calendars` (decision L74): when exchanges trade in a month, and why not. */
import { z } from 'zod';
import { at, micText, text } from '../../fields/described.ts';

/** The query: the month that holds the present where it is left out. */
export const calendarQuery = z.strictObject({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'is not a month from 2000-01 to 2099-12')
    .optional()
    .describe('Month, `YYYY-MM`, from 2000-01 to 2099-12; the present one where it is left out.'),
});

const day = z
  .strictObject({
    date: z.iso.date().describe('The same at the exchange and in UTC.'),
    kind: z.enum(['full_day', 'half_day', 'holiday', 'weekend']).describe('What it is for trading.'),
    name: z.string().nullable().describe('Of the holiday, or why it is a half day; else null.'),
    open_at: at('When continuous trading begins; null on a closed day.').nullable(),
    close_at: at('When it ends, and the closing auction begins; null on a closed day.').nullable(),
    auction_end_at: at('When the closing auction ends; null on a closed day.').nullable(),
  })
  .meta({ id: 'CalendarDay', description: 'A day of an exchange.' });
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
            city: text('Where it is.'),
            time_zone: text('IANA time zone.'),
            open: z.boolean().describe('Whether it trades now.'),
            next_open_at: at('When it opens next, seen from now.'),
            next_close_at: at('When it closes next, seen from now.'),
            days: z.array(day).describe('Every day of the month.'),
          })
          .meta({ id: 'ExchangeCalendar', description: 'A month of an exchange.' }),
      )
      .describe("In the order of the market's data."),
  })
  .meta({ id: 'CalendarList', description: 'A month of every exchange.' });
export type CalendarList = z.infer<typeof calendarList>;
