/** The selected rows of a table, by their keys; rows that are no longer shown do not count. */
import { useCallback, useMemo, useRef, useState } from 'react';

export interface Selection<Row> {
  /** In the order shown. */
  readonly selected: readonly Row[];
  readonly keys: ReadonlySet<string>;
  /** Selects or deselects a row; with `isRange`, selects all from the row that was chosen last. */
  readonly toggle: (key: string, isRange: boolean) => void;
  /** Selects a row and the next one in that direction, or deselects the row if the next one is selected already. */
  readonly extend: (key: string, by: 1 | -1) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** `rows` in the order shown. */
export function useSelection<Row>(rows: readonly Row[], rowKey: (row: Row) => string): Selection<Row> {
  const [keys, setKeys] = useState(NONE);
  const lastChosen = useRef<string | null>(null);
  const latest = useRef({ rows, rowKey });
  latest.current = { rows, rowKey };
  const selected = useMemo(
    () => (keys.size === 0 ? [] : rows.filter((row) => keys.has(rowKey(row)))),
    [rows, rowKey, keys],
  );
  // The same functions for the lifetime of the table, so that a row is rendered again only when it changes.
  const toggle = useCallback((key: string, isRange: boolean) => {
    const all = latest.current.rows.map(latest.current.rowKey);
    const from = isRange && lastChosen.current !== null ? all.indexOf(lastChosen.current) : -1;
    lastChosen.current = key;
    if (from >= 0) {
      const to = all.indexOf(key);
      const range = all.slice(Math.min(from, to), Math.max(from, to) + 1);
      setKeys((before) => new Set([...before, ...range]));
    } else setKeys((before) => (before.has(key) ? without(before, key) : new Set([...before, key])));
  }, []);
  const extend = useCallback((key: string, by: 1 | -1) => {
    const all = latest.current.rows.map(latest.current.rowKey);
    const next = all[all.indexOf(key) + by];
    if (next === undefined) return;
    lastChosen.current = next;
    setKeys((before) => (before.has(key) && before.has(next) ? without(before, key) : new Set([...before, key, next])));
  }, []);
  const selectAll = useCallback(() => setKeys(new Set(latest.current.rows.map(latest.current.rowKey))), []);
  const clear = useCallback(() => setKeys(NONE), []);
  return { selected, keys, toggle, extend, selectAll, clear };
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const after = new Set(keys);
  after.delete(key);
  return after;
}
