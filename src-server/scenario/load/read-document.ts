/**
 * Parses YAML (and so JSON) to plain data with the place of every value. Size, anchors and aliases are bounded and tags
 * are refused, so a file can neither grow without end nor create anything but data. Does not know what the data is for.
 */
import {
  Composer,
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  YAMLParseError,
} from 'yaml';
import { tokensOf } from '../references/json-pointer.ts';
import { misusesIn } from './document-misuses.ts';
import { type SyntaxFault, syntaxFault } from './syntax-faults.ts';
import { restoreReferences, type StandIns, standInsFor } from './unquoted-references.ts';
import { MAX_FAULTS } from './validate-value.ts';

export interface FileFault {
  readonly file: string;
  /** From 1; 1 if the place is the whole file. */
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  readonly issue: string;
}

/** The place of the value at a JSON pointer: that of its key or item, or of the nearest one that exists. */
export type PlaceOf = (pointer: string) => { readonly line: number; readonly column: number };

type ReadDocument =
  | ({ readonly ok: true } & Readable)
  /** `readable`: the value of the text in spite of its errors; `null` if it is not known. */
  | { readonly ok: false; readonly faults: FileFault[]; readonly readable: Readable | null };

interface Readable {
  readonly value: unknown;
  readonly placeOf: PlaceOf;
}

export const MAX_DOCUMENT_BYTES = 5_000_000;
/** More tokens would take seconds: a token is a name, a mark, a space or a line break. */
const MAX_TOKENS = 1_000_000;
/** Deeper than any real file, and far below the depth at which a validator overflows its stack. */
export const DEEPEST = 200;
const TOO_DEEP = `is nested more than ${DEEPEST} levels deep`;

/** `file` is only used in errors. Callers share the cached value of a text and must not change it. */
export function readDocument(file: string, text: string): ReadDocument {
  const key = `${file}\0${text}`;
  const read = latest.get(key) ?? parse(file, text);
  latest.delete(key);
  latest.set(key, read);
  let chars = 0;
  for (const [index, cached] of [...latest.keys()].reverse().entries()) {
    chars += cached.length;
    if (index >= MAX_CACHED || chars > MAX_CACHED_CHARS) latest.delete(cached);
  }
  return read;
}

/** A file is read several times while it is validated, and a file of steps for each include. */
const latest = new Map<string, ReadDocument>();
const MAX_CACHED = 20;
/** Limit for all cached texts together. */
const MAX_CACHED_CHARS = 2_000_000;

function parse(file: string, text: string): ReadDocument {
  const bad = (issue: string): ReadDocument => ({
    ok: false,
    faults: [{ file, line: 1, column: 1, pointer: '', issue }],
    readable: null,
  });
  if (Buffer.byteLength(text) > MAX_DOCUMENT_BYTES) return bad(`is larger than ${MAX_DOCUMENT_BYTES / 1_000_000} MB`);
  if (hasMoreTokens(text, MAX_TOKENS)) return bad(`has more than ${MAX_TOKENS} tokens`);
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col: column } = lines.linePos(offset);
    return { line, column };
  };
  const composed = composeWithStandIns(text, lines);
  if (composed === null) return bad(TOO_DEEP);
  const { document, standIns } = composed;
  const wrong = [
    ...[...standIns.references].map(([offset, reference]) => ({
      offset,
      issue: `quote it inside {…}: '${reference}'`,
    })),
    ...firstOfEachLine(
      [...document.errors, ...document.warnings].map((error) => syntaxFault(document, standIns.text, error)),
      (offset) => at(offset).line,
    ),
  ];
  const faultsOf = (found: readonly SyntaxFault[]) =>
    found.slice(0, MAX_FAULTS).map(({ issue, offset }) => ({ file, ...at(offset), pointer: '', issue }));
  if (wrong.length > standIns.references.size) return { ok: false, faults: faultsOf(wrong), readable: null };
  if (document.contents === null) return bad('is empty');
  const misuses = misusesIn(document);
  if (misuses.length > 0) return { ok: false, faults: faultsOf([...wrong, ...misuses]), readable: null };
  try {
    restoreReferences(document, standIns);
    // The values behind aliases have been counted above.
    const value: unknown = document.toJS({ maxAliasCount: -1 });
    if (isDeeper(value, DEEPEST)) return bad(TOO_DEEP);
    const places = createPlaces(document.contents);
    const readable: Readable = { value, placeOf: (pointer) => at(places(tokensOf(pointer))) };
    return wrong.length === 0 ? { ok: true, ...readable } : { ok: false, faults: faultsOf(wrong), readable };
  } catch (error) {
    return bad(error instanceof Error ? error.message : String(error));
  }
}

