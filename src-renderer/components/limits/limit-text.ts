/** Limits as a person writes and reads them: a number, a word, or nothing for "as above". The service judges the rest. */
import { formatCount } from '../format/format-number.ts';

/** What is sent for a text: digits as a number, and any word as it is, so that the service refuses one it does not know. */
export function limitOf<Word extends string>(text: string, _known: Word): number | Word {
  const written = text.trim();
  return /^\d{1,15}$/.test(written) ? Number(written) : (written as Word);
}

/** The same where nothing written means that there is no limit of its own. */
export function ownLimitOf<Word extends string>(text: string, known: Word): number | Word | null {
  return text.trim() === '' ? null : limitOf(text, known);
}

/** What stands in the field for a limit that holds. */
export function textOf(limit: number | string | null): string {
  return limit === null ? '' : String(limit);
}

/** For reading: `10 000`, or its word. */
export function formatLimit(limit: number | string): string {
  return typeof limit === 'number' ? formatCount(limit) : limit;
}
