/**
 * The header row of a table: labels with their unit, and sort buttons or plain labels; and its footer, such as cash and
 * the total.
 */
import { VisuallyHidden } from '@mantine/core';
import classes from './table.module.css';
import type { Column, SortOrder, TableBodyProps } from './table-column.ts';
import type { Selection } from './use-selection.ts';

interface TableHeadProps<Row> extends Pick<TableBodyProps<Row>, 'columns' | 'rows' | 'sort' | 'onSort' | 'selection'> {
  /** Whether rows expand, which takes an additional column at the end. */
  readonly expands?: boolean;
}

export function TableHead<Row>({ columns, rows, sort, onSort, selection, expands = false }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {selection !== undefined && (
          <th scope="col" className={classes.tableTick}>
            <TickAll count={rows.length} selection={selection} />
          </th>
        )}
        {columns.map((column) => {
          const sorted = sort?.column === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              data-column={column.id}
              data-align={column.align}
              aria-sort={sorted}
              title={column.hint}
            >
              {column.accessor === undefined ? (
                <Label column={column} />
              ) : (
                <button
                  type="button"
                  className={classes.tableSort}
                  data-sorted={sorted}
                  onClick={() => onSort(nextOrder(column, sort))}
                >
                  <Label column={column} />
                  {sorted !== undefined && <span aria-hidden>{sorted === 'descending' ? '↓' : '↑'}</span>}
                </button>
              )}
            </th>
          );
        })}
        {expands && (
          <th scope="col" className={classes.tableExpand}>
            <VisuallyHidden>More</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface TickAllProps<Row> {
  readonly count: number;
  readonly selection: Selection<Row>;
}

function TickAll<Row>({ count, selection: { selected, selectAll, clear } }: TickAllProps<Row>) {
  const isPart = selected.length > 0 && selected.length < count;
  return (
    <input
      type="checkbox"
      aria-label={`Select all ${count} rows`}
      checked={selected.length === count && count > 0}
      ref={(box) => {
        if (box !== null) box.indeterminate = isPart;
      }}
      onChange={selected.length === 0 || isPart ? selectAll : clear}
    />
  );
}

/** If the header wraps, it has two lines. */
function Label<Row>({ column: { header, unit } }: { readonly column: Column<Row> }) {
  const [first = header, ...rest] = wrappedHeader(header, unit);
  const second = [...rest, unit].filter((text) => text !== undefined).join(' ');
  return (
    <span>
      <span className={classes.tableHeadLine}>{first}</span>
      {second !== '' && (
        <>
          {' '}
          <span className={classes.tableHeadLine}>{second}</span>
        </>
      )}
    </span>
  );
}

// Numbers are first sorted from the largest down, names from A on.
function nextOrder<Row>(column: Column<Row>, sort: SortOrder | undefined): SortOrder {
  if (sort?.column === column.id) return { column: column.id, descending: !sort.descending };
  return { column: column.id, descending: column.align === 'right' };
}

interface PlainHeadProps {
  /** `false` entries have no column. */
  readonly labels: readonly (string | false)[];
  /** For every column but the first. */
  readonly align?: 'right';
}

export function PlainHead({ labels, align }: PlainHeadProps) {
  return (
    <thead>
      <tr>
        {labels.map((text, index) => {
          // Two columns may have the same label.
          const key = labels.slice(0, index + 1).join();
          return (
            text !== false && (
              <th key={key} scope="col" data-align={index === 0 ? undefined : align}>
                {text}
              </th>
            )
          );
        })}
      </tr>
    </thead>
  );
}

interface TableFootProps<Row> extends Pick<TableBodyProps<Row>, 'columns' | 'foot' | 'selection'> {
  /** Whether rows expand, which takes an additional column at the end. */
  readonly expands?: boolean;
}

export function TableFoot<Row>({ columns, foot = [], selection, expands = false }: TableFootProps<Row>) {
  if (foot.length === 0) return null;
  return (
    <tfoot>
      {foot.map(({ label, cells }) => (
        <tr key={label}>
          {selection !== undefined && <td className={classes.tableTick} />}
          {columns.map(({ id, align }, index) =>
            index === 0 ? (
              <th key={id} scope="row">
                {label}
              </th>
            ) : (
              <td key={id} data-align={align}>
                {cells[id]}
              </td>
            ),
          )}
          {expands && <td className={classes.tableExpand} />}
        </tr>
      ))}
    </tfoot>
  );
}

/**
 * Where a header wraps: once, at the space that leaves the shortest lines. One line, or two; `unit` is the end of the last
 * one, and counts for its length.
 */
export function wrappedHeader(header: string, unit = ''): readonly string[] {
  const parts = header.split(' ');
  const lines = parts.map((_, at) => [parts.slice(0, at + 1).join(' '), parts.slice(at + 1).join(' ')] as const);
  const lengths = lines.map(([first, second]) => Math.max(first.length, `${second} ${unit}`.trim().length));
  const best = lines[lengths.indexOf(Math.min(...lengths))] ?? [header, ''];
  return best.filter((line) => line !== '');
}
