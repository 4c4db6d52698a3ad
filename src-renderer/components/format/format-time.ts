/** Formats virtual times: always UTC, cut from the ISO text, so the user's own time zone can never affect them. */

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `2026-03-02T09:41:07.123Z` is `2026-03-02 09:41:07`. */
export function formatInstant(iso: string): string {
  return `${iso.slice(0, 10)}\u00a0${iso.slice(11, 19)}`;
}

/** To the millisecond: `2026-03-02 09:41:07.123`. */
export function formatMillisecond(iso: string): string {
  return `${formatInstant(iso)}${iso.slice(19, 23)}`;
}

/** The day: `2026-03-02`. */
export function formatDay(iso: string): string {
  return iso.slice(0, 10);
}

/** Time of day: `09:41:07`. */
export function formatTimeOfDay(iso: string): string {
  return iso.slice(11, 19);
}

/** Milliseconds since 1970 as `2026-03-02 09:41:07`. */
export function formatEpoch(epochMs: number): string {
  return formatInstant(new Date(epochMs).toISOString());
}

/** `Mon` */
export function weekday(epochMs: number): string {
  return WEEKDAYS[new Date(epochMs).getUTCDay()] ?? '';
}

/** `Tue 2026-03-03 08:00 UTC`, for a future instant. */
export function formatMoment(iso: string): string {
  return `${weekday(Date.parse(iso))} ${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** The two largest units of a duration: `14 h 3 m`. Negative durations count as 0. */
export function formatLength(lengthMs: number): string {
  const minutes = Math.max(0, Math.round(lengthMs / 60_000));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} m`;
  return `${minutes} m`;
}

/** Real milliseconds as seconds: `0.42`, `13.6`. */
export function formatSeconds(ms: number): string {
  return (ms / 1_000).toFixed(ms < 10_000 ? 2 : 1);
}

/** Host time, rounded up, so that it never shows 0 before the end. */
export function formatTimeLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
