/** What YAML finds wrong with a text, in words that say what to do. */
import { type Document, isScalar, Scalar, visit, type YAMLError } from 'yaml';

export interface SyntaxFault {
  readonly offset: number;
  readonly issue: string;
}

/** `text`: that the document was read from. */
export function syntaxFault(
  document: Document,
  text: string,
  { code, message, pos: [offset] }: YAMLError,
): SyntaxFault {
  switch (code) {
    case 'TAB_AS_INDENT':
      return { offset, issue: 'is indented by a tab: YAML takes spaces only' };
    case 'MULTIPLE_DOCS':
      return { offset, issue: 'a second document begins here; a file holds one' };
    case 'TAG_RESOLVE_FAILED':
      return { offset, issue: `begins with !, which marks a type in YAML, and files hold plain data only: ${QUOTE}` };
    case 'BAD_SCALAR_START':
      return { offset, issue: `begins with ${text.charAt(offset)}, which no plain text can: ${QUOTE}` };
    case 'UNEXPECTED_TOKEN':
      // What is in quotes or brackets is a value of its own.
      return /^Unexpected (?:scalar|block-map|flow-\w+-start) at node end$/.test(message)
        ? { offset, issue: 'goes on after a quoted text or a list: put the whole text in quotes, as \'"a" == b\'' }
        : { offset, issue: message };
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (text.slice(0, offset).split('\n').at(-1)?.trim() === '') return otherIndentation(text, offset, message);
      return { offset, issue: "has ': ' in it, which begins a value: put the whole text in quotes" };
    case 'BAD_INDENT':
      return otherIndentation(text, offset, message);
    case 'MISSING_CHAR':
      return message.startsWith('Missing closing')
        ? unclosedQuote(document, offset, message)
        : { offset, issue: message };
    default:
      return { offset, issue: message };
  }
}

const QUOTE = 'put the whole text in quotes';

/** The message of the parser where the line is not indented otherwise than the one before. */
function otherIndentation(text: string, offset: number, message: string): SyntaxFault {
  const lines = text.slice(0, offset).split('\n');
  const begun = lines.at(-1) ?? '';
  const own = spacesOf(begun + (text.slice(offset).split('\n')[0] ?? ''));
  const before = lines.slice(0, -1).findLast((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  if (before === undefined || spacesOf(before) === own) return { offset, issue: message };
  const issue = `is indented by ${own} spaces, and the line before by ${spacesOf(before)}: the items of a list, or the fields of an object, begin in one column`;
  return { offset: offset - begun.length + own, issue };
}

function spacesOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The parser notices it at the end of the text; it begins at the last text that is in quotes. */
function unclosedQuote(document: Document, offset: number, message: string): SyntaxFault {
  let begin: number | null = null;
  visit(document, {
    Scalar(_key, node) {
      const isQuoted = isScalar(node) && (node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE);
      if (isQuoted && (node.range?.[0] ?? offset) < offset) begin = node.range?.[0] ?? begin;
    },
  });
  return begin === null
    ? { offset, issue: message }
    : { offset: begin, issue: 'begins with a quote that is never closed' };
}
