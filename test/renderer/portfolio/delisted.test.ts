/** The app's texts about delisted instruments; the filter of portfolios finds all that are outside their band. */
import { describe, expect, it } from 'vitest';
import {
  delistedFault,
  delistedRows,
  delistedValue,
  wayOut,
} from '../../../src-renderer/components/portfolios/delisted.tsx';
import { passesFilters } from '../../../src-renderer/screens/portfolios/list/portfolio-filters.ts';
import type { PortfolioSummary, PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';

const SINCE = '2026-03-05T06:00:00.000Z';

const portfolio = {
  currency: 'EUR',
  holdings: [
    { isin: 'IT0003128367', symbol: 'ENEL', value: 32_066.21, delisted_at: SINCE },
    { isin: 'DE0007164600', symbol: 'SAP', value: 1000 },
  ],
  allocation: [
    { isin: 'IT0003128367', symbol: 'ENEL', target_weight: 0.02, delisted_at: SINCE },
    { isin: 'DE0007164600', symbol: 'SAP', target_weight: 0.1 },
    { isin: 'DE0008404005', symbol: 'ALV', target_weight: 0.1, delisted_at: SINCE },
  ],
} as unknown as PortfolioView;

describe('a delisted instrument', () => {
  it('is reported with what the user can do: it is held, a target, or both', () => {
    const [enel, alv, ...others] = delistedRows(portfolio);
    expect(others).toEqual([]);
    expect(delistedFault(portfolio)).toBe('ENEL and ALV have been delisted, so no rebalance can be planned.');
    expect(enel && wayOut(enel)).toMatch(
      /remove it from the holdings, which writes it off in full, and from the targets\.$/,
    );
    expect(alv && wayOut(alv)).toMatch(/remove it from the targets\.$/);
    expect(delistedFault({ ...portfolio, allocation: portfolio.allocation.slice(1, 2) })).toBe(null);
  });

  it('is in the net asset value at its last price', () => {
    expect(delistedValue(portfolio, String)).toBe('including 32066.21 EUR of delisted ENEL at the last price');
    expect(delistedValue({ ...portfolio, holdings: portfolio.holdings.slice(1) }, String)).toBe(null);
  });
});

it('the filter by state finds a portfolio by the state on its badge alone', () => {
  const row = {
    form: 'B',
    wrapper: 'Depot',
    currency: 'EUR',
    has_targets: true,
    breached: true,
    rebalance: { rebalance_id: 'rb_1', status: 'executing' },
  } as PortfolioSummary;
  expect(passesFilters(row, { state: 'outside' })).toBe(false);
  expect(passesFilters(row, { state: 'rebalancing' })).toBe(true);
  expect(passesFilters({ ...row, rebalance: null }, { state: 'outside' })).toBe(true);
});
