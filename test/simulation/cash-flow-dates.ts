/** Whether cash flows were booked or refused at each of their dates, and at no other (decision O1), by the event log. */
import { expect } from 'vitest';
import type { LoggedEvent } from '../../src-server/kernel/event-chain.ts';

interface Schedule {
  readonly firstMs: number;
  readonly every: string | null;
  readonly untilMs: number;
  endedMs: number;
  readonly doneMs: number[];
}

const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

export function expectCashFlowDates(events: readonly LoggedEvent[], nowMs: number): void {
  const schedules = new Map<string, Schedule>();
  for (const { type, data, atMs } of events) {
    const id = String(data.cash_flow_id);
    if (type === 'cash_flow.scheduled') {
      const untilMs = data.until === null ? Number.POSITIVE_INFINITY : Date.parse(String(data.until));
      const every = data.every === null ? null : String(data.every);
      const open = { endedMs: Number.POSITIVE_INFINITY, doneMs: [] };
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

function datesUntil({ firstMs, every, untilMs, endedMs }: Schedule, nowMs: number): number[] {
  const lastMs = Math.min(untilMs, endedMs, nowMs);
  const dates: number[] = [];
  for (let index = 0; ; index += 1) {
    const dueMs = dateOf(firstMs, every, index);
    if (dueMs > lastMs) return dates;
    dates.push(dueMs);
    if (every === null) return dates;
  }
}

/** The day of the first one, or the last day of a shorter month. */
function dateOf(firstMs: number, every: string | null, index: number): number {
  if (every === null || every === 'week') return firstMs + index * 7 * 86_400_000;
  const first = new Date(firstMs);
  const month = first.getUTCMonth() + index * (MONTHS[every] ?? 0);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const date = new Date(firstMs);
  date.setUTCFullYear(first.getUTCFullYear(), month, Math.min(first.getUTCDate(), lastDay));
  return date.getTime();
}
