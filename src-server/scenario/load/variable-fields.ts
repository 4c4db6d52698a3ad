/** The values of a scenario file that a sweep may vary: its variables, then every plain value, each with a readable name. */

export interface VariableField {
  /** The name of a variable, or a JSON pointer into the file, as in `vary`. */
  readonly place: string;
  /** "portfolio 'growth' cash". */
  readonly label: string;
  readonly value: string | number | boolean;
}

/** A recorded scenario may have a value for each of its ten thousand steps. */
const MAX_FIELDS = 1_000;

/** Fields that describe a scenario and do not affect its run. */
const DESCRIBING = new Set(['name', 'description', 'tags', 'variables', 'seed', 'golden']);
/** Fields that distinguish the entries of a list, the most readable first. */
const NAMING = ['as', 'name', 'external_id', 'symbol', 'isin', 'kind', 'exchange', 'url'] as const;

/** `document`: a file as read, before any replacement. */
export function variableFields(document: unknown): VariableField[] {
  if (!isRecord(document)) return [];
  const variables = isRecord(document.variables) ? Object.entries(document.variables) : [];
  const named = variables.flatMap(([name, value]) => (isPlain(value) ? [{ place: name, label: name, value }] : []));
  // The world comes before the steps, of which there may be many.
  const members = Object.entries(document).filter(([key]) => !DESCRIBING.has(key));
  const ordered = [...members.filter(([key]) => key !== 'steps'), ...members.filter(([key]) => key === 'steps')];
  const fields = [...named, ...ordered.flatMap(([key, value]) => fieldsOf(value, `/${escaped(key)}`, [key]))];
  return fields.slice(0, MAX_FIELDS);
}

function fieldsOf(value: unknown, place: string, names: readonly string[]): VariableField[] {
  if (isPlain(value)) return [{ place, label: labelOf(names), value }];
  if (Array.isArray(value)) {
    const list = names.at(-1) ?? '';
    return value.flatMap((entry: unknown, index) =>
      fieldsOf(entry, `${place}/${index}`, [...names.slice(0, -1), entryName(list, entry, index)]),
    );
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    fieldsOf(member, `${place}/${escaped(key)}`, [...names, key]),
  );
}

/** `portfolio 'growth'` for an entry of `portfolios`, `step 3` if no field distinguishes it. */
function entryName(list: string, entry: unknown, index: number): string {
  const one = list.endsWith('s') ? list.slice(0, -1) : list;
  const key = isRecord(entry) ? NAMING.find((each) => typeof entry[each] === 'string') : undefined;
  return isRecord(entry) && key !== undefined ? `${one} '${entry[key]}'` : `${one} ${index + 1}`;
}

/** Keys are joined by dots, entries of lists by spaces. The parts that all fields of a kind share are left out. */
function labelOf(names: readonly string[]): string {
  const significant = names.filter((name) => name !== 'world' && name !== 'request');
  return significant.reduce((label, name, index) => {
    const isNextToEntry = name.includes(' ') || significant[index - 1]?.includes(' ');
    return `${label}${isNextToEntry ? ' ' : '.'}${name}`;
  });
}

function isPlain(value: unknown): value is VariableField['value'] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
