/** Parses days as spreadsheets and brokers write them: ISO, `15.03.2024`, `15/03/2024`, `15 Mar 2024`. Pure. */

/** Day before month, as in Europe, or month before day, as in the United States. */
type DayOrder = 'dmy' | 'mdy';

const NUMBERS = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b/;
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

/** Month first if a text proves it and none contradicts; points and doubt mean day first. */
export function dayOrderOf(texts: readonly string[]): DayOrder {
  const shown = texts.flatMap((text) => {
    const [, first, second] = NUMBERS.exec(text.trim()) ?? [];
    if (first === undefined || text.includes('.')) return [];
    if (Number(first) > 12) return ['dmy'];
    return Number(second) > 12 ? ['mdy'] : [];
  });
  return shown.includes('mdy') && !shown.includes('dmy') ? 'mdy' : 'dmy';
}

/** `2024-03-15`; null if the text is not a day. */
export function readDay(text: string, order: DayOrder): string | null {
  const bare = text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  const iso = ISO.exec(bare);
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = NUMBERS.exec(bare);
  if (numbers !== null) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    const isMonthFirst = order === 'mdy' && !bare.includes('.');
    return dayOf(yearOf(numbers[3]), isMonthFirst ? first : second, isMonthFirst ? second : first);
  }
  const named = NAMED.exec(bare);
  if (named === null) return null;
  const month = MONTHS.findIndex((names) => names.some((name) => named[2]?.startsWith(name)));
  return dayOf(yearOf(named[3]), month + 1, Number(named[1]));
}

function yearOf(text = ''): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** Null for a day that does not exist. */
function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
