/**
 * Parses days as spreadsheets and brokers write them: ISO, `15.03.2024`, `15/03/2024`, `15 Mar 2024`. What may be day
 * or month first is refused unless other dates show the order. Pure.
 */
import type { Checked } from './pasted.ts';

/** Day before month, as in Europe, or month before day, as in the United States. */
export type DayOrder = 'dmy' | 'mdy';

/** With a dash, a year of two digits could come first. */
const NUMBERS = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|(?<!-)\d{2})\b/;
const NAMED = /^(\d{1,2})[\s.-]+([a-z]{3,})[\s.-]+(\d{4}|\d{2})\b/;
const ISO = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/;

/** The first letters of the months in English, German and French, without accents. */
const MONTHS = [
  ['jan'],
  ['feb', 'fev'],
  ['mar', 'mrz'],
  ['apr', 'avr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aou'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez'],
];

/** The order that a date shows; null if it shows none. No country writes the month first with full stops. */
export function dayOrderIn(text: string): DayOrder | null {
  const [, first, mark, second] = NUMBERS.exec(text.trim()) ?? [];
  if (first === second) return null;
  if (mark === '.' || Number(first) > 12) return 'dmy';
  return Number(second) > 12 ? 'mdy' : null;
}

/** `2024-03-15`. `order`: that of the other dates; null if none shows it. */
export function readDay(text: string, order: DayOrder | null): Checked<string> {
  const days = [...new Set((order === null ? ORDERS : [order]).map((each) => dayIn(text, each)))];
  const [day, other] = days.filter((each) => each !== null);
  if (day === undefined) return { issue: `“${text}” is not a date; write 2024-03-15 or 15.03.2024` };
  return other === undefined
    ? { value: day }
    : { issue: `“${text}” may be day or month first; write ${day} or ${other}` };
}

const ORDERS: readonly DayOrder[] = ['dmy', 'mdy'];

function dayIn(text: string, order: DayOrder): string | null {
  const bare = text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  const iso = ISO.exec(bare);
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = NUMBERS.exec(bare);
  if (numbers !== null) {
    const [first, second] = [Number(numbers[1]), Number(numbers[3])];
    const isMonthFirst = order === 'mdy' && numbers[2] !== '.';
    return dayOf(yearOf(numbers[4]), isMonthFirst ? first : second, isMonthFirst ? second : first);
  }
  const named = NAMED.exec(bare);
  if (named === null) return null;
  const month = MONTHS.findIndex((names) => names.some((name) => named[2]?.startsWith(name)));
  return dayOf(yearOf(named[3]), month + 1, Number(named[1]));
}

/** Years of two digits are 1970 to 2069, as in imported files. */
function yearOf(text = ''): number {
  if (text.length !== 2) return Number(text);
  return Number(text) < 70 ? 2000 + Number(text) : 1900 + Number(text);
}

/** Null for a day that does not exist. */
function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
