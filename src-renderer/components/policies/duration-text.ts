/** Durations of policies, which the service writes as `30d` or `1h30m`, as a number with its unit. Pure. */
import type { NumberText } from '../forms/number-text.ts';

export type DurationUnit = keyof typeof MINUTES;

interface DurationParts {
  /** Empty if there is none; a text that is not a duration of these units stays as it is. */
  readonly amount: NumberText;
  readonly unit: DurationUnit;
}

const MINUTES = { d: 1440, h: 60, m: 1 } as const;
const UNITS: readonly DurationUnit[] = ['d', 'h', 'm'];
const NAMES: Readonly<Record<DurationUnit, string>> = { d: 'day', h: 'hour', m: 'minute' };
const WRITTEN = /^(?:(\d+)w)?(?:(\d+(?:\.\d+)?)d)?(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?$/;

/** A whole number of the largest possible unit. */
export function durationParts(text: string): DurationParts {
  const trimmed = text.trim();
  if (trimmed === '') return { amount: '', unit: 'd' };
  const one = /^(.*?)([dhm])$/.exec(trimmed);
  const written = WRITTEN.exec(trimmed);
  if (written === null) return { amount: one?.[1] ?? trimmed, unit: UNITS.find((unit) => unit === one?.[2]) ?? 'd' };
  const [, weeks = 0, days = 0, hours = 0, minutes = 0] = written;
  const all = (Number(weeks) * 7 + Number(days)) * MINUTES.d + Number(hours) * MINUTES.h + Number(minutes);
  // As it was written, if that is in one unit: 48 hours must not become 2 days while they are typed.
  const unit = UNITS.find((each) => each === one?.[2] && /^[\d.]+$/.test(one[1] ?? ''));
  const shown = unit ?? UNITS.find((each) => all % MINUTES[each] === 0) ?? 'm';
  return { amount: all / MINUTES[shown], unit: shown };
}

export function durationText({ amount, unit }: DurationParts): string {
  return amount === '' ? '' : `${amount}${unit}`;
}

export function unitMs(unit: DurationUnit): number {
  return MINUTES[unit] * 60_000;
}

export function unitName(unit: DurationUnit, amount: NumberText): string {
  return amount === 1 ? NAMES[unit] : `${NAMES[unit]}s`;
}

/** Minutes after the opening, from `open+30m`; empty if there are none. */
export function minutesAfterOpen(at: string): NumberText {
  if (at === 'open') return 0;
  const { amount, unit } = durationParts(at.replace(/^open\+/, ''));
  return typeof amount === 'number' ? amount * MINUTES[unit] : amount;
}

/** `open+30m`; empty: the service's default. */
export function afterOpenText(minutes: NumberText): string {
  if (minutes === '') return '';
  return minutes === 0 ? 'open' : `open+${minutes}m`;
}
