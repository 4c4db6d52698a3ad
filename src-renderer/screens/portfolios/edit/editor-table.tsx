/**
 * The holdings or targets as rows of fields. Shows a limited number at first and more on demand, because a field costs
 * more than a text.
 */

import { ActionIcon, Box, Code, Text, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type InstrumentRow, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { FieldGroup, useRowError } from '../../../components/forms/fields.tsx';
import copyTextClasses from '../../../components/layout/copy-text.module.css';
import { DelistedMark } from '../../../components/portfolios/delisted.tsx';
import type { HoldingDraft, TargetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import tableClasses from '../../../components/tables/table.module.css';
import { TableFrame } from '../../../components/tables/table-frame.tsx';
import classes from './portfolio-editor.module.css';

interface EditorTableProps<Row> {
  readonly label: 'Holdings' | 'Targets';
  /** Columns between the instrument and the button that removes the row. */
  readonly columns: readonly EditorColumn[];
  readonly rows: readonly Row[];
  /** Name of a row for the button that removes it: "target SAP". */
  readonly formatRow: (row: Row, symbol: string) => string;
  readonly onRemove: (left: readonly Row[]) => void;
  /** The cells of the columns. */
  readonly children: (row: Row, index: number, symbol: string, instrument: InstrumentRow | undefined) => ReactNode;
}

interface EditorColumn {
  readonly title: string;
  readonly align?: 'right';
  /** For screen readers only. */
  readonly isHidden?: boolean;
  readonly hint?: string;
}

const ROWS_AT_ONCE = 100;

export function EditorTable<Row extends HoldingDraft | TargetDraft>(props: EditorTableProps<Row>) {
  const { label, rows, formatRow, onRemove, children } = props;
  const instruments = useInstrumentsByIsin();
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const left = rows.length - shown;
  const columns = [{ title: 'Instrument' }, ...props.columns, { title: 'Remove', isHidden: true }];
  const list = label.toLowerCase();
  return (
    <TableFrame>
      <table className={`${tableClasses.table} ${classes.table}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, align, isHidden, hint }: EditorColumn) => (
              <th key={title} scope="col" data-align={align} title={hint}>
                {isHidden === true ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, index) => {
            const instrument = instruments.get(row.isin);
            const symbol = instrument?.symbol ?? row.isin;
            return (
              <FieldGroup key={row.key} name={`${list}.${index}`} pointer={`/${list}/${index}`}>
                <tr>
                  <InstrumentCell
                    {...{ isin: row.isin, symbol, name: instrument?.name ?? '' }}
                    delistedAt={instrument?.delisted_at}
                  />
                  {children(row, index, symbol, instrument)}
                  <td data-align="right">
                    <ActionIcon
                      size="sm"
                      aria-label={`Remove the ${formatRow(row, symbol)}`}
                      onClick={() => onRemove(rows.filter((each) => each !== row))}
                    >
                      <IconX size={14} aria-hidden />
                    </ActionIcon>
                  </td>
                </tr>
              </FieldGroup>
            );
          })}
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
    </TableFrame>
  );
}

/** The instrument of a row, and the service's refusal of the row as a whole. */
interface InstrumentCellProps extends Readonly<Record<'isin' | 'symbol' | 'name', string>> {
  readonly delistedAt: string | undefined;
}

function InstrumentCell({ isin, symbol, name, delistedAt }: InstrumentCellProps) {
  const error = useRowError();
  return (
    <Box component="td" maw={340} data-overflow="clip" title={`${name} ${isin}`}>
      <strong>{symbol}</strong> <DelistedMark since={delistedAt} /> {name} <Code c="dimmed">{isin}</Code>
      {error !== null && (
        <Text component="div" c="fail" fz="xs" style={{ whiteSpace: 'normal' }}>
          {error}
        </Text>
      )}
    </Box>
  );
}

/** Style of a number field in a cell. */
export const NUMBER_CELL = { ml: 'auto', styles: { input: { paddingRight: 32, textAlign: 'right' } } } as const;
