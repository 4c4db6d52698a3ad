/**
 * A file's first rows beside the parsed result of each, and the detected meanings of its columns, which can be changed.
 */
import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { ImportedFile } from '../../../src-server/contract/control/imports/import-report.ts';
import { formatCount, plural } from '../format/format-number.ts';
import { Dimmed } from '../layout/dimmed.tsx';
import tableClasses from '../tables/table.module.css';
import { useEdge } from '../tables/use-fit.ts';
import { MeaningSelect } from './column-meaning.tsx';
import type { ColumnMeaning, ImportKind } from './import-draft.ts';
import classes from './import-preview.module.css';
import { UnderstoodRow } from './understood-row.tsx';

interface ImportPreviewProps {
  readonly kind: ImportKind;
  readonly file: ImportedFile;
  /** If there are many files, only the first is initially open. */
  readonly isOpenFirst: boolean;
  readonly onChange: (header: string, meaning: ColumnMeaning) => void;
}

const LAYOUTS: Readonly<Record<ImportedFile['layout'], string>> = {
  wide: 'a column for each instrument',
  long: 'a column that names the instrument',
  single: 'one instrument, named by the file',
  rates: 'exchange rates against the euro',
  positions: 'positions',
  transactions: 'transactions',
  portfolio_performance: 'a file of Portfolio Performance',
  ghostfolio: 'an export of Ghostfolio',
  unknown: 'not read',
};

/** Nobody reads more one by one; their meanings can be set in the file's header. */
const SHOWN_COLUMNS = 60;

export function ImportPreview({ kind, file, isOpenFirst, onChange }: ImportPreviewProps) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const id = useId();
  const { name, layout, rows, first_rows: firstRows } = file;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section aria-label={name}>
      <h3 className={classes.fileHead}>
        <UnstyledButton
          className={classes.fileToggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={14} aria-hidden />
          <span className={classes.fileName} title={name}>
            {name}
          </span>
        </UnstyledButton>
        <Dimmed>
          {LAYOUTS[layout]}
          {layout !== 'unknown' && ` · ${plural(rows, 'row')}`}
          {isOpen && firstRows.length > 0 && rows > firstRows.length && `, the first ${firstRows.length} here`}
        </Dimmed>
      </h3>
      {isOpen && (
        <div id={id}>
          {firstRows.length === 0 ? (
            <Dimmed>The file has no rows.</Dimmed>
          ) : (
            <FirstRows {...{ kind, file, onChange }} />
          )}
        </div>
      )}
    </section>
  );
}

function FirstRows({ kind, file, onChange }: Omit<ImportPreviewProps, 'isOpenFirst'>) {
  const columns = file.columns.slice(0, SHOWN_COLUMNS);
  const more = file.columns.slice(SHOWN_COLUMNS);
  const frame = useRef<HTMLElement>(null);
  useEdge(frame);
  return (
    <>
      <section
        ref={frame}
        className={`${classes.frame} ${tableClasses.tableWide}`}
        aria-label={`First rows of ${file.name}`}
        tabIndex={-1}
      >
        <table
          className={`${tableClasses.table} ${classes.table}`}
          aria-label={`First rows of ${file.name}, and what was understood`}
        >
          <thead>
            <HeadRow {...{ kind, columns, onChange }} />
          </thead>
          <tbody>
            {file.first_rows.map((row) => (
              <FirstRow key={row.line} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </section>
      {more.length > 0 && (
        <Dimmed>
          {plural(more.length, 'more column')}, of which {plural(more.filter(isIgnored).length, 'is', 'are')} ignored.
        </Dimmed>
      )}
    </>
  );
}

type FirstRowProps = Pick<ImportedFile, 'columns'> & { readonly row: ImportedFile['first_rows'][number] };

function FirstRow({ row, columns }: FirstRowProps) {
  return (
    <tr data-status={row.status}>
      <td className={classes.line} data-align="right">
        {formatCount(row.line)}
      </td>
      <td className={classes.understood}>
        <UnderstoodRow row={row} />
      </td>
      {columns.map(({ column, meaning }) => (
        <td key={column} data-ignored={meaning === 'ignored' || undefined}>
          <span className={classes.cell} title={row.cells[column - 1]}>
            {row.cells[column - 1]}
          </span>
        </td>
      ))}
    </tr>
  );
}

type HeadRowProps = Pick<ImportPreviewProps, 'kind' | 'onChange'> & Pick<ImportedFile, 'columns'>;

function HeadRow({ kind, columns, onChange }: HeadRowProps) {
  return (
    <tr>
      <th scope="col" className={classes.line} data-align="right">
        Line
      </th>
      <th scope="col" className={classes.understood}>
        Understood as
      </th>
      {columns.map((column) => (
        <th key={column.column} scope="col" data-ignored={column.meaning === 'ignored' || undefined}>
          <Text component="span" className={classes.header} title={column.name}>
            {column.name === '' ? `Column ${column.column}` : column.name}
          </Text>
          <MeaningSelect kind={kind} column={column} onChange={onChange} />
        </th>
      ))}
    </tr>
  );
}

function isIgnored({ meaning }: ImportedFile['columns'][number]): boolean {
  return meaning === 'ignored';
}
