/**
 * Rows of one table as they were last read or written, in memory, by their key: what every fill asks for is read once. Only
 * what is written through it may change them, and a rollback forgets them all.
 */
import type { Kernel } from '../../kernel/kernel.ts';

/** Where rows are kept that can be taken back. */
export type RollbackSource = Pick<Kernel, 'onRollback'>;

export interface RowCache<R> {
  /** `null` where there is none, which is asked anew every time. */
  find(key: string): R | null;
  /** To be called where a row was written. */
  put(key: string, row: R): void;
  /** To be called where a row was removed. */
  drop(key: string): void;
}

/** Beyond this all are let go, and read anew when they are needed. */
const MOST_KEPT = 10_000;

export function rowCache<R>(kernel: RollbackSource, read: (key: string) => R | null): RowCache<R> {
  const kept = new Map<string, R>();
  kernel.onRollback(() => kept.clear());
  const put = (key: string, row: R): void => {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, row);
  };
  return {
    find(key) {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const row = read(key);
      if (row !== null) put(key, row);
      return row;
    },
    put,
    drop: (key) => void kept.delete(key),
  };
}
