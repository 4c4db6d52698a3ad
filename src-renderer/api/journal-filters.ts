/** The filters of the journal as the address of the page and the query of `GET /sim/journal` both say them. Pure. */

export const FILTER_NAMES = ['q', 'method', 'status', 'operation', 'form', 'key', 'fault'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
/** Only what is asked for is in it. */
export type JournalFilters = Readonly<Partial<Record<FilterName, string>>>;

/** What an address asks for; parameters that are no filters, and empty ones, are left out. */
export function filtersIn(search: URLSearchParams): JournalFilters {
  const pairs = FILTER_NAMES.map((name) => [name, search.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

/** The same filters as a query, always in one order, so that equal filters are one address and one cache entry. */
export function journalSearch(filters: JournalFilters): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const value = filters[name];
    if (value !== undefined && value !== '') search.set(name, value);
  }
  return search;
}
