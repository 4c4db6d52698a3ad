/** The filters above the journal: words to search for, and what a request has to be like. Each takes hold at once. */
import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type FilterName, filtersIn, type JournalFilters, journalSearch } from '../../../api/journal-api.ts';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';
import { choices, type FilterChoice, withChosen } from '../../../components/tables/filter-choices.ts';
import classes from '../traffic.module.css';
import type { KeyNames } from './request-columns.tsx';

interface RequestFiltersProps {
  readonly filters: JournalFilters;
  readonly keyNames: KeyNames;
  readonly onChange: (name: FilterName, value: string) => void;
  readonly onClear: () => void;
}

export function RequestFilters({ filters, keyNames, onChange, onClear }: RequestFiltersProps) {
  return (
    <search className={classes.requestFilters} aria-label="Filters of the requests">
      <SearchBox text={filters.q ?? ''} onChange={(text) => onChange('q', text)} />
      {choices(keyNames).map((choice) => (
        <FilterSelect
          key={choice.name}
          choice={choice}
          value={filters[choice.name] ?? ''}
          onChange={(value) => onChange(choice.name, value)}
        />
      ))}
      {Object.keys(filters).length > 0 && (
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

interface FilterSelectProps {
  readonly choice: FilterChoice;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FilterSelect({ choice, value, onChange }: FilterSelectProps) {
  return (
    <NativeSelect
      aria-label={choice.label}
      data={withChosen(choice.options, value)}
      value={value}
      data-set={value === '' ? undefined : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
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

interface FilterState {
  readonly filters: JournalFilters;
  /** The same as the end of an address: empty, or with its `?`. */
  readonly search: string;
  /** An empty value takes the filter away. */
  readonly change: (name: FilterName, value: string) => void;
  readonly clear: () => void;
}

export function useJournalFilters(): FilterState {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersIn(params), [params]);
  const search = journalSearch(filters).toString();
  return {
    filters,
    search: search === '' ? '' : `?${search}`,
    // Every letter typed would otherwise be a step for the back button.
    change: (name, value) =>
      setParams(journalSearch({ ...filtersIn(currentSearchParams()), [name]: value }), { replace: true }),
    clear: () => setParams({}, { replace: true }),
  };
}
