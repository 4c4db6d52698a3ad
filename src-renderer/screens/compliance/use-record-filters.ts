/** The filters of the records, kept in the address, so that a filtered list can be shared and reloaded. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type RecordFilterName, type RecordFilters, recordAddress, recordFiltersIn } from '../../api/records-api.ts';
import { currentSearchParams } from '../../components/format/current-search-params.ts';

interface RecordFilterState {
  readonly filters: RecordFilters;
  /** The same as the end of an address: empty, or with its `?`. */
  readonly search: string;
  /** An empty value takes the filter away. */
  readonly change: (name: RecordFilterName, value: string) => void;
  readonly clear: () => void;
}

export function useRecordFilters(): RecordFilterState {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => recordFiltersIn(params), [params]);
  return {
    filters,
    search: recordAddress(filters),
    // The back button leads to the page before the list, not to an earlier filter.
    change: (name, value) =>
      setParams(recordAddress({ ...recordFiltersIn(currentSearchParams()), [name]: value }).slice(1), {
        replace: true,
      }),
    clear: () => setParams({}, { replace: true }),
  };
}
