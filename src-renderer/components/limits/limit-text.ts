/** Limits as a person writes and reads them: a number, a word, or nothing for "as above". The service judges the rest. */
import { formatCount } from '../format/format-number.ts';

type Limit = number | string | null;

/** What is sent for a text: nothing written is null, digits are a number, and any word goes as it is. */
export function limitOf(text: string): Limit {
  const written = text.trim();
  if (written === '') return null;
  return /^\d{1,15}$/.test(written) ? Number(written) : written;
}

/** What stands in the field for a limit that holds. */
export function textOf(limit: Limit): string {
  return limit === null ? '' : String(limit);
}

/** For reading: `10 000`, or its word. */
export function formatLimit(limit: number | string): string {
  return typeof limit === 'number' ? formatCount(limit) : limit;
}
