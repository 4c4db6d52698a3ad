/** The filters of the list of portfolios as the address says them. Pure. */
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { portfolioState } from './portfolio-state.ts';

export const FILTER_NAMES = ['form', 'wrapper', 'currency', 'state'] as const;
export type PortfolioFilterName = (typeof FILTER_NAMES)[number];
/** Only what is asked for is in it. */
export type PortfolioFilters = Readonly<Partial<Record<PortfolioFilterName, string>>>;

/** What an address asks for; empty parameters, and those of others, are left out. */
export function portfolioFiltersIn(search: URLSearchParams): PortfolioFilters {
  const pairs = FILTER_NAMES.map((name) => [name, search.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

export function passesFilters(row: PortfolioSummary, filters: PortfolioFilters): boolean {
  return FILTER_NAMES.every((name) => filters[name] === undefined || filters[name] === filterValue(row, name));
}

/** What a portfolio has where a filter looks. */
export function filterValue(row: PortfolioSummary, name: PortfolioFilterName): string {
  return name === 'state' ? portfolioState(row) : row[name];
}
