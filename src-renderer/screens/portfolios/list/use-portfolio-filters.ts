/** The filters of the list, kept in the address, so that a filtered list can be shared, reloaded and gone back to. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { currentSearchParams } from '../../../components/format/current-search-params.ts';
import {
  FILTER_NAMES,
  type PortfolioFilterName,
  type PortfolioFilters,
  portfolioFiltersIn,
} from './portfolio-filters.ts';

interface PortfolioFilterState {
  readonly filters: PortfolioFilters;
  /** An empty value takes the filter away. */
  readonly change: (name: PortfolioFilterName, value: string) => void;
  readonly clear: () => void;
}

export function usePortfolioFilters(): PortfolioFilterState {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => portfolioFiltersIn(params), [params]);
  const set = (values: PortfolioFilters) => {
    const after = currentSearchParams();
    for (const name of FILTER_NAMES) {
      after.delete(name);
      if (values[name]) after.set(name, values[name]);
    }
    // Choosing is not going somewhere: the back button leads to where the list was opened from.
    setParams(after, { replace: true });
  };
  return {
    filters,
    change: (name, value) => set({ ...portfolioFiltersIn(currentSearchParams()), [name]: value }),
    clear: () => set({}),
  };
}
