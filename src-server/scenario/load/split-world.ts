/**
 * Cuts the portfolios out of the text of a large world, so that they are parsed one by one: the parser needs a hundred
 * times the memory of the text that it parses at once. Looks only at YAML lines and JSON brackets, and validates
 * nothing.
 */

/** A piece of a text, by its offsets. */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

export interface SplitWorld {
  /** In order; each is a YAML list of one entry, or a JSON object. */
  readonly entries: readonly Piece[];
  /** The part that is cut out. */
  readonly cut: Piece;
  /** Whether the entries are JSON. */
  readonly isJson: boolean;
}

/** Returns `null` if the list of portfolios cannot be split without parsing the file. */
export function splitWorld(text: string): SplitWorld | null {
  return /^\uFEFF?\s*\{/.test(text) ? splitJson(text) : splitYaml(text);
}

const PORTFOLIOS_LINE = /^(?:portfolios|"portfolios"|'portfolios')[ ]*:[ ]*(?:#.*)?\r?$/m;

function splitYaml(text: string): SplitWorld | null {
  const key = PORTFOLIOS_LINE.exec(text);
  if (key === null) return null;
  const start = key.index;
  const starts: number[] = [];
  let indent: number | null = null;
  let at = lineAfter(text, start);
  for (; at < text.length; at = lineAfter(text, at)) {
    const [, spaces = '', first = ''] = LINE.exec(text.slice(at, at + LONGEST_INDENT)) ?? [];
    if (first === '' || first === '#' || first === '\r') continue;
    const isDash = /^- |^-\r?\n|^-$/.test(text.slice(at + spaces.length, at + spaces.length + 3));
    if (indent === null) {
      if (!isDash) return null;
      indent = spaces.length;
    }
    if (isDash && spaces.length === indent) starts.push(at);
    else if (spaces.length <= indent) break;
  }
  if (starts.length === 0) return null;
  const entries = starts.map((from, index) => ({ start: from, end: starts[index + 1] ?? at }));
  return { entries, cut: { start, end: at }, isJson: false };
}

const LONGEST_INDENT = 200;
/** The indentation, and the first character after it. */
const LINE = /^( *)([^ \n])?/;

function lineAfter(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** Strings and brackets. */
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs;

function splitJson(text: string): SplitWorld | null {
  let depth = 0;
  let key: Piece | null = null;
  let list: number | null = null;
  let first = 0;
  const entries: Piece[] = [];
  const add = (end: number) => {
    if (text.slice(first, end).trim() !== '') entries.push({ start: first, end });
  };
  JSON_TOKEN.lastIndex = 0;
  for (let token = JSON_TOKEN.exec(text); token !== null; token = JSON_TOKEN.exec(text)) {
    const [found] = token;
    const { index } = token;
    if (found === '{' || found === '[') {
      depth += 1;
      const isList = found === '[' && depth === 2 && list === null && key !== null;
      if (isList && /^\s*:\s*$/.test(text.slice(key?.end, index))) [list, first] = [index, index + 1];
    } else if (found === ']' && depth === 2 && list !== null) {
      add(index);
      return entries.length === 0 ? null : { entries, cut: { start: list + 1, end: index }, isJson: true };
    } else if (found === '}' || found === ']') depth -= 1;
    else if (found === ',' && depth === 2 && list !== null) {
      add(index);
      first = index + 1;
    } else if (found === '"portfolios"' && depth === 1) key = { start: index, end: index + found.length };
  }
  return null;
}
