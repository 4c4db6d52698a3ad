/** The body of a table of fields: so many rows at first, the rest when they are wanted. A field costs more than a text. */
import { type ReactNode, useState } from 'react';

interface LimitedRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: number;
  readonly children: (row: Row, index: number) => ReactNode;
}

const ROWS_AT_ONCE = 100;

export function LimitedRows<Row>({ rows, columns, children }: LimitedRowsProps<Row>) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const left = rows.length - shown;
  return (
    <tbody>
      {rows.slice(0, shown).map(children)}
      {left > 0 && (
        <tr>
          <td colSpan={columns}>
            <button type="button" className="copy" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
              Show {Math.min(ROWS_AT_ONCE, left)} more, {left} not shown
            </button>
          </td>
        </tr>
      )}
    </tbody>
  );
}
