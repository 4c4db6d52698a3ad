/**
 * Checks by the event log that cash flows were booked or refused at each of their dates, and at no other (decision O1).
 * Dates come from Intl and from the list of calendar facts, not from the calendars of the world.
 */
import { expect } from 'vitest';
import type { LoggedEvent } from '../../src-server/kernel/event-chain.ts';
import { type FactRow, facts, isWeekend, plus, weekdaysIn } from '../market/calendar/calendar-facts.ts';

interface Schedule {
  readonly currency: string;
  readonly createdMs: number;
  readonly firstMs: number;
  readonly every: string | null;
  readonly untilMs: number;
  endedMs: number;
  readonly doneMs: number[];
}

const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

export function expectCashFlowDates(events: readonly LoggedEvent[], nowMs: number): void {
  const schedules = new Map<string, Schedule>();
  const currencies = new Map<unknown, string>();
  for (const { type, data, atMs } of events) {
    if (type === 'portfolio.created') currencies.set(data.portfolio_id, String(data.currency));
    const id = String(data.cash_flow_id);
    if (type === 'cash_flow.scheduled') {
      const untilMs = data.until === null ? Number.POSITIVE_INFINITY : Date.parse(String(data.until));
      const every = data.every === null ? null : String(data.every);
      const currency = currencies.get(data.portfolio_id) ?? '';
      const open = { currency, createdMs: atMs, endedMs: Number.POSITIVE_INFINITY, doneMs: [] };
      schedules.set(id, { firstMs: Date.parse(String(data.at)), every, untilMs, ...open });
    }
    const schedule = schedules.get(id);
    if (schedule === undefined) continue;
    if (type === 'cash_flow.booked' || type === 'cash_flow.refused') schedule.doneMs.push(atMs);
    if (type === 'cash_flow.ended') schedule.endedMs = atMs;
  }
  for (const [id, schedule] of schedules)
    expect(schedule.doneMs, `dates of ${id}`).toEqual(datesUntil(schedule, nowMs));
}

function datesUntil({ every, untilMs, endedMs, ...schedule }: Schedule, nowMs: number): number[] {
  const lastMs = Math.min(untilMs, endedMs, nowMs);
  const dates: number[] = [];
  for (let index = 0; ; index += 1) {
    const dueMs = every === null ? schedule.firstMs : dateOf(schedule, every, index);
    if (dueMs > lastMs) return dates;
    dates.push(dueMs);
    if (every === null) return dates;
  }
}

/** The day of the first one, or the last day of a shorter month; from there the next business day, at the same time. */
function dateOf(
  { firstMs, currency, createdMs }: Pick<Schedule, 'firstMs' | 'currency' | 'createdMs'>,
  every: string,
  index: number,
) {
  if (index === 0 && firstMs === createdMs) return firstMs;
  const { zone, closed } = DAYS[currency] ?? { zone: '', closed: [] };
  const wall = wallOf(zone, firstMs);
  let day = nominalDay(wall.slice(0, 10), every, index);
  while (isWeekend(day) || weekdaysIn(closed, Number(day.slice(0, 4))).includes(day)) day = plus(day, 1);
  const wanted = `${day}${wall.slice(10)}`;
  const asUtcMs = Date.parse(`${wanted.replace(' ', 'T')}Z`) + (firstMs % 1000);
  // All zones here are at most three hours ahead of UTC; in the hour that comes twice, the first one counts.
  for (const hours of [3, 2, 1, 0])
    if (wallOf(zone, asUtcMs - hours * 3_600_000) === wanted) return asUtcMs - hours * 3_600_000;
  return Number.NaN;
}

function nominalDay(firstDay: string, every: string, index: number): string {
  if (every === 'week') return plus(firstDay, 7 * index);
  const [year = 0, month = 1, day = 1] = firstDay.split('-').map(Number);
  const monthIndex = month - 1 + index * (MONTHS[every] ?? 0);
  const lastDay = new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, monthIndex, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

/** `YYYY-MM-DD hh:mm:ss` by the clock of a zone. */
function wallOf(zone: string, instantMs: number): string {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  return clock.format(instantMs);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Euros settle on every weekday except these; other currencies where their exchange trades. */
const T2S: readonly FactRow[] = ['01-01', 'easter-2', 'easter+1', '05-01', '12-25', '12-26'].map((on) => ({ on }));

const DAYS: Readonly<Record<string, { readonly zone: string; readonly closed: readonly FactRow[] }>> = {
  EUR: { zone: 'Europe/Berlin', closed: T2S },
  GBP: { zone: 'Europe/London', closed: facts.calendars.XLON?.closed ?? [] },
  CHF: { zone: 'Europe/Zurich', closed: facts.calendars.XSWX?.closed ?? [] },
  SEK: { zone: 'Europe/Stockholm', closed: facts.calendars.XSTO?.closed ?? [] },
  DKK: { zone: 'Europe/Copenhagen', closed: facts.calendars.XCSE?.closed ?? [] },
  NOK: { zone: 'Europe/Oslo', closed: facts.calendars.XOSL?.closed ?? [] },
};
