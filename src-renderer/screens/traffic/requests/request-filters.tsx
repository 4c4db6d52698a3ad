/** The filters above the journal: text search, and criteria for requests. Each applies at once. */
import { useKeyNames } from '../../../api/accounts-api.ts';
import { filtersIn, journalSearch } from '../../../api/journal-api.ts';
import { FilterBar, useAddressFilters } from '../../../components/filters/filter-bar.tsx';
import { choices } from '../../../components/filters/filter-choices.ts';
import { SearchBox } from '../../../components/filters/search-box.tsx';
import classes from '../traffic.module.css';

export function RequestFilters() {
  const filtering = useJournalFilters();
  const { filters, change } = filtering;
  return (
    <FilterBar label="Filters of the requests" choices={choices(useKeyNames())} {...filtering}>
      <SearchBox
        className={classes.requestSearch}
        label="Search words in path, headers and bodies"
        placeholder="Path, header or body ( / )"
        text={filters.q ?? ''}
        onChange={(text) => change('q', text)}
      />
    </FilterBar>
  );
}

/**
 * The filters are in the address, so that a filtered list can be shared and reloaded, and the back button restores it.
 */
export function useJournalFilters() {
  const { filters, ...filtering } = useAddressFilters(filtersIn);
  /** `search`: the query of an address. */
  return { ...filtering, filters, search: journalSearch(filters) };
}
