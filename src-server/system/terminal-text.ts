/**
 * Text as it may be written to a terminal, whoever shaped it (decision K98): nothing in it moves the cursor, sets a title,
 * changes the direction of what follows, or hides a line.
 */

/** Controls (C0, DEL, C1), marks of direction and other marks without a width, separators of lines and paragraphs. */
const ACTS_ON_TERMINALS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Line breaks and tabs stay; every other mark is written as JSON would escape it, so that JSON stays what it is. */
export function terminalText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(ACTS_ON_TERMINALS, (mark) => (mark === '\n' || mark === '\t' ? mark : escaped(mark)));
}

/** The same in one line. */
export function terminalLine(text: string): string {
  return terminalText(text.replace(/\s*\n\s*/g, ' ').replaceAll('\t', ' '));
}

function escaped(mark: string): string {
  return mark
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
