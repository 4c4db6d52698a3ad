/** Texts from files and logs as a terminal, an XML reader and a person can take them. */

/** `text` with everything that a terminal would act on, or XML refuse, as an escape. */
export function printable(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(UNPRINTABLE, (part) => part.split('').map(escapeUnit).join(''));
}

/** The same, line by line: line ends stay. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Controls, formats (direction marks, byte order mark), half pairs, line and paragraph separators, no characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;
