/** Money that comes into a portfolio and leaves it, once or again and again (decision O1). */
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
  /** `null`: once. */
  readonly every: CashFlowInterval | null;
  /** `null`: without an end. */
  readonly untilMs: number | null;
  /** How often it was due. */
  readonly occurrences: number;
  readonly refused: number;
  /** When it is booked next; `null`: nothing more is booked. */
  readonly nextMs: number | null;
  /** The timer of the next one. */
  readonly timerSeq: number | null;
  readonly createdMs: number;
  /** When it was ended before its time. */
  readonly endedMs: number | null;
}

const WEEK_MS = 7 * 86_400_000;
const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/**
 * The instant of occurrence `index`, from 0; `null` where there is none. Each is reckoned from the first one, by the local
 * clock, so that what begins on the 31st comes back to it after a shorter month. What is booked as soon as it was created
 * is booked then, on whatever day.
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

/** What one adds to the cash, minor units; negative where it takes. */
export function deltaMinor({ kind, amountMinor }: Pick<CashFlowRecord, 'kind' | 'amountMinor'>): number {
  return kind === 'deposit' || kind === 'interest' ? amountMinor : -amountMinor;
}
