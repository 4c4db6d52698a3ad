/**
 * Determines when a portfolio of the lab is checked and when its policy may act: the checks, half an hour after the
 * exchanges of the portfolio open, and the dates of the policy's calendars. The same on every path.
 */
import type { PolicyTerms } from '../engine/policies/policy.ts';
import { dueFrom, nextDate } from '../engine/policies/policy-days.ts';
import type { TradingCalendar } from '../market/calendar/calendar.ts';
import { DAY_MS } from '../market/calendar/civil-date.ts';
import type { LabCheck } from './lab-task.ts';

export interface LabInstant {
  readonly atMs: number;
  readonly isCheck: boolean;
  /** Index of the condition that has this date; `null`: none. */
  readonly calendar: number | null;
}

/** Spreads are wide for the first minutes of a session. */
const AT_CHECK = { every: 'month', day: 'first', at: 'open+30m' } as const;
const DAYS = { day: 1, week: 7 } as const;
/** 1970-01-05, the first Monday of the clock. */
const MONDAY_MS = 4 * DAY_MS;

interface LabSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The checks with the dates of the policy, in order of time. */
export function labSchedule(
  exchanges: readonly TradingCalendar[],
  checks: readonly number[],
  terms: PolicyTerms,
  { fromMs, toMs }: LabSpan,
): LabInstant[] {
  const instants = new Map<number, LabInstant>(checks.map((atMs) => [atMs, { atMs, isCheck: true, calendar: null }]));
  for (const [index, { calendar }] of terms.when.entries()) {
    if (calendar === undefined) continue;
    let atMs = nextDate(exchanges, calendar, fromMs - 1);
    for (; atMs <= toMs; atMs = nextDate(exchanges, calendar, atMs)) {
      const known = instants.get(atMs);
      instants.set(atMs, { atMs, isCheck: known?.isCheck ?? false, calendar: known?.calendar ?? index });
    }
  }
  return [...instants.values()].sort((one, other) => one.atMs - other.atMs);
}

/** The dates on which a portfolio is checked, whatever its policy is. */
export function* labChecks(
  exchanges: readonly TradingCalendar[],
  { fromMs, toMs, check }: LabSpan & { readonly check: LabCheck },
): Generator<number> {
  if (check === 'month') {
    for (let atMs = fromMs - 1; ; ) {
      atMs = nextDate(exchanges, AT_CHECK, atMs);
      if (atMs > toMs) return;
      yield atMs;
    }
  }
  const stepMs = DAYS[check] * DAY_MS;
  const firstMs = check === 'week' ? MONDAY_MS + Math.floor((fromMs - MONDAY_MS) / stepMs) * stepMs : fromMs;
  let lastMs = fromMs - 1;
  for (let startMs = Math.floor(firstMs / DAY_MS) * DAY_MS; startMs <= toMs; startMs += stepMs) {
    const atMs = dueFrom(exchanges, AT_CHECK, startMs);
    // A day on which not all exchanges are open has the check of the next open day, which occurs once.
    if (atMs <= lastMs) continue;
    if (atMs > toMs) return;
    lastMs = atMs;
    yield atMs;
  }
}
