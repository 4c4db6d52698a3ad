/**
 * The expected rows of a table, as far as an event log determines them. A column that is not listed may have any value;
 * so may one whose expectation is undefined, because an event of an earlier release lacks it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../kernel/canonical-json.ts';
import { formatValue } from './finding.ts';

/** As stored by SQLite; flags are 0 and 1. */
export type Scalar = string | number | null;
export type Row = Readonly<Record<string, Scalar>>;

/** A condition instead of an exact value: a bound, or that the column is not null. */
interface ValueRule {
  readonly says: string;
  holds(stored: Json): boolean;
}

/** An exact value, JSON that is stored as text, or a rule. */
export type ExpectedValue = Scalar | ValueRule | { readonly json: Json };

/** By column; `plan.totalBps` is a member of the JSON in a column. */
export type Columns = Record<string, ExpectedValue | undefined>;

export interface ExpectedRow {
  readonly key: readonly Scalar[];
  readonly columns: Columns;
  /** The row may be missing: it is temporary, or the log does not determine whether it exists. */
  isOptional: boolean;
}

export class ExpectedTable {
  readonly rows = new Map<string, ExpectedRow>();

  insert(key: readonly Scalar[], columns: Columns, isOptional = false): void {
    this.rows.set(keyText(key), { key, columns: { ...columns }, isOptional });
  }

  find(...key: Scalar[]): ExpectedRow | null {
    return this.rows.get(keyText(key)) ?? null;
  }

  /** Ignores rows that no event created. */
  change(key: readonly Scalar[], columns: Columns): void {
    Object.assign(this.rows.get(keyText(key))?.columns ?? {}, columns);
  }

  remove(...key: Scalar[]): void {
    this.rows.delete(keyText(key));
  }
}

export function keyText(key: readonly Scalar[]): string {
  return key.join('\u0001');
}

/** `undefined`, for a value that the event lacks, stays undefined. */
export function json(value: Json | undefined): { readonly json: Json } | undefined {
  return value === undefined ? undefined : { json: value };
}

export function rule(says: string, holds: (stored: Json) => boolean): ValueRule {
  return { says, holds };
}

export const present = rule('something', (stored) => stored !== null);

export function atLeast(least: number): ValueRule {
  return rule(`at least ${least}`, (stored) => Number(stored) >= least);
}

export function oneOf(...values: readonly Scalar[]): ValueRule {
  return rule(values.map(formatValue).join(' or '), (stored) => values.includes(stored as Scalar));
}

/** A rule for a column that contains JSON as text. */
export function jsonRule(says: string, holds: (value: Json) => boolean): ValueRule {
  return rule(says, (stored) => {
    const value = parseStoredJson(stored);
    return value !== undefined && holds(value);
  });
}

interface TableDifference {
  readonly expected: string;
  readonly found: string;
}

/** `null`: the column has its expected value. */
export function differenceIn(row: Row, column: string, expectation: ExpectedValue): TableDifference | null {
  const stored = storedValue(row, column);
  if (expectation === null || typeof expectation !== 'object') {
    return stored === expectation ? null : { expected: formatValue(expectation), found: formatValue(stored) };
  }
  if ('holds' in expectation) {
    return expectation.holds(stored) ? null : { expected: expectation.says, found: formatValue(stored) };
  }
  const isNested = column.includes('.');
  const value = isNested ? stored : parseStoredJson(stored);
  const isSame = isDeepStrictEqual(value ?? null, expectation.json) && (stored !== null || expectation.json === null);
  return isSame ? null : { expected: formatValue(expectation.json), found: formatValue(stored) };
}

/** Returns the column, or the member of its JSON at a path; `null` if there is none. */
function storedValue(row: Row, column: string): Json {
  const [name = '', ...path] = column.split('.');
  const stored = row[name] ?? null;
  if (path.length === 0) return stored;
  let value: Json | undefined = parseStoredJson(stored);
  for (const member of path) {
    value = value !== null && typeof value === 'object' ? (value as { [key: string]: Json })[member] : undefined;
  }
  return value ?? null;
}

/** Returns `undefined` if the text is not JSON. */
export function parseStoredJson(stored: Json): Json | undefined {
  if (typeof stored !== 'string') return stored === null ? null : undefined;
  try {
    return JSON.parse(stored) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
