/** Explains YAML syntax errors, with a remedy. */
import { type Document, isScalar, Scalar, visit, type YAMLError } from 'yaml';
import { unbalancedBracket } from './unbalanced-brackets.ts';

export interface SyntaxFault {
  readonly offset: number;
  readonly issue: string;
}

/** `text`: the source of the document. */
export function syntaxFault(
  document: Document,
  text: string,
  { code, message, pos: [offset] }: YAMLError,
): SyntaxFault {
  const bracket = OF_BRACKETS.test(message) ? unbalancedBracket(text, offset) : null;
  if (bracket !== null) return bracket;
  switch (code) {
    case 'TAB_AS_INDENT':
      return { offset, issue: 'is indented by a tab: YAML allows only spaces' };
    case 'MULTIPLE_DOCS':
      return { offset, issue: 'a second document begins here; a file may contain only one' };
    case 'TAG_RESOLVE_FAILED':
      return { offset, issue: `begins with !, which marks a type in YAML, and files hold plain data only: ${QUOTE}` };
    case 'BAD_SCALAR_START':
      return { offset, issue: `begins with ${text.charAt(offset)}, which no plain text can: ${QUOTE}` };
    case 'UNEXPECTED_TOKEN':
      // A text in quotes or brackets is a complete value.
      return /^Unexpected (?:scalar|block-map|flow-\w+-start) at node end$/.test(message)
        ? {
            offset,
            issue: 'continues after a quoted text or a list: put the whole text in quotes, such as \'"a" == b\'',
          }
        : { offset, issue: message };
    case 'BLOCK_IN_FLOW':
      return {
        offset,
        issue: "has ': ' in it, which begins a value: put a comma before the name, or the whole text in quotes",
      };
    case 'BAD_DQ_ESCAPE':
      return {
        offset,
        issue: 'has an escape that YAML does not know: put the text in single quotes, where \\ is a \\',
      };
    case 'BAD_ALIAS':
      return { offset, issue: 'begins with *, which stands for an anchor in YAML: put the whole text in quotes' };
    case 'MULTILINE_IMPLICIT_KEY':
      return withoutColon(text, offset, message);
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (text.slice(0, offset).split('\n').at(-1)?.trim() === '') return otherIndentation(text, offset, message);
      return { offset, issue: "has ': ' in it, which begins a value: put the whole text in quotes" };
    case 'BAD_INDENT':
      return otherIndentation(text, offset, message);
    case 'MISSING_CHAR':
      if (message.startsWith('Sequence item')) return otherIndentation(text, offset, message);
      if (message.startsWith('Missing , or :'))
        return {
          offset,
          issue: 'needs a comma before it, or quotes around the whole text; a place in a list is written /orders/0',
        };
      return message.startsWith('Missing closing')
        ? unclosedQuote(document, offset, message)
        : { offset, issue: message };
    default:
      return { offset, issue: message };
  }
}

const QUOTE = 'put the whole text in quotes';

/** The issue of a line with wrong indentation; the parser's message if it is indented like the one before. */
function otherIndentation(text: string, offset: number, message: string): SyntaxFault {
  const lines = text.slice(0, offset).split('\n');
  const lineStart = lines.at(-1) ?? '';
  const own = spacesOf(lineStart + (text.slice(offset).split('\n')[0] ?? ''));
  const index = offset - lineStart.length + own;
  const before = lines.slice(0, -1).findLast((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const [, dash = '', name = ''] = (before === undefined ? null : /^( *- +)([\w-]+):/.exec(before)) ?? [];
  const isField = !(lineStart + text.slice(offset)).trimStart().startsWith('-');
  if (name !== '' && isField && dash.length !== own)
    return {
      offset: index,
      issue: `begins in column ${own + 1}, and ${name} above it in column ${dash.length + 1}: fields of one item begin in the same column`,
    };
  if (before === undefined || spacesOf(before) === own) return { offset, issue: message };
  const issue = `is indented by ${own} spaces, and the line before by ${spacesOf(before)}: the items of a list, or the fields of an object, begin in one column`;
  return { offset: index, issue };
}

/** Messages of the parser that an earlier bracket may cause. */
const OF_BRACKETS =
  /^Flow (?:map|sequence) in block collection|^Unexpected flow-(?:map|seq)-end token|^Missing closing [\]}]|^Flow (?:map|sequence) must end with/;

/** A line without a field, between lines that have one. */
function withoutColon(text: string, offset: number, message: string): SyntaxFault {
  const [line = ''] = text.slice(offset).split('\n');
  const [, name, value] = /^([\w$-]+):(\S.*)$/.exec(line) ?? [];
  if (name !== undefined) return { offset, issue: `needs a space after the colon, as ${name}: ${value}` };
  const [, field] = /^([\w$-]+) +\S/.exec(line) ?? [];
  return { offset, issue: field === undefined ? message : `has no colon: a field is written ${field}: …` };
}

function spacesOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The parser notices it at the end of the text; it begins at the last text in quotes. */
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
