/** Finds the issue of an invalid ISIN (ISO 6166), with its place. Without zod, so that the app can use it, too. */
import { withCheckDigit } from '../../domain/identifiers/isin.ts';

const LENGTH = 12;

/**
 * Returns a predicate: `has the check digit 1, expected 0`. Null for a valid ISIN, whether or not the instrument
 * exists.
 */
export function isinFault(text: string): string | null {
  if (text.length !== LENGTH) return `has ${text.length} characters; an ISIN has ${LENGTH}`;
  const place = [...text].findIndex((character, index) => !allowed(index).test(character));
  if (place >= 0) return `has “${text[place]}” as character ${place + 1}, where ${wanted(place)} belongs`;
  const expected = withCheckDigit(text.slice(0, -1)).at(-1);
  const found = text.at(-1);
  return found === expected ? null : `has the check digit ${found}, expected ${expected}`;
}

function allowed(index: number): RegExp {
  if (index < 2) return /[A-Z]/;
  return index < LENGTH - 1 ? /[A-Z0-9]/ : /[0-9]/;
}

function wanted(index: number): string {
  if (index < 2) return 'a letter of the country';
  return index < LENGTH - 1 ? 'a letter or a digit' : 'the check digit';
}
