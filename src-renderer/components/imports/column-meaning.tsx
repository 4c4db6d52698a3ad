/** Shows the detected meaning of a file's column, which can be changed. */
import { NativeSelect } from '@mantine/core';
import { PORTFOLIO_MEANINGS, PRICE_MEANINGS } from '../../../src-server/contract/control/imports/import-meanings.ts';
import type { ImportedColumn } from '../../../src-server/contract/control/imports/import-report.ts';
import type { ColumnMeaning, ImportKind } from './import-draft.ts';

interface MeaningSelectProps {
  readonly kind: ImportKind;
  readonly column: ImportedColumn;
  readonly onChange: (header: string, meaning: ColumnMeaning) => void;
}

/** A column without a header cannot be named, so it is ignored. */
export function MeaningSelect({ kind, column, onChange }: MeaningSelectProps) {
  const meanings: readonly ColumnMeaning[] = kind === 'portfolios' ? PORTFOLIO_MEANINGS : PRICE_MEANINGS;
  return (
    <NativeSelect
      size="xs"
      w={132}
      aria-label={`Meaning of ${column.name === '' ? `column ${column.column}` : column.name}`}
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

const LABELS: Readonly<Record<ColumnMeaning, string>> = {
  date: 'Date',
  instrument: 'Instrument',
  price: 'Price',
  currency: 'Currency',
  total_currency: 'Currency of the amount',
  dividend: 'Dividend per share',
  portfolio: 'Portfolio',
  isin: 'ISIN',
  symbol: 'Symbol',
  name: 'Name',
  quantity: 'Quantity',
  unit_cost: 'Cost per share',
  total_cost: 'Total cost',
  charges: 'Charges',
  charges_currency: 'Currency of charges',
  type: 'Transaction type',
  status: 'Execution status',
  exchange: 'Exchange',
  weight: 'Target weight',
  value: 'Value (of cash)',
  ignored: 'Ignored',
};
