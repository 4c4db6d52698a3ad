/**
 * YAML (and so JSON) text to plain data, with the place of everything in it. Aliases are bounded and tags unknown, so a
 * file can neither grow without end nor make anything but data. Refuses to know what the data is for.
 */
import {
  type Document,
  isAlias,
  isCollection,
  isNode,
  isPair,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { tokensOf } from './json-pointer.ts';

export interface FileFault {
  readonly file: string;
  /** From 1; 1 where the place is the whole file. */
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  readonly issue: string;
}

/** Where a JSON pointer leads in the text: the place of its key or item, or of the nearest one that exists. */
export type PlaceOf = (pointer: string) => { readonly line: number; readonly column: number };

export type ReadDocument =
  | { readonly ok: true; readonly value: unknown; readonly placeOf: PlaceOf }
  | { readonly ok: false; readonly faults: FileFault[] };

export const MOST_BYTES = 5_000_000;
const MOST_ALIASES = 100;
/** Deeper than anybody writes, and far from where a validator runs out of stack. */
const DEEPEST = 200;

/** `file` is only named in faults. */
export function readDocument(file: string, text: string): ReadDocument {
  const bad = (issue: string, line = 1, column = 1): ReadDocument => ({
    ok: false,
    faults: [{ file, line, column, pointer: '', issue }],
  });
  if (Buffer.byteLength(text) > MOST_BYTES) return bad(`is larger than ${MOST_BYTES / 1_000_000} MB`);
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col: column } = lines.linePos(offset);
    return { line, column };
  };
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    logLevel: 'error',
  });
  const faults = [...document.errors, ...document.warnings].map(({ code, message, pos }) => {
    return { file, ...at(pos[0]), pointer: '', issue: wordsOf(code, message, text.slice(pos[0])) };
  });
  if (faults.length > 0) return { ok: false, faults };
  if (document.contents === null) return bad('is empty');
  const misuse = misusedNode(document);
  if (misuse !== null) return bad(misuse.issue, ...places(at(misuse.offset)));
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    if (isDeeper(value, DEEPEST)) return bad(`is nested more than ${DEEPEST} levels deep`);
    return { ok: true, value, placeOf: (pointer) => at(offsetOf(document.contents, tokensOf(pointer))) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const issue = message.startsWith('Excessive alias') ? TOO_MANY_ALIASES : message;
    return bad(issue, ...places(at(firstAlias(document)?.range?.[0] ?? 0)));
  }
}

const TOO_MANY_ALIASES = `repeats itself by aliases more than ${MOST_ALIASES} times: what grows without end is refused`;

function places({ line, column }: { readonly line: number; readonly column: number }): [number, number] {
  return [line, column];
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** What the parser says is for those who wrote it; the usual slips are told to those who write scenarios. */
function wordsOf(code: string, message: string, text: string): string {
  if (code === 'TAB_AS_INDENT') return 'is indented by a tab: YAML takes spaces only';
  if (code === 'DUPLICATE_KEY')
    return `the key ${/^[\w$-]{1,60}/.exec(text)?.[0] ?? ''} stands here twice`.replace('  ', ' ');
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; a file holds one';
  if (code === 'TAG_RESOLVE_FAILED')
    return `${message.charAt(0).toLowerCase()}${message.slice(1)}: files hold plain data only`;
  return message;
}

/** Aliases that lead nowhere, and keys that are no texts. */
function misusedNode(document: Document): { readonly issue: string; readonly offset: number } | null {
  let found: { readonly issue: string; readonly offset: number } | null = null;
  visit(document, (_key, node) => {
    if (isPair(node) && isCollection(node.key))
      found = { issue: 'a key has to be a text', offset: node.key.range?.[0] ?? 0 };
    if (isAlias(node) && node.resolve(document) === undefined) {
      found = { issue: `there is no anchor &${node.source} before this`, offset: node.range?.[0] ?? 0 };
    }
    return found === null ? undefined : visit.BREAK;
  });
  return found;
}

function firstAlias(document: Document): Node | null {
  let found: Node | null = null;
  visit(document, {
    Alias(_key, node) {
      found = node;
      return visit.BREAK;
    },
  });
  return found;
}

/** The offset of the node at a path, or of its nearest ancestor that exists. */
function offsetOf(root: Node | null, path: readonly string[]): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const key of path) {
    if (typeof node !== 'object' || node === null || !('get' in node) || typeof node.get !== 'function') break;
    const pair = 'items' in node && Array.isArray(node.items) ? keyOffset(node.items, key) : null;
    if (pair !== null) offset = pair;
    node = node.get(key, true);
    if (pair === null && isNode(node) && node.range) offset = node.range[0];
  }
  return offset;
}

function keyOffset(items: readonly unknown[], key: string): number | null {
  for (const item of items) {
    if (typeof item !== 'object' || item === null || !('key' in item)) continue;
    const { key: node } = item;
    if (isNode(node) && 'value' in node && String(node.value) === key && node.range) return node.range[0];
  }
  return null;
}
