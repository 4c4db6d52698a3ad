/** The portfolios that words and filters leave over: what the list draws, and what is copied from it. */
import { useMemo } from 'react';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { matchesFilter, useFilter } from '../../../components/tables/filter-box.tsx';
import { passesFilters } from './portfolio-filters.ts';
import { usePortfolioFilters } from './use-portfolio-filters.ts';

export function useShownPortfolios(portfolios: readonly PortfolioSummary[]): readonly PortfolioSummary[] {
  const words = useFilter('portfolios');
  const { filters } = usePortfolioFilters();
  return useMemo(
    () => portfolios.filter((row) => passesFilters(row, filters) && matchesFilter(words, searchTexts(row))),
    [portfolios, filters, words],
  );
}

function searchTexts(row: PortfolioSummary): string[] {
  return [row.label, row.portfolio_id, `form ${row.form}`, row.wrapper, row.currency, ...row.exchanges];
}
