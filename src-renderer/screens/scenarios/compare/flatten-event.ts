/** The fields of two events by JSON pointer, side by side. */
import type { WorldEvent } from '../../../../src-server/contract/control/world/records.ts';

interface FieldPair {
  readonly pointer: string;
  /** JSON texts; `null`: the field does not exist. */
  readonly first: string | null;
  readonly second: string | null;
}

/** In the order of the first event; fields that only the second has come last. The hash is omitted. */
export function fieldPairs(first: WorldEvent, second: WorldEvent): FieldPair[] {
  const [left, right] = [fieldsOf(first), fieldsOf(second)];
  return [...new Set([...left.keys(), ...right.keys()])].map((pointer) => {
    return { pointer, first: left.get(pointer) ?? null, second: right.get(pointer) ?? null };
  });
}

function fieldsOf({ type, at, data }: WorldEvent): ReadonlyMap<string, string> {
  const fields = new Map([
    ['/type', JSON.stringify(type)],
    ['/at', JSON.stringify(at)],
  ]);
  collect('/data', data, fields);
  return fields;
}

function collect(pointer: string, value: unknown, fields: Map<string, string>): void {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (members.length === 0) fields.set(pointer, JSON.stringify(value) ?? 'nothing');
  for (const [name, member] of members) {
    collect(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, member, fields);
  }
}
