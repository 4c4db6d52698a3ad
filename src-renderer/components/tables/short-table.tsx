/** A table of some rows, all of which are drawn, 200 at a time; only here may a row expand. Keeps no order of its own. */
import { useCallback, useState } from 'react';
import copyTextClasses from '../layout/copy-text.module.css';
import classes from './table.module.css';
import type { Pagination, TableBodyProps } from './table-column.ts';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';

const ROWS_PER_DRAW = 200;

export function ShortTable<Row>(props: TableBodyProps<Row>) {
  const { label, columns, rows, rowKey, detail, selectedKey, sort, onSort, onOpen } = props;
  const [drawn, setDrawn] = useState(ROWS_PER_DRAW);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const expanded = useExpanded();
  const shown = rows.slice(0, drawn).map((row) => ({ row, key: rowKey(row) }));
  const tabStop = shown.find(({ key }) => key === activeKey)?.key ?? shown[0]?.key;
  const { toggle } = expanded;
  const expand = useCallback((row: Row) => toggle(rowKey(row)), [toggle, rowKey]);
  return (
    <div className={classes.tableFrame}>
      <table className={classes.table} aria-label={label}>
        <TableHead columns={columns} sort={sort} onSort={onSort} expands={Boolean(detail)} />
        <tbody>
          {shown.map(({ row, key }) => (
            <TableRow
              key={key}
              row={row}
              rowKey={key}
              columns={columns}
              isSelected={key === selectedKey}
              isTabStop={key === tabStop}
              onOpen={detail === undefined ? onOpen : expand}
              onActive={setActiveKey}
              {...(detail === undefined ? {} : { detail, isExpanded: expanded.has(key) })}
            />
          ))}
        </tbody>
      </table>
      <MoreRows
        left={rows.length - drawn}
        pagination={props.pagination ?? null}
        onMore={() => setDrawn(drawn + ROWS_PER_DRAW)}
      />
    </div>
  );
}

/** Which rows are expanded; new rows begin collapsed. */
function useExpanded() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (key: string) =>
      setKeys((before) =>
        before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key]),
      ),
    [],
  );
  return { has: (key: string) => keys.has(key), toggle };
}

interface MoreRowsProps {
  readonly left: number;
  readonly pagination: Pagination | null;
  readonly onMore: () => void;
}

function MoreRows({ left, pagination, onMore }: MoreRowsProps) {
  if (left <= 0 && pagination === null) return null;
  return (
    <div className={classes.tableMore}>
      {left > 0 || pagination === null ? (
        <button type="button" className={copyTextClasses.copy} onClick={onMore}>
          Show {Math.min(ROWS_PER_DRAW, left)} more, {left} not shown
        </button>
      ) : (
        <button
          type="button"
          className={copyTextClasses.copy}
          disabled={pagination.isLoading}
          onClick={pagination.load}
        >
          {pagination.isLoading ? 'Loading …' : pagination.label}
        </button>
      )}
    </div>
  );
}
