/** A table of fields. It shows so many rows at first and more on demand, because a field costs more than a text. */

import { Code, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { useRowError } from '../../../components/forms/fields.tsx';
import copyTextClasses from '../../../components/layout/copy-text.module.css';
import tableClasses from '../../../components/tables/table.module.css';
import classes from './portfolio-editor.module.css';

export interface EditorColumn {
  readonly title: string;
  readonly isRight?: boolean;
  /** Read out, but not shown. */
  readonly isHidden?: boolean;
  readonly hint?: string;
}

interface EditorTableProps<Row> {
  readonly label: string;
  readonly columns: readonly EditorColumn[];
  readonly rows: readonly Row[];
  readonly children: (row: Row, index: number) => ReactNode;
}

const ROWS_AT_ONCE = 100;

export function EditorTable<Row>({ label, columns, rows, children }: EditorTableProps<Row>) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const left = rows.length - shown;
  return (
    <div className={tableClasses.tableFrame}>
      <table className={`${tableClasses.table} ${classes.editorTable}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, isRight, isHidden, hint }) => (
              <th key={title} scope="col" data-align={isRight === true ? 'right' : undefined} title={hint}>
                {isHidden === true ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(children)}
          {left > 0 && (
            <tr>
              <td colSpan={columns.length}>
                <button type="button" className={copyTextClasses.copy} onClick={() => setShown(shown + ROWS_AT_ONCE)}>
                  Show {Math.min(ROWS_AT_ONCE, left)} more, {left} not shown
                </button>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** The instrument of a row, and what the service refused of the row as a whole. */
export function InstrumentCell({ isin }: { readonly isin: string }) {
  const error = useRowError();
  const instrument = useInstrumentsByIsin().get(isin);
  return (
    <td className={classes.editorInstrument} title={`${instrument?.name ?? ''} ${isin}`}>
      <strong>{instrument?.symbol ?? isin}</strong> {instrument?.name} <Code c="dimmed">{isin}</Code>
      {error !== null && (
        <Text component="div" c="fail" className={classes.editorRowError}>
          {error}
        </Text>
      )}
    </td>
  );
}
