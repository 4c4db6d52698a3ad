/**
 * Finds an unmatched bracket of a flow collection. The parser notices a missing one at a later place, which is rarely
 * where it is missing.
 */

interface BracketFault {
  readonly offset: number;
  readonly issue: string;
}

const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const CLOSING = new Set(Object.values(CLOSES));

interface Scan {
  readonly open: { readonly bracket: string; readonly offset: number }[];
  /** Whether a flow collection has just ended, after which nothing may follow on its line. */
  hasEnded: boolean;
}

/** Searches the text up to the end of the line with `until`; `null` if all brackets match. */
export function unbalancedBracket(text: string, until: number): BracketFault | null {
  const end = text.indexOf('\n', until) === -1 ? text.length : text.indexOf('\n', until);
  const scan: Scan = { open: [], hasEnded: false };
  for (let offset = 0; offset < end; offset += 1) {
    const skipped = lengthOfText(text, offset, scan);
    if (skipped > 0) {
      offset += skipped - 1;
      continue;
    }
    const found = take(text, offset, scan);
    if (found !== null) return found;
  }
  const [last] = scan.open.slice(-1);
  return last === undefined
    ? null
    : { offset: last.offset, issue: `opens a ${last.bracket} that is never closed: write ${CLOSES[last.bracket]}` };
}

/** The length of a text whose brackets do not count: a comment, a quoted text, a reference; 0 for anything else. */
function lengthOfText(text: string, offset: number, scan: Scan): number {
  const rest = text.slice(offset, offset + LONGEST_LOOK);
  const before =
    text
      .slice(Math.max(0, offset - LONGEST_GAP), offset)
      .trimEnd()
      .at(-1) ?? '\n';
  const isAtStart = /[\s]/.test(text[offset - 1] ?? '\n');
  if (text[offset] === '#' && isAtStart) return /^[^\n]*/.exec(rest)?.[0].length ?? 0;
  if (text.startsWith('${', offset)) return /^\$\{[^}\n]*\}?/.exec(rest)?.[0].length ?? 0;
  const canBegin = scan.open.length > 0 ? /[[{,:]/.test(before) : isAtStart;
  if (!canBegin) return 0;
  return /^(?:'(?:[^']|'')*'|"(?:[^"\\]|\\.)*")/s.exec(rest)?.[0].length ?? 0;
}

/** Brackets count in longer quoted texts; the parser decides in the end. */
const LONGEST_LOOK = 2000;
const LONGEST_GAP = 200;

function take(text: string, offset: number, scan: Scan): BracketFault | null {
  const char = text[offset] ?? '';
  if (char === '\n') scan.hasEnded = false;
  if (Object.hasOwn(CLOSES, char)) {
    const canOpen =
      scan.open.length > 0 || /(?:^|[:\-?]\s+|\n\s*)$/.test(text.slice(Math.max(0, offset - LONGEST_GAP), offset));
    if (canOpen) scan.open.push({ bracket: char, offset });
    return null;
  }
  if (!CLOSING.has(char)) return null;
  const last = scan.open.pop();
  if (last === undefined) return scan.hasEnded ? { offset, issue: `has a ${char} that nothing opens` } : null;
  scan.hasEnded = scan.open.length === 0;
  return CLOSES[last.bracket] === char
    ? null
    : {
        offset,
        issue: `has a ${char}, where the ${last.bracket} before it is to be closed by ${CLOSES[last.bracket]}`,
      };
}
