/**
 * Finds ids in responses that later requests use, and gives each a readable name: the scenario saves it under that name
 * and writes `${rebalance_1}` instead of the id.
 */
import type { RecordedCommand } from './recorded-command.ts';

export interface NamedIds {
  /** Names that the response to the command at an index saves, with their JSON pointers. */
  savesOf(index: number): Readonly<Record<string, string>>;
  /** The reference to an id for the command at an index, as `${name}`; `null` if it has no name by then. */
  referenceTo(id: string, index: number): string | null;
  /** The same for the secret of an API key. */
  secretOf(keyId: string, index: number): string | null;
  /** A JSON value with references instead of ids, for the command at an index. */
  fill<T>(value: T, index: number): T;
}

interface Origin {
  readonly index: number;
  readonly pointer: string;
}
interface Named extends Origin {
  readonly name: string;
}

const BEFORE_ALL = -1;
/** Texts that may be an id: `rb_01ARZ3…`, a UUID. */
const ID_LIKE = /[A-Za-z0-9_-]{8,}/g;
const SECRET = '/secret';

/** Names that exist before the first command. */
export interface RecordedNames {
  readonly ids: ReadonlyMap<string, string>;
  /** Names of the secrets of API keys, by the keys' ids. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** `wanted`: ids that are used after the last command. */
export function nameIds(
  commands: readonly RecordedCommand[],
  { ids: known, secrets }: RecordedNames,
  wanted: readonly string[] = [],
): NamedIds {
  const origins = originsOf(commands, known);
  const named = new Map<string, Named>();
  for (const [id, name] of known) named.set(id, { index: BEFORE_ALL, pointer: '', name });
  const names = new Set(known.values());
  for (const [id, origin] of origins) {
    if (isUsed(id, origin, commands, wanted)) named.set(id, { ...origin, name: freeName(names, origin.pointer) });
  }
  const shown = secretsShown(commands, named);
  return {
    savesOf: (index) => {
      const saves: Record<string, string> = {};
      for (const [id, { index: at, name, pointer }] of named) {
        if (at !== index) continue;
        saves[name] = pointer;
        if (shown.has(id)) saves[secretName(name)] = SECRET;
      }
      return saves;
    },
    referenceTo: (id, index) => referenceOf(named.get(id), index),
    secretOf(keyId, index) {
      if (secrets.has(keyId)) return `\${${secrets.get(keyId)}}`;
      const key = named.get(keyId);
      return key === undefined || key.index >= index ? null : `\${${secretName(key.name)}}`;
    },
    fill: <T>(value: T, index: number) => fillIn(value, (id) => referenceOf(named.get(id), index)) as T,
  };
}

/** The first response with each id, to a request that did not contain it. */
function originsOf(
  commands: readonly RecordedCommand[],
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, Origin> {
  const origins = new Map<string, Origin>();
  const mentioned = new Set<string>(known.keys());
  for (const [index, command] of commands.entries()) {
    for (const text of textsIn(command)) mentioned.add(text);
    for (const [pointer, id] of Object.entries(command.facts?.ids ?? {})) {
      if ((command.status ?? 0) < 400 && !mentioned.has(id) && !origins.has(id)) origins.set(id, { index, pointer });
    }
  }
  return origins;
}

/** The last command with each text, computed once for all. */
const lastUses = new WeakMap<readonly RecordedCommand[], ReadonlyMap<string, number>>();

function isUsed(
  id: string,
  { index }: Origin,
  commands: readonly RecordedCommand[],
  wanted: readonly string[],
): boolean {
  let uses = lastUses.get(commands);
  if (uses === undefined) {
    uses = new Map(commands.flatMap((command, at) => [...textsIn(command)].map((text) => [text, at] as const)));
    lastUses.set(commands, uses);
  }
  return (uses.get(id) ?? BEFORE_ALL) > index || wanted.includes(id);
}

function* textsIn({ path, body, key }: RecordedCommand): Iterable<string> {
  for (const part of [path, body ?? '']) for (const [text] of part.matchAll(ID_LIKE)) yield text;
  if (typeof key === 'object') yield key.keyId;
}

function secretsShown(commands: readonly RecordedCommand[], named: ReadonlyMap<string, Named>): ReadonlySet<string> {
  const shown = commands.flatMap(({ key }) => (typeof key === 'object' ? [key.keyId] : []));
  return new Set(shown.filter((keyId) => (named.get(keyId)?.index ?? BEFORE_ALL) > BEFORE_ALL));
}

/** `rebalance_1` for the first `/rebalance_id`. */
function freeName(names: Set<string>, pointer: string): string {
  const kind = pointer.replace(/^\//, '').replace(/_?id$/, '').replace(/\W/g, '_') || 'id';
  let count = 1;
  while (names.has(`${kind}_${count}`)) count += 1;
  names.add(`${kind}_${count}`);
  return `${kind}_${count}`;
}

function secretName(name: string): string {
  return `${name}_secret`;
}

function referenceOf(named: Named | undefined, index: number): string | null {
  return named === undefined || named.index >= index ? null : `\${${named.name}}`;
}

/** Escapes texts that look like references. */
function fillIn(value: unknown, referenceTo: (id: string) => string | null): unknown {
  if (typeof value === 'string') {
    return value.replaceAll('${', () => '$${').replace(ID_LIKE, (text) => referenceTo(text) ?? text);
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, referenceTo));
  if (typeof value !== 'object' || value === null) return value;
  // A replay fills in the names of members, too.
  const pairs = Object.entries(value).map(([key, member]) => [fillIn(key, referenceTo), fillIn(member, referenceTo)]);
  return Object.fromEntries(pairs);
}
