/** Escapes texts from files and logs for terminals, XML and HTML. */

/** Escapes everything in `text` that a terminal would act on or XML refuse. */
export function printable(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(UNPRINTABLE, (part) => part.split('').map(escapeUnit).join(''));
}

/** The same, line by line; line breaks remain. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Control characters, format characters (direction marks, byte order mark), lone surrogates, separators, noncharacters.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;
