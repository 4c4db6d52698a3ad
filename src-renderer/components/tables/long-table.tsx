/**
 * A table of up to hundreds of thousands of rows: it scrolls in its own frame and renders only the visible rows.
 * Further rows are read before the end is reached. Rows have equal heights and do not expand.
 */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import copyTextClasses from '../layout/copy-text.module.css';
import classes from './table.module.css';
import type { Pagination, TableBodyProps } from './table-column.ts';
import { TableFoot, TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useFit } from './use-fit.ts';

const ROW_HEIGHT = 28;
/** Rows rendered above and below the visible ones, afterwards: as many as one turn of the wheel scrolls. */
const OVERSCAN = 12;
/**
 * The height of the frame as a share of the window's, until it is measured: so rows are rendered with the frame, not
 * after it.
 */
const FRAME_SHARE = 0.6;
/** Reads more at this number of rows before the end. */
const READ_AHEAD = 60;

export function LongTable<Row>(given: TableBodyProps<Row>) {
  // Keys and clicks take precedence over sorted, filtered or new rows: those are rendered in slices, between the
  // frames.
  const props = { ...given, rows: useDeferredValue(given.rows) };
  const { label, columns, rows, rowKey, selectedKey, sort, onSort, onOpen, pagination, selection } = props;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: useDeferredValue(OVERSCAN, 0),
    initialRect: { width: 0, height: window.innerHeight * FRAME_SHARE },
  });
  useFit(frame, { ...props, isPrinted: false });
  const visible = virtual.getVirtualItems();
  const first = visible[0];
  const last = visible.at(-1);
  // By the rows that are read, not rendered: otherwise more would be read until the new rows are rendered.
  useReadAhead(given, last?.index ?? 0);
  useScrolledAway(props, (virtual.scrollOffset ?? 0) > ROW_HEIGHT);
  const focus = useRowFocus(props, frame, virtual);
  const tabStop = focus.tabStop(visible.map(({ index }) => index));
  return (
    <div className={`${classes.tableFrame} ${classes.tableFrameLong}`} ref={frame}>
      <div style={{ paddingTop: first?.start ?? 0, paddingBottom: virtual.getTotalSize() - (last?.end ?? 0) }}>
        <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1}>
          <TableHead {...{ columns, rows, sort, onSort, selection }} />
          <tbody>
            {visible.map(({ index }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const key = rowKey(row);
              return (
                <TableRow
                  key={key}
                  row={row}
                  rowKey={key}
                  rowIndex={index}
                  columns={columns}
                  isSelected={key === selectedKey}
                  isTicked={selection?.keys.has(key)}
                  onTick={selection?.toggle}
                  onExtend={selection?.extend}
                  onTickAll={selection?.selectAll}
                  isTabStop={index === tabStop}
                  onOpen={onOpen}
                  onActive={focus.setActive}
                  onJump={focus.jump}
                />
              );
            })}
          </tbody>
          <TableFoot {...{ columns, selection }} foot={props.foot} />
        </table>
      </div>
      <Pages pagination={pagination} />
    </div>
  );
}

/** Shows that more is being read, and a button after a failure. */
function Pages({ pagination }: { readonly pagination: Pagination | null | undefined }) {
  return (
    <>
      {pagination?.isLoading === true && (
        <div className={classes.tableMore} role="status">
          Loading …
        </div>
      )}
      {pagination?.hasFailed === true && !pagination.isLoading && (
        <div className={classes.tableMore}>
          <button type="button" className={copyTextClasses.copy} onClick={pagination.load}>
            {pagination.label}
          </button>
        </div>
      )}
    </>
  );
}

/** Reads more when few rows are left to scroll. */
function useReadAhead<Row>({ rows, pagination }: TableBodyProps<Row>, lastVisible: number): void {
  const isFree = pagination?.isLoading === false && !pagination.hasFailed;
  const wanted = isFree && lastVisible > rows.length - READ_AHEAD;
  const load = useEffectEvent(() => pagination?.load());
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again if the rows read so far are too few
  useEffect(() => {
    if (wanted) load();
  }, [wanted, rows.length]);
}

function useScrolledAway<Row>({ onScrolledAway }: TableBodyProps<Row>, isScrolledAway: boolean): void {
  const report = useEffectEvent((isAway: boolean) => onScrolledAway?.(isAway));
  useEffect(() => report(isScrolledAway), [isScrolledAway]);
  // A table that is removed, or becomes short, counts as scrolled to its first row.
  useEffect(() => () => report(false), []);
}

/** Keys focus a row by its index, which may have to be rendered first. Exactly one row is in the tab order. */
function useRowFocus<Row>(
  { rows, rowKey }: TableBodyProps<Row>,
  frame: RefObject<HTMLDivElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
) {
  const [activeKey, setActive] = useState<string | null>(null);
  const wanted = useRef<number | null>(null);
  const latest = useRef({ rows, rowKey, virtual });
  latest.current = { rows, rowKey, virtual };
  // After every render: the requested row may just have appeared.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = frame.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${wanted.current + 2}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  // Focuses the row that the key leads to, or returns false if there is none.
  const jump = useCallback((fromIndex: number, key: string) => {
    const { rows: all, virtual: view } = latest.current;
    const pageRows = Math.max(1, Math.floor((view.scrollRect?.height ?? 0) / ROW_HEIGHT) - 2);
    const to = targetOf(key, fromIndex, all.length - 1, pageRows);
    if (to === null) return false;
    wanted.current = to;
    const next = all[to];
    if (next !== undefined) setActive(latest.current.rowKey(next));
    view.scrollToIndex(to, { align: 'auto' });
    return true;
  }, []);
  // The row that Tab focuses: the last one that had the focus, or the first rendered one.
  const tabStop = (drawn: readonly number[]) =>
    drawn.find((index) => {
      const row = rows[index];
      return row !== undefined && rowKey(row) === activeKey;
    }) ?? drawn.find((index) => index * ROW_HEIGHT >= (virtual.scrollOffset ?? 0));
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