/** Later errors on the same line are consequences of the first. */
function firstOfEachLine(faults: readonly SyntaxFault[], lineOf: (offset: number) => number): SyntaxFault[] {
  const byLine = new Map<number, SyntaxFault>();
  for (const fault of faults) if (!byLine.has(lineOf(fault.offset))) byLine.set(lineOf(fault.offset), fault);
  return [...byLine.values()];
}

/** Each round finds at least one more, and reads the whole text. */
const MOST_ROUNDS = 50;
const MAX_CHARS_READ_AGAIN = 5_000_000;

/** The document, with placeholders for unquoted references; `null`: it is nested too deeply. */
function composeWithStandIns(
  text: string,
  lines: LineCounter,
): { readonly document: Document; readonly standIns: StandIns } | null {
  let standIns: StandIns = { text, references: new Map() };
  let document = composeDocument(text, lines);
  const rounds = Math.min(MOST_ROUNDS, Math.ceil(MAX_CHARS_READ_AGAIN / text.length));
  for (let round = 0; round < rounds && document !== null && document.errors.length > 0; round += 1) {
    const offsets = document.errors.map(({ pos: [offset] }) => offset);
    const more = standInsFor(standIns, offsets);
    if (more === null) break;
    standIns = more;
    document = composeDocument(standIns.text, new LineCounter());
  }
  return document === null ? null : { document, standIns };
}

/**
 * The first document, as returned by the package's `parseDocument`; `null` for a text that is nested too deeply: the
 * composer is recursive and would overflow the stack.
 */
function composeDocument(text: string, lines: LineCounter): Document | null {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  // The composer compares each key with all others; `misusesIn` does not.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
  let isTooDeep = false;
  function* parts() {
    for (const lexeme of new Lexer().lex(text)) {
      yield* parser.next(lexeme);
      // The document and a scalar are on the stack, too.
      if (parser.stack.length <= DEEPEST + 2) continue;
      isTooDeep = true;
      return;
    }
    yield* parser.end();
  }
  let first: Document | null = null;
  for (const document of composer.compose(parts(), true, text.length)) {
    if (isTooDeep) return null;
    if (first === null) first = document;
    else {
      first.errors.push(new YAMLParseError([document.range[0], document.range[1]], 'MULTIPLE_DOCS', ''));
      break;
    }
  }
  if (first === null) throw new TypeError('the composer makes a document of every text');
  return first;
}

/** Stops at the limit, and takes a small part of the time of parsing. */
export function hasMoreTokens(text: string, most: number): boolean {
  let tokens = 0;
  for (const _token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > most) return true;
  }
  return false;
}

/** Whether a value is nested more deeply than that. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** Places in a text. The members of a collection are indexed once, however many places are looked up. */
function createPlaces(root: Node | null): (path: readonly string[]) => number {
  const indexes = new Map<unknown, ReadonlyMap<string, Pair>>();
  const memberOf = (node: unknown, key: string) => {
    if (isSeq(node)) return { offset: null, value: node.items[Number(key)] };
    if (!isMap(node)) return null;
    let index = indexes.get(node);
    if (index === undefined) {
      index = new Map(node.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])));
      indexes.set(node, index);
    }
    const pair = index.get(key);
    return pair === undefined ? null : { offset: offsetOf(pair.key), value: pair.value };
  };
  return (path) => {
    let node: unknown = root;
    let offset = offsetOf(root) ?? 0;
    for (const key of path) {
      const member = memberOf(node, key);
      if (member === null) break;
      node = member.value;
      offset = member.offset ?? offsetOf(node) ?? offset;
    }
    return offset;
  };
}

function offsetOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
