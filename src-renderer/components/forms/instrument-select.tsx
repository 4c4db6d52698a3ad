/** Chooses an instrument by its symbol and name; only those listed at the chosen exchange, if one is chosen. */
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { type InstrumentRow, useInstrumentsByIsin } from '../../api/market-api.ts';
import type { FieldInput } from './fields.tsx';

interface InstrumentSelectProps extends Omit<FieldInput<string>, 'error'> {
  readonly label: string;
  readonly error?: string | null;
  /** Empty: those of every exchange. */
  readonly exchange?: string;
  /** The meaning of choosing none; without it one has to be chosen. */
  readonly none?: string | undefined;
}

export function InstrumentSelect({ exchange = '', none, onChange, ...input }: InstrumentSelectProps) {
  const { value } = input;
  const known = useInstrumentsByIsin();
  const sorted = useMemo(() => sortedBySymbol(known.values()), [known]);
  const instruments = sorted.filter((row) => exchange === '' || row.listings.includes(exchange) || row.isin === value);
  const options = groupsOf(instruments);
  const empty = none ?? (value === '' ? 'Choose an instrument' : null);
  return (
    <NativeSelect
      {...input}
      data={empty === null ? options : [{ value: '', label: empty }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Those of the market, and test instruments under a heading of their own. */
function groupsOf(instruments: readonly InstrumentRow[]) {
  const optionOf = ({ isin, symbol, name, delisted_at: since }: InstrumentRow) => ({
    value: isin,
    label: `${symbol} · ${name}${since === undefined ? '' : ' · delisted'}`,
  });
  const tests = instruments.filter(({ test }) => test === true).map(optionOf);
  const own = instruments.filter(({ test }) => test !== true).map(optionOf);
  return tests.length === 0 ? own : [...own, { group: 'Test instruments', items: tests }];
}

/** In alphabetical order, test instruments last. */
export function sortedBySymbol(rows: Iterable<InstrumentRow>): InstrumentRow[] {
  return [...rows].sort(
    (left, right) =>
      Number(left.test ?? false) - Number(right.test ?? false) || left.symbol.localeCompare(right.symbol, 'en'),
  );
}
