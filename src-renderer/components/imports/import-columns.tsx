/** What each column of a file was taken for, which can be changed. */
import { Box, Code, NativeSelect, Text } from '@mantine/core';
import { PORTFOLIO_MEANINGS, PRICE_MEANINGS } from '../../../src-server/contract/control/imports/import-meanings.ts';
import type { ImportedFile } from '../../../src-server/contract/control/imports/import-report.ts';
import { plural } from '../format/format-number.ts';
import classes from '../tables/table.module.css';
import { PlainHead } from '../tables/table-head.tsx';
import type { ImportKind } from './import-draft.ts';

type Meaning = ImportedFile['columns'][number]['meaning'];

interface ImportColumnsProps {
  readonly kind: ImportKind;
  readonly file: ImportedFile;
  readonly onChange: (header: string, meaning: Meaning) => void;
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

export function ImportColumns({ kind, file, onChange }: ImportColumnsProps) {
  const { name, layout, rows, columns } = file;
  return (
    <div>
      <Text component="strong" fw={600}>
        {name}
      </Text>
      <Text span c="dimmed">
        {' '}
        · {LAYOUTS[layout]}
        {layout !== 'unknown' && ` · ${plural(rows, 'row')}`}
      </Text>
      {columns.length > 0 && (
        <Box className={classes.tableFrame} mah={240} mt={4} bd="1px solid var(--line)" bdrs="sm">
          <table className={classes.table} aria-label={`Columns of ${name}`}>
            <PlainHead labels={['Column', 'First value', 'Taken for']} />
            <tbody>
              {columns.map((column) => (
                <tr key={column.column}>
                  <td>{column.name === '' ? `Column ${column.column}` : column.name}</td>
                  <td>
                    <Code>{column.sample}</Code>
                  </td>
                  <td>
                    <MeaningSelect kind={kind} column={column} onChange={onChange} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </div>
  );
}

interface MeaningSelectProps extends Pick<ImportColumnsProps, 'kind' | 'onChange'> {
  readonly column: ImportedFile['columns'][number];
}

/** A column without a header cannot be named, so it is ignored. */
function MeaningSelect({ kind, column, onChange }: MeaningSelectProps) {
  const meanings: readonly Meaning[] = kind === 'portfolios' ? PORTFOLIO_MEANINGS : PRICE_MEANINGS;
  return (
    <NativeSelect
      size="xs"
      w={170}
      aria-label={`What ${column.name === '' ? `column ${column.column}` : column.name} is`}
      disabled={column.name === ''}
      data={meanings.map((meaning) => ({ value: meaning, label: LABELS[meaning] }))}
      value={column.meaning}
      onChange={(event) => {
        const chosen = meanings.find((meaning) => meaning === event.currentTarget.value);
        if (chosen !== undefined) onChange(column.name, chosen);
      }}
    />
  );
}

const LABELS: Readonly<Record<Meaning, string>> = {
  date: 'Date',
  instrument: 'Instrument',
  price: 'Price',
  currency: 'Currency',
  total_currency: 'Currency of the amount',
  dividend: 'Dividend a share',
  portfolio: 'Portfolio',
  isin: 'ISIN',
  symbol: 'Symbol',
  name: 'Name',
  quantity: 'Quantity',
  unit_cost: 'Cost of a share',
  total_cost: 'Cost of all shares',
  charges: 'Charges',
  charges_currency: 'Currency of charges',
  type: 'Kind of transaction',
  status: 'Whether it was done',
  exchange: 'Exchange',
  weight: 'Target weight',
  ignored: 'Ignored',
};
