/**
 * The whole life of the hundred portfolios: dividends, settlement, savings each month, corporate actions, and policies
 * that rebalance on the same days and by the same bands as the client of the bare year (decisions O1 to O6).
 */
import type { Call } from './year-client.ts';

/** Simulated in addition to the trades. */
export const LIFE_OPTIONS = { dividends: 'on', settlement: 'simulated' } as const;

const SAVINGS = { kind: 'deposit', amount: 100, every: 'month', at: '2026-03-16T12:00:00Z' };
const WHEN = [{ calendar: { every: 'month', day: 'first', at: 'open+3h' } }];
const SETTINGS = {
  A: { drift_threshold: 0.01 },
  B: { drift_threshold: 0.01, band_type: 'relative', fx_overlay: false },
};

/**
 * Between rebalances, each in an instrument of twenty to sixty portfolios. The last one leaves a target without a
 * price.
 */
const CORPORATE_ACTIONS = [
  { kind: 'split', isin: 'DE0007164600', ex_at: '2026-06-16T07:00:00Z', ratio: { new: 4, old: 1 } },
  { kind: 'isin_change', isin: 'NL0011821202', ex_at: '2026-09-15T07:00:00Z', new_isin: 'NL0016820019' },
  { kind: 'delisting', isin: 'IE00B5BMR087', ex_at: '2027-02-16T08:00:00Z', cash_price: 500 },
];

export async function scheduleCorporateActions(call: Call): Promise<void> {
  for (const action of CORPORATE_ACTIONS) await call('POST', '/sim/market/corporate-actions', action);
}

export async function beginSavings(call: Call, portfolioId: string): Promise<void> {
  await call('POST', `/sim/portfolios/${portfolioId}/cash-flows`, SAVINGS);
}

/** It rebalances on the same days and by the same bands as the client of the year. */
export async function putPolicy(call: Call, portfolioId: string, form: 'A' | 'B'): Promise<void> {
  await call('PUT', `/sim/portfolios/${portfolioId}/policy`, { when: WHEN, settings: SETTINGS[form], execute: true });
}
