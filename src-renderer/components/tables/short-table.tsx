/** A table of some rows, all of which are drawn, 200 at a time; only here may a row expand. Keeps no order of its own. */
import { type ComponentProps, useCallback, useState } from 'react';
import copyTextClasses from '../layout/copy-text.module.css';
import classes from './table.module.css';
import type { TableBodyProps } from './table-column.ts';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';

const ROWS_PER_DRAW = 200;

export function ShortTable<Row>(props: TableBodyProps<Row>) {
  const { label, columns, rows, rowKey, detail, selectedKey, sort, onSort, onOpen, pagination } = props;
  const [drawn, setDrawn] = useState(ROWS_PER_DRAW);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  // New rows begin collapsed.
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const shown = rows.slice(0, drawn).map((row) => ({ row, key: rowKey(row) }));
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
              {...(detail === undefined ? {} : { detail, isExpanded: expanded.includes(key) })}
            />
          ))}
        </tbody>
      </table>
      {left > 0 ? (
        <MoreButton onClick={() => setDrawn(drawn + ROWS_PER_DRAW)}>
          Show {Math.min(ROWS_PER_DRAW, left)} more, {left} not shown
        </MoreButton>
      ) : (
        pagination && (
          <MoreButton disabled={pagination.isLoading} onClick={pagination.load}>
            {pagination.isLoading ? 'Loading …' : pagination.label}
          </MoreButton>
        )
      )}
    </div>
  );
}

function MoreButton(props: ComponentProps<'button'>) {
  return (
    <div className={classes.tableMore}>
      <button type="button" className={copyTextClasses.copy} {...props} />
    </div>
  );
}
