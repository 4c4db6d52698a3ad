/** Finds when loaded prices become visible. */
import type { Calendars } from '../calendar/calendar.ts';

/** A listing and the instant of its first price. */
export interface FirstPrice {
  readonly mic: string;
  readonly atMs: number;
}

/**
 * A listing shows a loaded price from the next instant at which its exchange is open; before, its prices are simulated.
 * A rate is visible at any time.
 */
export function firstShownMs(calendars: Calendars, { mic, atMs }: FirstPrice): number {
  const calendar = calendars.get(mic);
  return calendar === undefined || calendar.isOpen(atMs) ? atMs : calendar.nextOpen(atMs);
}

/** Returns the first instant at which all of them are visible; -∞ without any. */
export function allShownMs(calendars: Calendars, prices: readonly FirstPrice[]): number {
  return prices.reduce((latest, each) => Math.max(latest, firstShownMs(calendars, each)), Number.NEGATIVE_INFINITY);
}
