/**
 * Converts a virtual instant between the user's format, `2026-03-02 10:30` or that of the browser's language, and the
 * service's; text in neither is passed unchanged.
 */

const PLAIN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(.+))?$/;
const LOCAL = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4})(?:,? +(.+))?$/;
const NAMED = /^(\d{1,2})\.? ([a-z]{3})[a-z]*\.?,? (\d{4})(?:,? +(.+))?$/i;
const TIME = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\.?)?$/i;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|[+-]\d{2}:\d{2})$/;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** For dates with slashes, whose order depends on the language. */
type DateOrder = 'day-first' | 'month-first';

/**
 * `2026-03-02 10:30` becomes `2026-03-02T10:30:00Z`: times without a zone are UTC, as everywhere on screen, and a day
 * alone means its start. Also `2.3.2026 10:30`, `2 March 2026`, and `3/2/2026 10:30 AM` in the order of `slashes`.
 */
export function toInstant(text: string, slashes: DateOrder = localOrder()): string {
  const trimmed = text.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim();
  if (INSTANT.test(trimmed)) return trimmed;
  const parts = datePartsOf(trimmed, slashes);
  const time = parts === null ? null : timeOf(parts.time);
  return parts === null || time === null ? trimmed : `${parts.day}T${time}Z`;
}

/** Milliseconds since 1970 as `2026-03-02 10:30:00`, the format of form fields. */
export function instantText(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** Why a text is not an instant, as a sentence; null if it is one, or empty. */
export function instantFault(text: string, slashes: DateOrder = localOrder()): string | null {
  const instant = toInstant(text, slashes);
  if (instant === '') return null;
  const [, day = '', time = ''] = INSTANT.exec(instant) ?? [];
  if (day === '') return 'Enter a date and a time, such as 2026-03-02 09:30.';
  // A day after the end of its month would be read as one of the next month.
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(dayMs) || new Date(dayMs).toISOString().slice(0, 10) !== day) return `${day} is not a valid date.`;
  return Number.isNaN(Date.parse(instant)) ? `${time} is not a valid time.` : null;
}

/** Null for a text that is not an instant, or not before `nowMs`. */
export function pastFault(text: string, nowMs: number): string | null {
  return Date.parse(toInstant(text)) < nowMs ? isPast(nowMs) : null;
}

/** `more`: what else the sentence says, or what the user can do. */
export function isPast(nowMs: number, more = ', and virtual time only moves forward'): string {
  return `This is in the past. It is already ${instantText(nowMs)} UTC${more}.`;
}

interface DateParts {
  /** `2026-03-02` */
  readonly day: string;
  /** As it was written; undefined if there is none. */
  readonly time: string | undefined;
}

function datePartsOf(text: string, slashes: DateOrder): DateParts | null {
  const plain = PLAIN.exec(text);
  if (plain !== null) return parts(plain[1], plain[2], plain[3], plain[4]);
  const local = LOCAL.exec(text);
  if (local !== null) {
    const [, first, separator, second, year, time] = local;
    const isMonthFirst = separator === '/' && slashes === 'month-first';
    return isMonthFirst ? parts(year, first, second, time) : parts(year, second, first, time);
  }
  const [, day, name = '', year, time] = NAMED.exec(text) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? null : parts(year, String(month), day, time);
}

function parts(year = '', month = '', day = '', time?: string): DateParts {
  return { day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, time };
}

/** `09:30:00`; null if it is not a time. */
function timeOf(text: string | undefined): string | null {
  if (text === undefined) return '00:00:00';
  const [all, hour = '', minute = '', second = '00', half] = TIME.exec(text) ?? [];
  if (all === undefined) return null;
  const isOfTwelve = half !== undefined && Number(hour) >= 1 && Number(hour) <= 12;
  if (half !== undefined && !isOfTwelve) return null;
  const hours = isOfTwelve ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`;
}

/** The order of dates in the browser's language. */
function localOrder(): DateOrder {
  const [first] = new Intl.DateTimeFormat().formatToParts(0).filter(({ type }) => type === 'day' || type === 'month');
  return first?.type === 'month' ? 'month-first' : 'day-first';
}
