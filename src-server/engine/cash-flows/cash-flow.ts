/** Cash flows into and out of a portfolio, one-off or recurring (decision O1). */
import type { CASH_FLOW_INTERVALS, CASH_FLOW_KINDS } from '../../domain/events/event-choices.ts';
import { addMonths } from '../../domain/numbers/instant.ts';
import type { BookingDays } from '../../market/calendar/booking-days.ts';

export type CashFlowKind = (typeof CASH_FLOW_KINDS)[number];
export type CashFlowInterval = (typeof CASH_FLOW_INTERVALS)[number];

export interface CashFlowRecord {
  readonly cashFlowId: string;
  readonly portfolioId: string;
  readonly kind: CashFlowKind;
  /** Above 0, base currency. */
  readonly amountMinor: number;
  readonly firstMs: number;
  /** `null`: one-off. */
  readonly every: CashFlowInterval | null;
  /** `null`: without an end. */
  readonly untilMs: number | null;
  /** Number of times it was due. */
  readonly occurrences: number;
  readonly refused: number;
  /** When it is booked next; `null`: it is not booked again. */
  readonly nextMs: number | null;
  /** The timer of the next occurrence. */
  readonly timerSeq: number | null;
  readonly createdMs: number;
  /** When it was ended early. */
  readonly endedMs: number | null;
}

const WEEK_MS = 7 * 86_400_000;
const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/**
 * Returns the instant of occurrence `index`, from 0; `null` if there is none. Each is computed from the first one, by
 * local time, so that a flow that begins on the 31st returns to it after a shorter month. A flow that is booked when it
 * is created is booked on that day, whatever day it is.
 */
export function occurrenceMs(
  { firstMs, every, untilMs, createdMs }: Pick<CashFlowRecord, 'firstMs' | 'every' | 'untilMs' | 'createdMs'>,
  index: number,
  days: BookingDays,
): number | null {
  if (index === 0 && (every === null || firstMs === createdMs)) return firstMs;
  if (every === null) return null;
  const wallMs = days.wallMs(firstMs);
  const dueMs = days.bookedMs(every === 'week' ? wallMs + index * WEEK_MS : addMonths(wallMs, index * MONTHS[every]));
  return untilMs !== null && dueMs > untilMs ? null : dueMs;
}

/** Returns the change of cash by one occurrence, minor units; negative for an outflow. */
export function deltaMinor({ kind, amountMinor }: Pick<CashFlowRecord, 'kind' | 'amountMinor'>): number {
  return kind === 'deposit' || kind === 'interest' ? amountMinor : -amountMinor;
}
