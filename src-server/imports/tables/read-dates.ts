/**
 * Reads the dates of a table. All dates together show whether day or month comes first; if they do not, they are
 * refused rather than guessed. A month without a day is its last day.
 */
import type { DateStyle } from '../../contract/control/imports/import-meanings.ts';
import { plainLabel } from '../../contract/control/imports/plain-label.ts';
import { addMonths, formatInstant, parseInstant } from '../../domain/numbers/instant.ts';
import type { CellPlace, ImportIssues } from '../source-file.ts';

export interface DateCell extends CellPlace {
  readonly text: string;
}

/** `YYYY-MM-DD` for each cell; `null` if it could not be read, which is an issue in `findings`. */
interface ReadDates {
  readonly style: DateStyle;
  readonly dates: readonly (string | null)[];
}

/** `style` decides only what the dates leave open, because it may be meant for another of several files. */
export function readDates(cells: readonly DateCell[], style: DateStyle | null, findings: ImportIssues): ReadDates {
  const used = styleOf(cells, style, findings);
  if (used === null) return { style: 'ymd', dates: cells.map(() => null) };
  const dates = cells.map(({ text, ...place }) => {
    const date = parseDate(text, used);
    if (date === null) findings.issues.push({ ...place, issue: `“${text}” is not a date` });
    return date;
  });
  return { style: used, dates };
}

/** Returns the effective date, which comes last: `05/01/2020 as of 04/30/2020`. */
function effective(text: string): string {
  return text.replace(/^.{6,10} as of /i, '');
}

/** Whether a text looks like a date in any style. */
export function looksLikeDate(written: string): boolean {
  const text = effective(written);
  return (
    [YEAR_FIRST, MONTH_ONLY, COMPACT, NUMERIC, SHORT_YEAR].some((pattern) => pattern.test(text)) ||
    [MONTH_NAMED, DAY_NAMED, NAMED_MONTH_ONLY].some((pattern) => hasMonth(pattern.exec(text)))
  );
}

const TIME = '(?:,?[T ]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[AaPp][Mm])?(?: ?(?:Z|UTC|[+-]\\d{2}:?\\d{2}))?)?';
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}$`);
const MONTH_ONLY = /^(\d{4})-(\d{2})$/;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:[;, T]\d{6}|[;, T]\d{2}:\d{2}(?::\d{2})?)?$/;
const NUMERIC = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4})${TIME}$`);
/** A date with a year of two digits; with dashes, the year might also come first. */
const SHORT_YEAR = new RegExp(`^(\\d{1,2})([./])(\\d{1,2})\\2(\\d{2})${TIME}$`);
const MONTH_NAMED = new RegExp(`^([\\p{L}]{3,9})\\.? (\\d{1,2}),? (\\d{4})${TIME}$`, 'u');
const DAY_NAMED = new RegExp(`^(\\d{1,2})\\.?[ -]([\\p{L}]{3,9})\\.?[ -](\\d{4}|\\d{2})${TIME}$`, 'u');
const NAMED_MONTH_ONLY = /^([\p{L}]{3,9})\.?[ -](\d{4})$/u;
/** Beginnings of the names of months in English, German, French, Italian, Spanish and Dutch, without accents. */
const MONTHS = [
  'jan,gen,ene',
  'feb,fev',
  'mar,mrt,maa',
  'apr,avr,abr',
  'may,mai,mag,mei',
  'jun,juin,giu',
  'jul,juil,lug',
  'aug,aou,ago',
  'sep,set',
  'oct,okt,ott',
  'nov',
  'dec,dez,dic',
].map((names) => names.split(','));

/** Adds an issue, and returns `null`, if the dates show no style or two, and none was `chosen`. */
function styleOf(cells: readonly DateCell[], chosen: DateStyle | null, findings: ImportIssues): DateStyle | null {
  let seen: { readonly style: DateStyle; readonly line: number } | null = null;
  let ambiguous: DateCell | null = null;
  for (const cell of cells) {
    const shown = styleShown(cell.text);
    if (shown === 'either') ambiguous ??= cell;
    if (shown === null || shown === 'either') continue;
    if (seen !== null && seen.style !== shown) {
      if (chosen !== null) return chosen;
      const { text, ...place } = cell;
      const issue = `“${text}” has day and month in a different order from line ${seen.line}; choose the order (--dates dmy or mdy)`;
      findings.issues.push({ ...place, issue });
      return null;
    }
    seen ??= { style: shown, line: cell.line };
  }
  if (seen !== null) return seen.style;
  if (chosen !== null || ambiguous === null) return chosen ?? 'ymd';
  const { text, ...place } = ambiguous;
  findings.issues.push({
    ...place,
    issue: `“${text}” may be day or month first; choose the order (--dates dmy or mdy)`,
  });
  return null;
}

/** Returns the style that one date shows; `null` if it is unambiguous in any style. */
function styleShown(written: string): 'dmy' | 'mdy' | 'either' | null {
  const text = effective(written);
  const parts = NUMERIC.exec(text) ?? SHORT_YEAR.exec(text);
  if (parts === null) return null;
  const [first, second] = [Number(parts[1]), Number(parts[3])];
  if (first === second) return null;
  // No country writes the month first with full stops.
  if (parts[2] === '.' || first > 12) return 'dmy';
  return second > 12 ? 'mdy' : 'either';
}

function parseDate(written: string, style: DateStyle): string | null {
  const text = effective(written);
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (yearFirst !== null) return civil(yearFirst[1], yearFirst[2], yearFirst[3]);
  const month = MONTH_ONLY.exec(text);
  if (month !== null) return lastDayOf(`${month[1]}-${month[2]}`);
  const numeric = NUMERIC.exec(text) ?? SHORT_YEAR.exec(text);
  if (numeric !== null) {
    const [day, inYear] = style === 'mdy' && numeric[2] !== '.' ? [numeric[3], numeric[1]] : [numeric[1], numeric[3]];
    return civil(fullYear(numeric[4]), inYear, day);
  }
  const inYear = NAMED_MONTH_ONLY.exec(text);
  if (inYear !== null) return lastDayOf(`${inYear[2]}-${monthOf(inYear[1]).padStart(2, '0')}`);
  const named = MONTH_NAMED.exec(text);
  if (named !== null) return civil(named[3], monthOf(named[1]), named[2]);
  const dayFirst = DAY_NAMED.exec(text);
  return dayFirst === null ? null : civil(fullYear(dayFirst[3]), monthOf(dayFirst[2]), dayFirst[1]);
}

/** Returns 0 if it is not the name of a month. */
function monthOf(name = ''): string {
  const plain = plainLabel(name);
  const long = MONTHS.findIndex((names) => names.some((each) => each.length > 3 && plain.startsWith(each)));
  return String((long >= 0 ? long : MONTHS.findIndex((names) => names.includes(plain.slice(0, 3)))) + 1);
}

function hasMonth(parts: RegExpExecArray | null): boolean {
  return parts?.slice(1).some((part) => monthOf(part) !== '0') === true;
}

/** Years up to 69 are in this century, as in spreadsheets. */
function fullYear(year = ''): string {
  if (year.length > 2) return year;
  return Number(year) < 70 ? `20${year}` : `19${year}`;
}

/** Returns `null` for a day that does not exist. */
function civil(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseInstant(`${date}T00:00:00Z`) === null ? null : date;
}

const DAY_MS = 86_400_000;

function lastDayOf(month: string): string | null {
  const firstMs = parseInstant(`${month}-01T00:00:00Z`);
  return firstMs === null ? null : formatInstant(addMonths(firstMs, 1) - DAY_MS).slice(0, 10);
}
