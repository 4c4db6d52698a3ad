/**
 * Makes any text safe for a terminal (decision K98): it cannot move the cursor, set a title, change the direction of
 * following text, or hide a line.
 */

/** Controls (C0, DEL, C1), direction marks and other characters without a width, line and paragraph separators. */
const ACTS_ON_TERMINALS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Keeps line breaks and tabs; escapes every other mark as JSON would, so that JSON remains the same. */
export function terminalText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(ACTS_ON_TERMINALS, (mark) => (mark === '\n' || mark === '\t' ? mark : escaped(mark)));
}

/** Returns the same on one line. */
export function terminalLine(text: string): string {
  return terminalText(text.replace(/\s*\n\s*/g, ' ').replaceAll('\t', ' '));
}

function escaped(mark: string): string {
  return mark
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
