/** When loaded prices are seen for the first time. */
import type { Calendars } from '../calendar/calendar.ts';

/** A listing and the instant of its first price. */
export interface FirstPrice {
  readonly mic: string;
  readonly atMs: number;
}

/**
 * A listing shows a price when its exchange is open, and keeps that of its last open instant else; before, its prices are
 * simulated. A rate is seen at any time.
 */
export function firstShownMs(calendars: Calendars, { mic, atMs }: FirstPrice): number {
  const calendar = calendars.get(mic);
  return calendar === undefined || calendar.isOpen(atMs) ? atMs : calendar.nextOpen(atMs);
}

/** The first instant at which all of them are seen; -∞ without any. */
export function allShownMs(calendars: Calendars, prices: readonly FirstPrice[]): number {
  return prices.reduce((latest, each) => Math.max(latest, firstShownMs(calendars, each)), Number.NEGATIVE_INFINITY);
}
