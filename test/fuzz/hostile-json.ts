/**
 * Hostile JSON: a good body with members replaced, removed or added. Some of the planted texts are not JSON, or not as
 * `JSON.stringify` would write it: 1e400, NaN, duplicate keys, lone surrogates, 10 000 brackets.
 */
import { fc } from '../support/draws.ts';

/** Texts planted unchanged in the place of a value. */
const RAW_VALUES = [
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  'NaN',
  'Infinity',
  '0x10',
  '01',
  '9007199254740993',
  `1${'0'.repeat(400)}`,
  '0.1234567890123456789',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"\\u202e"',
  '"\'; drop table portfolios; --"',
  '"../../etc/passwd"',
  `"${'x'.repeat(70_000)}"`,
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '[',
  'undefined',
  "'single'",
  '/* comment */ 1',
  '1,',
];
const RAW_KEYS = [
  '"__proto__"',
  '"constructor"',
  '"\\u005f_proto__"',
  '"toString"',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"length"',
];

const hostileValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...RAW_VALUES),
  fc.json({ maxDepth: 3 }),
  fc.double().map(String),
  fc.integer().map(String),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const hostileKey = fc.oneof(
  fc.constantFrom(...RAW_KEYS),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => JSON.stringify(text)),
);

/** One change; `at` chooses the place among all places, modulo their number. */
type Edit =
  | { readonly kind: 'replace'; readonly at: number; readonly value: string }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'add'; readonly at: number; readonly key: string; readonly value: string }
  | { readonly kind: 'repeat'; readonly at: number };

const at = fc.nat(10_000);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), at, value: hostileValue }),
  fc.record({ kind: fc.constant('remove' as const), at }),
  fc.record({ kind: fc.constant('add' as const), at, key: hostileKey, value: hostileValue }),
  fc.record({ kind: fc.constant('repeat' as const), at }),
);

/** Changes for a body; each of them changes it. */
export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(edit, { maxLength: 3 });

/** A value as text whose members can be changed separately as text. */
type Node =
  | { kind: 'text'; text: string }
  | { kind: 'object'; members: [key: string, value: Node][] }
  | { kind: 'array'; items: Node[] };

/** The text of `body` after all changes. */
export function editJson(body: unknown, changes: readonly Edit[]): string {
  const root = toNode(body);
  for (const change of changes) apply(root, change);
  return textOf(root);
}

function toNode(value: unknown): Node {
  if (Array.isArray(value)) return { kind: 'array', items: value.map(toNode) };
  if (typeof value !== 'object' || value === null) return { kind: 'text', text: JSON.stringify(value) ?? 'null' };
  return {
    kind: 'object',
    members: Object.entries(value).map(([key, member]) => [JSON.stringify(key), toNode(member)]),
  };
}

function textOf(node: Node): string {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'array') return `[${node.items.map(textOf).join(',')}]`;
  return `{${node.members.map(([key, value]) => `${key}:${textOf(value)}`).join(',')}}`;
}

function apply(root: Node, change: Edit): void {
  const all = within(root);
  const chosen = all[change.at % all.length] as Node;
  if (change.kind === 'replace') Object.assign(chosen, { kind: 'text', text: change.value });
  else if (chosen.kind === 'array') changeRows(chosen.items, toNode(null), change);
  else if (chosen.kind === 'object') {
    const name = change.kind === 'add' ? change.key : '"extra"';
    changeRows(chosen.members, [name, toNode(null)], change);
  }
}

/** Members and items are changed in the same way: one is added, removed, or duplicated. */
function changeRows<T extends Node | [string, Node]>(rows: T[], fresh: T, change: Edit): void {
  const index = change.at % Math.max(1, rows.length);
  if (change.kind === 'remove') rows.splice(index, 1);
  else if (change.kind === 'add') {
    const value: Node = { kind: 'text', text: change.value };
    rows.push((Array.isArray(fresh) ? [fresh[0], value] : value) as T);
  } else rows.push(structuredClone(rows[index] ?? fresh));
}

function within(node: Node): Node[] {
  if (node.kind === 'array') return [node, ...node.items.flatMap(within)];
  if (node.kind === 'object') return [node, ...node.members.flatMap(([, value]) => within(value))];
  return [node];
}
