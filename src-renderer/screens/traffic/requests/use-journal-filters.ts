/** The filters of the journal, kept in the address, so that a filtered list can be shared, reloaded and gone back to. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type FilterName, filtersIn, type JournalFilters, journalSearch } from '../../../api/journal-api.ts';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';

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
