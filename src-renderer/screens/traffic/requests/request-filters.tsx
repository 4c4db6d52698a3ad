/** The filters above the journal: words to search for, and what a request has to be like. Each takes hold at once. */
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

/** The filters are in the address, so that a filtered list can be shared, reloaded and gone back to. */
export function useJournalFilters() {
  const { filters, ...filtering } = useAddressFilters(filtersIn);
  /** `search`: the end of an address. */
  return { ...filtering, filters, search: journalSearch(filters) };
}
