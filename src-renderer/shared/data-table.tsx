/**
 * The one table of the app: sticky head, sorting by any column, arrow keys between rows, Enter opens, copy as TSV. A row
 * opens something elsewhere, or unfolds what there is to say about it. Draws 200 rows at a time, knows nothing of them.
 */
import { type ReactNode, useState } from 'react';
import { type Column, type SortOrder, sortRows } from './table-column.ts';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useTableLayout } from './use-table-layout.ts';

interface DataTableProps<Row> {
  /** Names the table for assistive technology and its order in the screen state. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly initialSort?: SortOrder;
  readonly onOpen?: (row: Row) => void;
  /** What a row unfolds; a table has this or `onOpen`. */
  readonly detail?: (row: Row) => ReactNode;
  readonly selectedKey?: string | undefined;
  /** Rows that are there but have not been read. */
  readonly unread?: UnreadRows | null;
  readonly empty: ReactNode;
}

export interface UnreadRows {
  /** What reading does: "Load older requests". */
  readonly label: string;
  readonly isLoading: boolean;
  readonly load: () => void;
}

const ROWS_PER_DRAW = 200;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, detail, selectedKey } = props;
  const { columns, sort, setSort } = useTableLayout(label, props.columns, props.initialSort);
  const [drawn, setDrawn] = useState(ROWS_PER_DRAW);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const unfolded = useUnfolded();
  if (rows.length === 0) return <div className="blank">{props.empty}</div>;
  const shown = sortRows(rows, props.columns, sort)
    .slice(0, drawn)
    .map((row) => ({ row, key: rowKey(row) }));
  const tabStop = shown.find(({ key }) => key === activeKey)?.key ?? shown[0]?.key;
  return (
    <div className="table-frame">
      <table className="table" aria-label={label}>
        <TableHead columns={columns} sort={sort} onSort={setSort} unfolds={Boolean(detail)} />
        <tbody>
          {shown.map(({ row, key }) => (
            <TableRow
              key={key}
              row={row}
              columns={columns}
              isSelected={key === selectedKey}
              isTabStop={key === tabStop}
              onOpen={detail === undefined ? props.onOpen : () => unfolded.toggle(key)}
              onActive={() => setActiveKey(key)}
              {...(detail === undefined ? {} : { detail, isUnfolded: unfolded.has(key) })}
            />
          ))}
        </tbody>
      </table>
      <MoreRows
        left={rows.length - drawn}
        unread={props.unread ?? null}
        onMore={() => setDrawn(drawn + ROWS_PER_DRAW)}
      />
    </div>
  );
}

/** Which rows are unfolded; new rows begin folded. */
function useUnfolded() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setKeys((before) =>
      before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key]),
    );
  return { has: (key: string) => keys.has(key), toggle };
}

interface MoreRowsProps {
  readonly left: number;
  readonly unread: UnreadRows | null;
  readonly onMore: () => void;
}

function MoreRows({ left, unread, onMore }: MoreRowsProps) {
  if (left <= 0 && unread === null) return null;
  const readAndDraw = () => {
    unread?.load();
    onMore();
  };
  return (
    <div className="table-more">
      {left > 0 || unread === null ? (
        <button type="button" className="copy" onClick={onMore}>
          Show {Math.min(ROWS_PER_DRAW, left)} more, {left} not shown
        </button>
      ) : (
        <button type="button" className="copy" disabled={unread.isLoading} onClick={readAndDraw}>
          {unread.isLoading ? 'Loading …' : unread.label}
        </button>
      )}
    </div>
  );
}
