/** The remaining retention of a record: whole years and days of virtual time, counted by the calendar. Pure. */
import type { Tone } from '../../components/feedback/notice.tsx';

interface RetentionLeft {
  /** `4 y 364 d`, `89 d`, `5 h 3 m`, or `ended`. */
  readonly label: string;
  /** The text of the status indicator. */
  readonly state: 'retained' | 'ends within 90 days' | 'expired';
  readonly mark: string;
  readonly tone: Tone;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Below this, the retention counts as ending soon. */
const SOON_MS = 90 * DAY_MS;

export function retentionLeft(untilIso: string, nowMs: number): RetentionLeft {
  const leftMs = Date.parse(untilIso) - nowMs;
  if (leftMs <= 0) return { label: 'ended', state: 'expired', mark: '○', tone: 'plain' };
  const label = describeLength(nowMs, Date.parse(untilIso));
  if (leftMs <= SOON_MS) return { label, state: 'ends within 90 days', mark: '◐', tone: 'warn' };
  return { label, state: 'retained', mark: '●', tone: 'ok' };
}

function describeLength(fromMs: number, untilMs: number): string {
  const years = wholeYears(fromMs, untilMs);
  const days = Math.floor((untilMs - laterBy(fromMs, years)) / DAY_MS);
  if (years > 0) return `${years} y ${days} d`;
  if (days > 0) return `${days} d`;
  // A minute that has begun counts as remaining.
  const minutes = Math.ceil((untilMs - fromMs) / MINUTE_MS);
  return minutes < 60 ? `${minutes} m` : `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}

function wholeYears(fromMs: number, untilMs: number): number {
  const years = new Date(untilMs).getUTCFullYear() - new Date(fromMs).getUTCFullYear();
  return laterBy(fromMs, years) <= untilMs ? years : years - 1;
}

function laterBy(instantMs: number, years: number): number {
  const date = new Date(instantMs);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}
