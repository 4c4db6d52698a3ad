/** A table of few rows, all of which are rendered, 200 at a time; only here may a row expand. It does not sort. */
import { type ComponentProps, useCallback, useRef, useState } from 'react';
import { plural } from '../format/format-number.ts';
import copyTextClasses from '../layout/copy-text.module.css';
import { useIsPrinted } from '../paper/use-is-printed.ts';
import classes from './table.module.css';
import { sortRows, type TableBodyProps } from './table-column.ts';
import { TableFoot, TableHead } from './table-head.tsx';
import { type RowBranch, TableRow } from './table-row.tsx';
import { useFit } from './use-fit.ts';

const ROWS_PER_DRAW = 200;

export function ShortTable<Row>(props: TableBodyProps<Row>) {
  const { label, columns, rows, rowKey, detail, parts, selectedKey, sort, onSort, onOpen, pagination, selection } =
    props;
  const expands = detail !== undefined && parts === undefined;
  const [drawn, setDrawn] = useState(ROWS_PER_DRAW);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  // New rows start collapsed.
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const isPrinted = useIsPrinted();
  const frame = useRef<HTMLDivElement>(null);
  useFit(frame, { ...props, isPrinted });
  const shown = withParts(props, isPrinted ? rows : rows.slice(0, drawn), expanded, 0);
  const tabStop = shown.find(({ key }) => key === activeKey)?.key ?? shown[0]?.key;
  const left = rows.length - drawn;
  const expand = useCallback(
    (row: Row) => {
      const key = rowKey(row);
      setExpanded((keys) => (keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]));
    },
    [rowKey],
  );
  return (
    <div className={classes.tableFrame} ref={frame}>
      <table className={classes.table} aria-label={label}>
        <TableHead {...{ columns, rows, sort, onSort, selection, expands }} />
        <tbody>
          {shown.map(({ row, key, branch }) => (
            <TableRow
              key={key}
              row={row}
              rowKey={key}
              columns={columns}
              isSelected={key === selectedKey}
              isTicked={selection?.keys.has(key)}
              onTick={selection?.toggle}
              onExtend={selection?.extend}
              onTickAll={selection?.selectAll}
              isTabStop={key === tabStop}
              onOpen={(branch === null ? detail !== undefined : branch.label !== null) ? expand : onOpen}
              onActive={setActiveKey}
              {...(branch === null ? {} : { branch })}
              {...(detail === undefined && parts === undefined ? {} : { isExpanded: expanded.includes(key) })}
              {...(detail === undefined || branch?.hasParts ? {} : { detail })}
            />
          ))}
        </tbody>
        <TableFoot {...{ columns, selection, expands }} foot={props.foot} />
      </table>
      {isPrinted && pagination != null && (
        <p className={classes.tableMore} data-paper-only>
          Only the first {plural(rows.length, 'row')} of the table were loaded and are printed.
        </p>
      )}
      <MoreRows left={left} onDraw={() => setDrawn(drawn + ROWS_PER_DRAW)} pagination={pagination} />
    </div>
  );
}

interface MoreRowsProps extends Pick<TableBodyProps<never>, 'pagination'> {
  /** Number of rows that were read but are not rendered. */
  readonly left: number;
  readonly onDraw: () => void;
}

function MoreRows({ left, onDraw, pagination }: MoreRowsProps) {
  if (left > 0) {
    return (
      <MoreButton onClick={onDraw}>
        Show {Math.min(ROWS_PER_DRAW, left)} more, {left} not shown
      </MoreButton>
    );
  }
  return (
    pagination && (
      <MoreButton disabled={pagination.isLoading} onClick={pagination.load}>
        {pagination.isLoading ? 'Loading …' : pagination.label}
      </MoreButton>
    )
  );
}

interface DrawnRow<Row> {
  readonly row: Row;
  readonly key: string;
  /** Null in a table whose rows have no parts. */
  readonly branch: RowBranch | null;
}

/** The rows, with the parts of expanded ones below them, in the same order. */
function withParts<Row>(
  table: Pick<TableBodyProps<Row>, 'rowKey' | 'parts' | 'detail' | 'columns' | 'sort'>,
  rows: readonly Row[],
  expanded: readonly string[],
  level: number,
): readonly DrawnRow<Row>[] {
  const { rowKey, parts, detail, columns, sort } = table;
  return rows.flatMap((row) => {
    const key = rowKey(row);
    if (parts === undefined) return { row, key, branch: null };
    const below = parts.of(row);
    const hasParts = below.length > 0;
    const label = hasParts || detail !== undefined ? parts.label(row) : null;
    const drawn = { row, key, branch: { level, label, hasParts } };
    if (!expanded.includes(key)) return drawn;
    return [drawn, ...withParts(table, sortRows(below, columns, sort), expanded, level + 1)];
  });
}

function MoreButton(props: ComponentProps<'button'>) {
  return (
    <div className={classes.tableMore} data-screen-only>
      <button type="button" className={copyTextClasses.copy} {...props} />
    </div>
  );
}
