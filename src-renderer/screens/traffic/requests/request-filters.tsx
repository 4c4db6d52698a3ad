/** The filters above the journal: words to search for, and what a request has to be like. Each takes hold at once. */
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useKeyNames } from '../../../api/accounts-api.ts';
import { filtersIn, journalSearch } from '../../../api/journal-api.ts';
import { FilterBar, useAddressFilters } from '../../../components/tables/filter-bar.tsx';
import { choices } from '../../../components/tables/filter-choices.ts';
import classes from '../traffic.module.css';

export function RequestFilters() {
  const filtering = useJournalFilters();
  const { filters, change } = filtering;
  return (
    <FilterBar label="Filters of the requests" choices={choices(useKeyNames())} {...filtering}>
      <SearchBox text={filters.q ?? ''} onChange={(text) => change('q', text)} />
    </FilterBar>
  );
}

const SETTLED_AFTER_MS = 250;

/** What is typed shows at once and searches when the typing pauses. */
function SearchBox({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  // What comes back from here is older than what has been typed since; anything else came with an address.
  const sent = useRef(text);
  const settle = useDebouncedCallback((value: string) => {
    sent.current = value;
    onChange(value);
  }, SETTLED_AFTER_MS);
  useEffect(() => {
    if (text !== sent.current) setTyped(text);
    sent.current = text;
  }, [text]);
  const type = (value: string) => {
    setTyped(value);
    settle(value.trim());
  };
  return (
    <TextInput
      data-view-filter
      className={classes.requestSearch}
      aria-label="Search words in path, headers and bodies"
      placeholder="Path, header or body ( / )"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="xs" aria-label="Clear the search" onClick={() => type('')} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && type('')}
    />
  );
}

/** The filters are in the address, so that a filtered list can be shared, reloaded and gone back to. */
export function useJournalFilters() {
  const { filters, ...filtering } = useAddressFilters(filtersIn);
  /** `search`: the end of an address. */
  return { ...filtering, filters, search: journalSearch(filters) };
}
