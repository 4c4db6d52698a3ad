/** The foot of a table: rows such as cash and the total, below the columns that are shown. */
import classes from './table.module.css';
import type { TableBodyProps } from './table-column.ts';

interface TableFootProps<Row> extends Pick<TableBodyProps<Row>, 'columns' | 'foot' | 'selection'> {
  /** Whether rows expand, which takes a column of its own at the end. */
  readonly expands?: boolean;
}

export function TableFoot<Row>({ columns, foot = [], selection, expands = false }: TableFootProps<Row>) {
  if (foot.length === 0) return null;
  return (
    <tfoot>
      {foot.map(({ label, cells }) => (
        <tr key={label}>
          {selection !== undefined && <td className={classes.tableTick} />}
          {columns.map(({ id, align }, place) =>
            place === 0 ? (
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
