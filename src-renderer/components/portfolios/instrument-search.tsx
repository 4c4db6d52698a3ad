/** Finds an instrument by symbol, name or ISIN and adds it. Stateless: once one is chosen, it is ready for the next. */
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { type InstrumentRow, useInstrumentsByIsin } from '../../api/market-api.ts';
import { matchesFilter } from '../filters/filter-box.tsx';
import { sortedBySymbol } from '../forms/instrument-select.tsx';
import { PickOne } from '../forms/picker.tsx';

/** More than anybody reads; another typed letter reveals the others. */
const SHOWN = 40;

const optionOf = ({ isin, symbol, name, delisted_at: since }: InstrumentRow) => ({
  value: isin,
  label: `${symbol} · ${name} · ${isin}${since === undefined ? '' : ' · delisted'}`,
});

interface InstrumentSearchProps {
  readonly label: string;
  readonly onChoose: (instrument: InstrumentRow) => void;
  /** The accessible name of the field that is typed into next. */
  readonly next: (symbol: string) => string;
}

export function InstrumentSearch({ label, onChoose, next }: InstrumentSearchProps) {
  const known = useInstrumentsByIsin();
  const [chosen, setChosen] = useState({ count: 0, next: '' });
  useEffect(() => focusLast(chosen.next), [chosen]);
  const options = useMemo(() => sortedBySymbol(known.values()).map(optionOf), [known]);
  return (
    <PickOne
      // A new list for the next choice: the closing list would otherwise, a moment later, reset the highlight of the
      // next typed text.
      key={chosen.count}
      openOnFocus={false}
      w={320}
      maw="100%"
      size="xs"
      aria-label={label}
      placeholder="Add by symbol, name or ISIN"
      leftSection={<IconPlus size={14} aria-hidden />}
      rightSection={null}
      searchable
      selectFirstOptionOnDropdownOpen
      limit={SHOWN}
      nothingFoundMessage="No matching instrument"
      filter={({ options: all, search, limit }) =>
        all.filter((option) => 'label' in option && matchesFilter(search, [option.label])).slice(0, limit)
      }
      data={options}
      value={null}
      onChange={(isin) => {
        const instrument = known.get(isin ?? '');
        if (instrument === undefined) return;
        onChoose(instrument);
        setChosen(({ count }) => ({ count: count + 1, next: next(instrument.symbol) }));
      }}
    />
  );
}

/** The added row is the last one. */
function focusLast(name: string): void {
  if (name === '') return;
  [...document.querySelectorAll<HTMLElement>(`input[aria-label="${CSS.escape(name)}"]`)].at(-1)?.focus();
}
