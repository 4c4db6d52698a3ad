/**
 * YAML (and so JSON) text to a validated value, with every fault at its line and JSON pointer (decision K). Aliases are
 * bounded and custom tags unknown, so a file can neither grow without end nor make anything but data.
 */
import { isNode, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { issuePlaces, pointerTo } from '../contract/issue-places.ts';

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

export type ReadFile<T> =
  | { readonly ok: true; readonly value: T; readonly placeOf: PlaceOf }
  | { readonly ok: false; readonly faults: FileFault[] };

const LARGEST_TEXT = 5_000_000;
const MOST_ALIASES = 100;

/** Reads `text` of `file` as `schema`; `file` is only named in faults. */
export function readYaml<S extends z.ZodType>(file: string, text: string, schema: S): ReadFile<z.output<S>> {
  const fault = (issue: string, line = 1, column = 1, pointer = ''): FileFault => ({
    file,
    line,
    column,
    pointer,
    issue,
  });
  if (text.length > LARGEST_TEXT) return { ok: false, faults: [fault('is larger than 5 MB')] };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ message, pos }) => {
      const { line, col } = lines.linePos(pos[0]);
      return fault(message, line, col);
    });
    return { ok: false, faults };
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    return { ok: false, faults: [fault(error instanceof Error ? error.message : String(error))] };
  }
  const parsed = schema.safeParse(value, { reportInput: true });
  const placeOf = (path: readonly PropertyKey[]) => {
    const { line, col: column } = lines.linePos(offsetOf(document.contents, path));
    return { line, column };
  };
  if (parsed.success) return { ok: true, value: parsed.data, placeOf: (pointer) => placeOf(tokensOf(pointer)) };
  const faults = parsed.error.issues.flatMap((issue) =>
    issuePlaces(issue).map(({ path, issue: text }) => {
      const { line, column } = placeOf(path);
      return fault(text, line, column, pointerTo(path));
    }),
  );
  return { ok: false, faults: faults.sort((a, b) => a.line - b.line || a.column - b.column) };
}

/** One line a fault, as the command line prints it. */
export function describeFault({ file, line, column, pointer, issue }: FileFault): string {
  return `${file}:${line}:${column} ${pointer === '' ? '' : `${pointer}: `}${issue}`;
}

/** The offset of the node at `path`, or of its nearest ancestor that exists. */
function offsetOf(root: Node | null, path: readonly PropertyKey[]): number {
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

function keyOffset(items: readonly unknown[], key: PropertyKey): number | null {
  for (const item of items) {
    if (typeof item !== 'object' || item === null || !('key' in item)) continue;
    const { key: node } = item;
    if (isNode(node) && 'value' in node && String(node.value) === String(key) && node.range) return node.range[0];
  }
  return null;
}

function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
