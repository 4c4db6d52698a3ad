/** The filters of MiFID II records as the address of the page and `GET /sim/mifid-records` say them. Pure. */

/** Names in the address, each with the query parameter of the service. */
const PARAMETERS = {
  portfolio: 'portfolio_id',
  rebalance: 'rebalance_id',
  isin: 'isin',
  account: 'account_id',
  status: 'status',
} as const;

export type RecordFilterName = keyof typeof PARAMETERS;
/** Only what is asked for is in it. */
export type RecordFilters = Readonly<Partial<Record<RecordFilterName, string>>>;

const NAMES = Object.keys(PARAMETERS) as RecordFilterName[];

/** What an address asks for; parameters that are no filters, and empty ones, are left out. */
export function recordFiltersIn(search: URLSearchParams): RecordFilters {
  const pairs = NAMES.map((name) => [name, search.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

/** The same filters as the end of an address, always in one order: empty, or with its `?`. */
export function recordAddress(filters: RecordFilters): string {
  const search = new URLSearchParams(setOf(filters)).toString();
  return search === '' ? '' : `?${search}`;
}

/** The same filters as the service is asked for them. */
export function recordQuery(filters: RecordFilters): URLSearchParams {
  return new URLSearchParams(setOf(filters).map(([name, value]) => [PARAMETERS[name], value]));
}

function setOf(filters: RecordFilters): [RecordFilterName, string][] {
  return NAMES.flatMap((name) => {
    const value = filters[name];
    return value === undefined || value === '' ? [] : [[name, value]];
  });
}
