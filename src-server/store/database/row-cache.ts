/**
 * Caches rows of one table by key, as they were last read or written: what every fill needs is read once. All changes
 * of the rows have to be written through it, and a rollback clears it.
 */
import type { Kernel } from '../../kernel/kernel.ts';

/** Reports when changes of rows were rolled back. */
export type RollbackSource = Pick<Kernel, 'onRollback'>;

interface RowCache<R> {
  /** `null` where there is none, which is not cached. */
  find(key: string): R | null;
  /** Called after a row was written. */
  put(key: string, row: R): void;
  /** Called after a row was removed. */
  drop(key: string): void;
}

/** A cache of more rows is cleared. */
const MAX_CACHED = 20_000;

export function rowCache<R>(kernel: RollbackSource, read: (key: string) => R | null): RowCache<R> {
  const rows = new Map<string, R>();
  kernel.onRollback(() => rows.clear());
  const put = (key: string, row: R): void => {
    if (rows.size >= MAX_CACHED) rows.clear();
    rows.set(key, row);
  };
  return {
    find(key) {
      const known = rows.get(key);
      if (known !== undefined) return known;
      const row = read(key);
      if (row !== null) put(key, row);
      return row;
    },
    put,
    drop: (key) => void rows.delete(key),
  };
}
