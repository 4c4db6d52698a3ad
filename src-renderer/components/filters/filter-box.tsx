/** The filter of a list: its text is in the address, `/` focuses it (`data-view-filter`), Escape clears it. */
import { useSearchParams } from 'react-router';
import { textFilterName, useChangeSearch } from '../format/current-search-params.ts';
import { NextStep } from '../layout/next-step.tsx';
import { SearchBox } from './search-box.tsx';

interface FilterBoxProps {
  /** Label of the table. */
  readonly table: string;
  readonly label: string;
  readonly w?: number;
}

export function FilterBox({ table, label, w = 260 }: FilterBoxProps) {
  const text = useFilter(table);
  const change = useChangeSearch();
  return (
    <SearchBox
      w={w}
      label={label}
      placeholder="Filter ( / )"
      clearLabel="Clear the filter"
      text={text}
      onChange={(typed) => change({ [textFilterName(table)]: typed })}
    />
  );
}

/** The way out if the filter of a table, or the choices that `clear` resets, leave no row. */
export function ClearFilters({ table, clear }: { readonly table?: string; readonly clear?: () => void }) {
  const change = useChangeSearch();
  const clearAll = () => {
    if (table !== undefined) change({ [textFilterName(table)]: '' });
    clear?.();
  };
  return <NextStep onClick={clearAll}>Clear all filters</NextStep>;
}

export function useFilter(table: string): string {
  const [params] = useSearchParams();
  return params.get(textFilterName(table)) ?? '';
}

/** True if every word of the filter is in at least one of the texts. */
export function matchesFilter(filter: string, texts: readonly string[]): boolean {
  const haystack = texts.join(' ').toLowerCase();
  const terms = filter.toLowerCase().split(/\s+/);
  return terms.every((term) => haystack.includes(term));
}
