/** Parses instants in the format of HTTP headers (RFC 9110, 5.6.7), in all three forms that a receiver must accept. */
import { parseInstant } from './instant.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = '(?<time>\\d{2}:\\d{2}:\\d{2})';
const FORMS = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${TIME} GMT$`),
  // Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\\d{2}) ${TIME} GMT$`),
  // Sun Nov  6 08:49:37 1994
  new RegExp(`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/** Returns milliseconds since 1970; `null` if the text is not a date. A year of two digits is in this century. */
export function parseHttpDate(text: string): number | null {
  for (const form of FORMS) {
    const { day = '', month = '', year = '', time = '' } = form.exec(text)?.groups ?? {};
    const number = MONTHS.indexOf(month) + 1;
    if (number === 0) continue;
    const fullYear = year.length === 2 ? `20${year}` : year;
    return parseInstant(`${fullYear}-${String(number).padStart(2, '0')}-${day.replace(' ', '0')}T${time}Z`);
  }
  return null;
}
