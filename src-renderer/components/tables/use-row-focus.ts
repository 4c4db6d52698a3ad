/**
 * The focus in a table whose rows come and go: arrows, page keys, Home and End go to a row by its number, which may have
 * to be drawn before it can have the focus. Exactly one row takes part in the tab order.
 */
import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface FocusSettings<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
}

export interface RowFocus {
  /** The row that Tab comes to: the last one that had the focus, or the first that is drawn. */
  tabStop(drawn: readonly number[]): number | undefined;
  setActive(key: string): void;
  /** Goes where the key leads from a row; false: it leads nowhere. */
  jump(fromIndex: number, key: string): boolean;
}

export function useRowFocus<Row>(settings: FocusSettings<Row>): RowFocus {
  const { rows, rowKey, frame, virtual } = settings;
  const [activeKey, setActive] = useState<string | null>(null);
  const wanted = useRef<number | null>(null);
  const latest = useRef(settings);
  latest.current = settings;
  // After every drawing: the row that was asked for may just have appeared.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = frame.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${wanted.current + 2}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  const jump = useCallback((fromIndex: number, key: string) => {
    const { rows: all, virtual: view } = latest.current;
    const pageRows = Math.max(1, Math.floor((view.scrollRect?.height ?? 0) / view.options.estimateSize(0)) - 2);
    const to = targetOf(key, fromIndex, all.length - 1, pageRows);
    if (to === null) return false;
    wanted.current = to;
    const next = all[to];
    if (next !== undefined) setActive(latest.current.rowKey(next));
    view.scrollToIndex(to, { align: 'auto' });
    return true;
  }, []);
  const tabStop = (drawn: readonly number[]) =>
    drawn.find((index) => {
      const row = rows[index];
      return row !== undefined && rowKey(row) === activeKey;
    }) ?? drawn.find((index) => index * virtual.options.estimateSize(0) >= (virtual.scrollOffset ?? 0));
  return { tabStop, setActive, jump };
}

function targetOf(key: string, from: number, last: number, pageRows: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + pageRows,
    PageUp: from - pageRows,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}
