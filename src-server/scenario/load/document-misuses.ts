/**
 * YAML that Ballast refuses: keys that are not texts or are repeated, aliases without an anchor, and texts that grow by
 * their aliases. Each node is visited once, so the cost is linear in the length of the text.
 */
import { type Document, isAlias, isCollection, isMap, isPair, isScalar, type Node } from 'yaml';

interface Misuse {
  readonly issue: string;
  readonly offset: number;
}

/** Anchors count too, because the parser searches for an alias among both. */
const MAX_ALIASES = 1000;
/** Each alias counts as all values that it refers to, and a long text as several. */
const MAX_VALUES = 1_000_000;
const CHARS_OF_A_VALUE = 20;

interface Walk {
  readonly misuses: Misuse[];
  /** The number of values of an anchored node; `null` while it is visited. */
  readonly anchors: Map<string, number | null>;
  links: number;
  values: number;
}

/** In the order of the text: every repeated key, or else the first other misuse. */
export function misusesIn(document: Document): readonly Misuse[] {
  const walk: Walk = { misuses: [], anchors: new Map(), links: 0, values: 0 };
  try {
    countValues(walk, document.contents);
  } catch (error) {
    if (!(error instanceof StopWalk)) throw error;
    return [error.misuse];
  }
  return walk.misuses.sort((one, other) => one.offset - other.offset);
}

class StopWalk extends Error {
  readonly misuse: Misuse;
  constructor(issue: string, node: unknown) {
    super(issue);
    this.misuse = { issue, offset: offsetOf(node) };
  }
}

/** The number of values of a node. */
function countValues(walk: Walk, node: unknown): number {
  if (isPair(node)) return countKey(walk, node.key) + countValues(walk, node.value);
  if (isAlias(node)) return take(walk, node, valuesBehind(walk, node));
  const anchor = isScalar(node) || isCollection(node) ? node.anchor : undefined;
  if (anchor !== undefined) {
    countLink(walk, node);
    walk.anchors.set(anchor, null);
  }
  let values = take(walk, node, 1 + longText(node));
  if (isMap(node)) noteRepeatedKeys(walk, node.items);
  if (isCollection(node)) for (const item of node.items) values += countValues(walk, item);
  if (anchor !== undefined) walk.anchors.set(anchor, values);
  return values;
}

function longText(node: unknown): number {
  const isLong = isScalar(node) && typeof node.value === 'string';
  return isLong ? Math.floor(String(node.value).length / CHARS_OF_A_VALUE) : 0;
}

function take(walk: Walk, node: unknown, values: number): number {
  walk.values += values;
  if (walk.values > MAX_VALUES)
    throw new StopWalk(`holds more than ${MAX_VALUES} values, or repeats them by aliases`, node);
  return values;
}

function valuesBehind(walk: Walk, alias: Node & { readonly source: string }): number {
  countLink(walk, alias);
  const values = walk.anchors.get(alias.source);
  if (values === undefined) throw new StopWalk(`there is no anchor &${alias.source} before this`, alias);
  if (values === null) throw new StopWalk(`the alias *${alias.source} is inside the value that it names`, alias);
  return values;
}

function countLink(walk: Walk, node: unknown): void {
  walk.links += 1;
  if (walk.links > MAX_ALIASES) throw new StopWalk(`has more than ${MAX_ALIASES} anchors and aliases`, node);
}

function countKey(walk: Walk, key: unknown): number {
  if (isCollection(key)) throw new StopWalk('a key must be a text', key);
  return countValues(walk, key);
}

function noteRepeatedKeys({ misuses }: Walk, pairs: readonly unknown[]): void {
  const seen = new Set<unknown>();
  for (const pair of pairs) {
    const key = isPair(pair) && isScalar(pair.key) ? pair.key : null;
    if (key === null) continue;
    if (key.value === '<<' && key.type === 'PLAIN') misuses.push({ issue: MERGE_KEY, offset: offsetOf(key) });
    if (seen.has(key.value)) misuses.push({ issue: repeated(key.value), offset: offsetOf(key) });
    seen.add(key.value);
  }
}

const MERGE_KEY =
  'merge keys are not supported: write out the fields, or put repeated steps into a separate file and include it';

function repeated(key: unknown): string {
  const name = /^[\w$/.~-]{1,60}/.exec(String(key))?.[0];
  return `the key ${name === undefined ? '' : `${name} `}occurs twice`;
}

function offsetOf(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  return Array.isArray(range) ? Number(range[0]) : 0;
}
