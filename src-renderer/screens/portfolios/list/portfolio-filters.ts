/** The filters of the list of portfolios, which are stored in the address, and the state of a portfolio. */

import { useMemo } from 'react';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { DEFAULT_BAND_TEXT } from '../../../components/charts/drift-band.ts';
import type { Tone } from '../../../components/feedback/notice.tsx';
import { useAddressFilters } from '../../../components/filters/filter-bar.tsx';
import { matchesFilter, useFilter } from '../../../components/filters/filter-box.tsx';
import { isUnderWay } from '../../../components/orders/is-under-way.ts';
import { wrapperName } from '../../../components/portfolios/wrapper-name.ts';

const FILTER_NAMES = ['form', 'wrapper', 'currency', 'state'] as const;
export type PortfolioFilterName = (typeof FILTER_NAMES)[number];
type PortfolioFilters = Readonly<Partial<Record<PortfolioFilterName, string>>>;

/** Omits empty parameters. A wrapper may be written as in either form. */
export function portfolioFiltersIn(search: URLSearchParams): PortfolioFilters {
  const pairs = FILTER_NAMES.map((name) => {
    const value = search.get(name)?.trim() ?? '';
    return [name, name === 'wrapper' ? wrapperName(value) : value] as const;
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

export function passesFilters(row: PortfolioSummary, filters: PortfolioFilters): boolean {
  return FILTER_NAMES.every((name) => filters[name] === undefined || filterValue(row, name) === filters[name]);
}

/** The state is the one on the badge, so that the counts of all states sum to the number of portfolios. */
export function filterValue(row: PortfolioSummary, name: PortfolioFilterName): string {
  if (name === 'state') return portfolioState(row);
  return name === 'wrapper' ? wrapperName(row.wrapper) : row[name];
}

/** The portfolios that match the text and the filters. */
export function useShownPortfolios(portfolios: readonly PortfolioSummary[]): readonly PortfolioSummary[] {
  const filterText = useFilter('Portfolios');
  const { filters } = useAddressFilters(portfolioFiltersIn);
  return useMemo(
    () => portfolios.filter((row) => passesFilters(row, filters) && matchesFilter(filterText, searchTexts(row))),
    [portfolios, filters, filterText],
  );
}

function searchTexts(row: PortfolioSummary): string[] {
  return [row.label, row.portfolio_id, `form ${row.form}`, row.wrapper, row.currency, ...row.exchanges];
}

type PortfolioState = 'rebalancing' | 'failed' | 'outside' | 'in_band' | 'no_targets';
type StateLook = Readonly<Record<'words' | 'mark' | 'meaning', string>> & { readonly tone: Tone };

export const STATE_LOOKS: Readonly<Record<PortfolioState, StateLook>> = {
  rebalancing: { words: 'rebalancing', tone: 'live', mark: '◐', meaning: 'A rebalance is being executed' },
  failed: { words: 'failed', tone: 'fail', mark: '✕', meaning: 'The latest rebalance failed' },
  outside: {
    words: 'outside',
    tone: 'warn',
    mark: '!',
    meaning: `A position is outside the ${DEFAULT_BAND_TEXT} band`,
  },
  in_band: {
    words: 'inside the band',
    tone: 'ok',
    mark: '✓',
    meaning: `Every position is inside the ${DEFAULT_BAND_TEXT} band`,
  },
  no_targets: { words: 'no targets', tone: 'plain', mark: '○', meaning: 'The portfolio has no targets yet' },
};

/** The label of a value of the filter; null for another filter. */
export function stateLabel(value: string): string | null {
  return Object.hasOwn(STATE_LOOKS, value) ? STATE_LOOKS[value as PortfolioState].words : null;
}

/** An active rebalance takes precedence over a failed one, and that over the band. */
export function portfolioState({ rebalance, breached, has_targets: hasTargets }: PortfolioSummary): PortfolioState {
  if (isUnderWay(rebalance)) return 'rebalancing';
  if (rebalance?.status === 'failed') return 'failed';
  if (!hasTargets) return 'no_targets';
  return breached ? 'outside' : 'in_band';
}
