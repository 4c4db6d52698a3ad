/** Finds an instrument by symbol, name or ISIN and adds it. Keeps nothing: once one is chosen, it is ready for the next. */
import { Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type InstrumentRow, useInstrumentsByIsin } from '../../api/market-api.ts';
import { matchesFilter } from '../filters/filter-box.tsx';
import { sortedBySymbol } from '../forms/instrument-select.tsx';

/** More than anybody reads; who types another letter sees the others. */
const SHOWN = 40;

const optionOf = ({ isin, symbol, name, delisted_at: since }: InstrumentRow) => ({
  value: isin,
  label: `${symbol} · ${name} · ${isin}${since === undefined ? '' : ' · delisted'}`,
});

type OnChoose = (instrument: InstrumentRow) => void;

export function InstrumentSearch({ label, onChoose }: { readonly label: string; readonly onChoose: OnChoose }) {
  const known = useInstrumentsByIsin();
  const [searchText, setSearchText] = useState('');
  const [chosenCount, setChosenCount] = useState(0);
  const options = useMemo(() => sortedBySymbol(known.values()).map(optionOf), [known]);
  return (
    <Select
      // A new one for the next: what the list does a moment after it has closed would take the highlight from what is typed then.
      key={chosenCount}
      autoFocus={chosenCount > 0}
      openOnFocus={false}
      w={320}
      maw="100%"
      size="xs"
      aria-label={label}
      placeholder="Add by symbol, name or ISIN"
      leftSection={<IconPlus size={14} aria-hidden />}
      rightSection={null}
      searchable
      searchValue={searchText}
      onSearchChange={setSearchText}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      limit={SHOWN}
      nothingFoundMessage="No matching instrument"
      filter={({ options: all, search, limit }) =>
        all.filter((option) => 'label' in option && matchesFilter(search, [option.label])).slice(0, limit)
      }
      data={options}
      value={null}
      onChange={(isin) => {
        const chosen = known.get(isin ?? '');
        if (chosen === undefined) return;
        onChoose(chosen);
        setSearchText('');
        setChosenCount((count) => count + 1);
      }}
    />
  );
}
