import { describe, expect, it } from 'vitest';
import { createCalendars, type TradingCalendar } from '../../../src-server/market/calendar/calendar.ts';
import { fc } from '../../support/draws.ts';
import { at, makeMarket } from '../market-fixture.ts';

const { calendars, data } = makeMarket(1);

/** Weekdays of 2026 without trading, as `MM-DD`. */
const CLOSED_2026: Record<string, string> = {
  XETR: '01-01 04-03 04-06 05-01 12-24 12-25 12-31',
  XLON: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
  XPAR: '01-01 04-03 04-06 05-01 12-25',
  XAMS: '01-01 04-03 04-06 05-01 12-25',
  XMIL: '01-01 04-03 04-06 05-01 12-24 12-25 12-31',
  XSWX: '01-01 01-02 04-03 04-06 05-01 05-14 05-25 12-24 12-25 12-31',
  XSTO: '01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31',
  XCSE: '01-01 04-02 04-03 04-06 05-14 05-15 05-25 06-05 12-24 12-25 12-31',
  XOSL: '01-01 04-02 04-03 04-06 05-01 05-14 05-25 12-24 12-25 12-31',
};

describe('trading calendars', () => {
  it.each(Object.entries(CLOSED_2026))('close %s on its holidays of 2026', (mic, days) => {
    expect(calendarOf(mic).closedWeekdays(2026)).toEqual(days.split(' ').map((day) => `2026-${day}`));
  });

  it.each([
    ['XLON', '2026-12-24', '2026-12-24T12:30:00Z'],
    ['XLON', '2026-12-31', '2026-12-31T12:30:00Z'],
    ['XPAR', '2026-12-24', '2026-12-24T13:00:00Z'],
    ['XAMS', '2026-12-31', '2026-12-31T13:00:00Z'],
    ['XETR', '2026-12-30', '2026-12-30T13:00:00Z'],
    ['XSTO', '2026-01-05', '2026-01-05T11:55:00Z'],
    ['XSTO', '2026-04-02', '2026-04-02T10:55:00Z'],
    ['XSTO', '2026-04-30', '2026-04-30T10:55:00Z'],
    ['XSTO', '2026-05-13', '2026-05-13T10:55:00Z'],
    ['XSTO', '2026-10-30', '2026-10-30T11:55:00Z'],
    ['XOSL', '2026-04-01', '2026-04-01T11:00:00Z'],
  ])('close %s early on %s', (mic, date, close) => {
    const session = calendarOf(mic).session(date);
    expect(session?.halfDay).toBe(true);
    expect(session?.closeMs).toBe(at(close));
  });

  it.each([
    ['XETR', '2026-03-27', '08:00', '16:30'],
    ['XETR', '2026-03-30', '07:00', '15:30'],
    ['XETR', '2026-10-26', '08:00', '16:30'],
    ['XLON', '2026-03-27', '08:00', '16:30'],
    ['XLON', '2026-03-30', '07:00', '15:30'],
    ['XLON', '2026-10-26', '08:00', '16:30'],
    ['XOSL', '2026-07-01', '07:00', '14:20'],
    ['XCSE', '2026-01-05', '08:00', '15:55'],
    ['XSWX', '2026-07-01', '07:00', '15:20'],
  ])('open %s on %s from %s to %s UTC', (mic, date, open, close) => {
    const session = calendarOf(mic).session(date);
    expect(session?.openMs).toBe(at(`${date}T${open}:00Z`));
    expect(session?.closeMs).toBe(at(`${date}T${close}:00Z`));
    expect(session?.halfDay).toBe(false);
  });

  it('retain the length of the closing auction on half days', () => {
    expect(calendarOf('XLON').session('2026-12-24')?.auctionEndMs).toBe(at('2026-12-24T12:35:00Z'));
    // Stockholm's auction ends at 13:00, as full days end at 17:30.
    expect(calendarOf('XSTO').session('2026-10-30')?.auctionEndMs).toBe(at('2026-10-30T12:00:00Z'));
    expect(calendarOf('XETR').session('2026-12-23')?.auctionEndMs).toBe(at('2026-12-23T16:35:00Z'));
  });

  it('count the opening instant as open and the closing instant as closed', () => {
    const xetra = calendarOf('XETR');
    expect(xetra.isOpen(at('2026-03-02T08:00:00Z') - 1)).toBe(false);
    expect(xetra.isOpen(at('2026-03-02T08:00:00Z'))).toBe(true);
    expect(xetra.isOpen(at('2026-03-02T16:30:00Z') - 1)).toBe(true);
    expect(xetra.isOpen(at('2026-03-02T16:30:00Z'))).toBe(false);
  });

  it('skip Easter to the next opening and back to the last close', () => {
    const xetra = calendarOf('XETR');
    const sunday = at('2026-04-05T12:00:00Z');
    expect(xetra.nextOpen(sunday)).toBe(at('2026-04-07T07:00:00Z'));
    expect(xetra.nextClose(sunday)).toBe(at('2026-04-07T15:30:00Z'));
    expect(xetra.lastOpenInstant(sunday)).toBe(at('2026-04-02T15:30:00Z'));
    expect(xetra.sessionAt(sunday)).toBeNull();
    expect(xetra.latestSession(sunday).date).toBe('2026-04-02');
  });

  it('find a strictly later opening from the opening instant itself', () => {
    const opening = at('2026-03-02T08:00:00Z');
    expect(calendarOf('XETR').nextOpen(opening)).toBe(at('2026-03-03T08:00:00Z'));
    expect(calendarOf('XETR').nextClose(opening)).toBe(at('2026-03-02T16:30:00Z'));
    expect(calendarOf('XETR').lastOpenInstant(opening)).toBe(opening);
  });

  it('are consistent at any instant of a century, in any order of calls', () => {
    const instant = fc.integer({ min: at('1975-01-01T00:00:00Z'), max: at('2075-01-01T00:00:00Z') });
    fc.assert(
      fc.property(
        fc.constantFrom(...calendars.keys()),
        fc.array(instant, { minLength: 1, maxLength: 4 }),
        (mic, times) => {
          const fresh = times.map((time) => factsAt(createCalendars(data).get(mic) as TradingCalendar, time));
          expect(times.map((time) => factsAt(calendarOf(mic), time))).toEqual(fresh);
          for (const { time, open, last, nextOpen, nextClose } of fresh) {
            expect(last <= time && (last === time || !open)).toBe(true);
            expect(nextOpen > time && nextClose > time).toBe(true);
            expect(open).toBe(nextClose < nextOpen);
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});

function factsAt(calendar: TradingCalendar, time: number) {
  return {
    time,
    open: calendar.isOpen(time),
    last: calendar.lastOpenInstant(time),
    nextOpen: calendar.nextOpen(time),
    nextClose: calendar.nextClose(time),
  };
}

function calendarOf(mic: string): TradingCalendar {
  return calendars.get(mic) as TradingCalendar;
}
