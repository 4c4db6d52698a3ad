/** The filters above the journal: words to search for, and what a request has to be like. Each takes hold at once. */
import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useKeyNames } from '../../../api/accounts-api.ts';
import { type FilterName, filtersIn, journalSearch } from '../../../api/journal-api.ts';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';
import { choices, withChosen } from '../../../components/tables/filter-choices.ts';
import classes from '../traffic.module.css';

export function RequestFilters() {
  const { filters, change, clear } = useJournalFilters();
  return (
    <search className={classes.requestFilters} aria-label="Filters of the requests">
      <SearchBox text={filters.q ?? ''} onChange={(text) => change('q', text)} />
      {choices(useKeyNames()).map(({ name, label, options }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          data={withChosen(options, filters[name] ?? '')}
          value={filters[name] ?? ''}
          data-set={filters[name] === undefined ? undefined : ''}
          onChange={(event) => change(name, event.currentTarget.value)}
        />
      ))}
      {Object.keys(filters).length > 0 && (
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      )}
    </search>
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
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersIn(params), [params]);
  return {
    filters,
    /** The end of an address. */
    search: journalSearch(filters),
    /** An empty value takes the filter away. No letter typed becomes a step for the back button. */
    change: (name: FilterName, value: string) =>
      setParams(journalSearch({ ...filtersIn(currentSearchParams()), [name]: value }), { replace: true }),
    clear: () => setParams({}, { replace: true }),
  };
}
