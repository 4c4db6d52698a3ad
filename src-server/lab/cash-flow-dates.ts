/** Determines when the cash flows of a lab run are due: at the first check of a month, a quarter or a year (P1.3). */
import { formatInstant } from '../domain/numbers/instant.ts';
import type { TradingCalendar } from '../market/calendar/calendar.ts';
import { DAY_MS, dayNumberOf } from '../market/calendar/civil-date.ts';
import { labChecks } from './lab-schedule.ts';
import type { LabCashFlow, LabTask } from './lab-task.ts';

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
type Every = LabCashFlow['every'];

/** Whether a new period has begun since the last flow. */
export function isFlowDue(every: Every, lastMs: number, atMs: number): boolean {
  return periodOf(every, atMs) > periodOf(every, lastMs);
}

/**
 * The instant that counts as the last flow before a run: in the period before the start, unless the first check of its
 * own period is over by then.
 */
export function flowsFromMs(
  exchanges: readonly TradingCalendar[],
  { fromMs, check, cashFlow }: Pick<LabTask, 'fromMs' | 'check' | 'cashFlow'>,
): number {
  if (cashFlow === null) return fromMs;
  const month = periodOf(cashFlow.every, fromMs) * MONTHS[cashFlow.every];
  const beginsMs = dayNumberOf(Math.floor(month / 12), (month % 12) + 1, 1) * DAY_MS;
  const [missed] = labChecks(exchanges, { fromMs: beginsMs, toMs: fromMs - 1, check });
  return missed === undefined ? beginsMs - 1 : fromMs;
}

function periodOf(every: Every, instantMs: number): number {
  const [year = 0, month = 1] = formatInstant(instantMs).split('-', 2).map(Number);
  return Math.floor((year * 12 + month - 1) / MONTHS[every]);
}
