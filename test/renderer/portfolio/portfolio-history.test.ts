/** The arithmetic of the portfolio's views: currencies, history, lots, the state of a portfolio. */
import { describe, expect, it } from 'vitest';
import { fxExposure } from '../../../src-renderer/screens/portfolios/detail/fx-exposure.ts';
import {
  extremesOf,
  flowsWithin,
  historyRows,
  shareOutside,
  targetsSince,
} from '../../../src-renderer/screens/portfolios/detail/history/history-rows.ts';
import {
  formatHeldDays,
  heldDays,
  heldDaysOf,
  lotRows,
  lotTotals,
  rowsByInstrument,
} from '../../../src-renderer/screens/portfolios/detail/tax/lot-rows.ts';
import {
  passesFilters,
  portfolioFiltersIn,
  portfolioState,
} from '../../../src-renderer/screens/portfolios/list/portfolio-filters.ts';
import type { PortfolioHistory } from '../../../src-server/contract/control/portfolios/portfolio-history.ts';
import type { PortfolioSummary, PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { proves } from '../../conformance/proves.ts';

const SAP = 'DE0007164600';
const SHEL = 'GB00BP6MXD84';
const APPLE = 'US0378331005';
const AT = '2026-03-12T09:30:00.000Z';

const SUMMARY: PortfolioSummary = {
  portfolio_id: 'pf_1',
  account_id: 'default',
  form: 'B',
  label: 'sample',
  currency: 'EUR',
  wrapper: 'Depot',
  tax_jurisdiction: null,
  total_value: 1000,
  receivable: 0,
  cash: 100,
  positions: 2,
  exchanges: ['XETR', 'XLON'],
  has_targets: true,
  max_drift: 0.08,
  portfolio_drift: 0.08,
  breached: true,
  rebalance: null,
  created_at: AT,
};

const named = (isin: string) => ({ isin, symbol: isin.slice(0, 4), name: isin });
const held = (isin: string, exchange: string, currency: string, quantity: number, price: number) => ({
  ...named(isin),
  exchange,
  exchange_open: true,
  quantity,
  settled: quantity,
  unsettled: 0,
  listing_currency: currency,
  listing_price: price,
  price,
  value: quantity * price,
  weight: (quantity * price) / 1000,
});
const wanted = (isin: string, current: number, target: number) => ({
  ...named(isin),
  current_weight: current,
  target_weight: target,
  drift: current - target,
  local_drift: current - target,
  relative_drift: null,
});

/** 400 EUR of SAP, 500 EUR of Shell of which 200 trade in London, 100 EUR of cash; a tenth of Apple is the target. */
const VIEW: PortfolioView = {
  ...SUMMARY,
  default_tax_method: null,
  has_policy: false,
  metadata: null,
  holdings: [held(SAP, 'XETR', 'EUR', 4, 100), held(SHEL, 'XLON', 'GBP', 8, 25), held(SHEL, 'XAMS', 'EUR', 10, 30)],
  allocation: [wanted(SAP, 0.4, 0.35), wanted(SHEL, 0.5, 0.5), wanted(APPLE, 0, 0.1)],
  undelivered: [],
  cash_row: {
    amount: 100,
    settled: 100,
    unsettled: 0,
    withdrawable: 100,
    weight: 0.1,
    target_weight: 0.05,
    drift: 0.05,
  },
  drift: {
    as_of: AT,
    total_value: 1000,
    max_drift: 0.08,
    portfolio_drift: 0.08,
    positions: [],
    fx: [{ currency: 'GBP', weight: 0.2, fx_drift: 0.0012 }],
  },
  band: { type: 'absolute', threshold: 0.05 },
  rebalances: [],
  warnings: [],
};

describe('the currencies of a portfolio', () => {
  const rates = { perEur: new Map([['GBP', 0.8]]), tradedIn: (isin: string) => (isin === APPLE ? ['USD'] : []) };

  it('sum to the whole portfolio, by the listings of holdings and of future purchases', () => {
    const rows = fxExposure(VIEW, rates);
    // EUR: 400 of SAP, 300 of Shell, 100 of cash; targets 0.35 + three fifths of 0.5 + 0.05 of cash.
    expect(rows.map(({ currency, value }) => [currency, value])).toEqual([
      ['EUR', 800],
      ['GBP', 200],
      ['USD', 0],
    ]);
    expect(rows.map(({ target }) => Number(target.toFixed(6)))).toEqual([0.7, 0.2, 0.1]);
    expect(rows.map(({ weight }) => weight)).toEqual([0.8, 0.2, 0]);
  });

  it(
    'count targets that are not held where they would be bought: in the base currency, else at the primary exchange',
    proves('L136'),
    () => {
      const fund = { ...VIEW, holdings: [], allocation: [wanted(APPLE, 0, 0.1)] };
      const targetsIn = (base: string, tradedIn: readonly string[]) =>
        fxExposure({ ...fund, currency: base }, { ...rates, tradedIn: () => tradedIn })
          .filter(({ target }) => Math.abs(target - 0.1) < 1e-9 || target > 0.14)
          .map(({ currency }) => currency);
      // 0.05 of cash and 0.1 of the fund are in euros together.
      expect(targetsIn('EUR', ['GBP', 'EUR'])).toEqual(['EUR']);
      expect(targetsIn('CHF', ['GBP', 'EUR'])).toEqual(['GBP']);
    },
  );

  it('show what one unit is worth in the base currency, and nothing for an unknown rate', () => {
    expect(fxExposure(VIEW, rates).map(({ rate }) => rate)).toEqual([1, 1.25, null]);
    const inPounds = fxExposure({ ...VIEW, currency: 'GBP' }, rates);
    expect(inPounds.find(({ currency }) => currency === 'EUR')?.rate).toBe(0.8);
    expect(fxExposure(VIEW, rates)[1]?.fxDrift).toBe(0.0012);
  });
});

describe('a history', () => {
  const point = (minute: number, drift: number | null, nav = 1000) => ({
    at: new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString(),
    nav,
    receivable: 0,
    max_drift: drift,
    portfolio_drift: drift,
  });
  const history = (points: PortfolioHistory['points']): PortfolioHistory => ({
    portfolio_id: 'pf_1',
    currency: 'EUR',
    span: 'all',
    from: AT,
    to: AT,
    band: { type: 'absolute', threshold: 0.05 },
    points,
    flows: [],
    rebalances: [],
  });

  it('recognises external flows, which are no gain', () => {
    const rows = historyRows(history([point(0, null), point(10, null), point(20, null)]));
    const flowAt = (minute: number, amount: number) => ({ at: point(minute, null).at, kind: 'deposit', amount });
    // Flows at the first point are in its value already; flows after the last are not shown.
    const flows = [flowAt(0, 1), flowAt(5, 100), flowAt(20, -30), flowAt(21, 1000)];
    const before = point(-10, null).at;
    expect(flowsWithin(rows, { from: before, flows })).toBe(70);
    // At the beginning of the history, only flows after the opening value count.
    expect(flowsWithin(rows, { from: point(0, null).at, flows })).toBe(71);
  });

  it('counts the time outside the band, not the points', () => {
    // Outside for 10 of the 40 minutes that were measured; before, there were no targets.
    const rows = historyRows(history([point(0, null), point(10, 0.02), point(40, 0.06), point(50, 0.01)]));
    expect(shareOutside(rows, 5)).toBeCloseTo(0.25, 12);
    expect(extremesOf(rows, 'drift')).toEqual({ first: 2, last: 1, lowest: 1, highest: 6 });
  });

  it('counts from the moment at which there were targets, which its summary names', () => {
    const late = historyRows(history([point(0, null), point(10, 0.02), point(40, 0.06)]));
    expect(targetsSince(late, 'start')).toBe(new Date(late[1]?.atMs ?? 0).toISOString());
    expect(targetsSince(late.slice(1), 'start')).toBe('start');
    expect(targetsSince(late.slice(0, 1), 'start')).toBeNull();
  });

  it('has no drift to summarise where there were no targets, but a value', () => {
    const rows = historyRows(history([point(0, null, 900), point(10, null, 1100)]));
    expect(shareOutside(rows, 5)).toBe(0);
    expect(extremesOf(rows, 'drift')).toBeNull();
    expect(extremesOf(rows, 'nav')).toEqual({ first: 900, last: 1100, lowest: 900, highest: 1100 });
  });
});

describe('lots', () => {
  const lot = (isin: string, id: string, quantity: number, cost: number, acquired: string) => ({
    isin,
    lot_id: id,
    order_id: null,
    quantity,
    cost,
    unit_cost: cost / quantity,
    acquired_at: acquired,
  });
  const list = {
    portfolio_id: 'pf_1',
    currency: 'EUR',
    tax_method: 'FIFO',
    lots: [
      lot(SAP, 'lt_1', 4, 380, '2026-03-02T09:30:00.000Z'),
      lot(SHEL, 'lt_2', 6, 180, '2026-03-11T09:31:00.000Z'),
      lot(SHEL, 'lt_3', 12, 300, '2026-03-05T09:30:00.000Z'),
    ],
  };

  it('are valued like their instrument at all its exchanges together', () => {
    const rows = lotRows(list, VIEW);
    // Shell: 8 at 25 and 10 at 30 are 500 for 18 shares.
    expect(rows.map(({ value }) => value?.toFixed(2))).toEqual(['400.00', '166.67', '333.33']);
    // By dates, as realised gains count them: the second was bought a minute less than a day ago.
    expect(rows.map(({ heldDays: days }) => days)).toEqual([10, 1, 7]);
    const totals = lotTotals(rows);
    expect(totals).toMatchObject({ cost: 860 });
    expect(totals.gain).toBeCloseTo(40, 9);
  });

  it('of an instrument together are as old as the oldest, at their average cost', () => {
    const shell = rowsByInstrument(lotRows(list, VIEW)).find(({ isin }) => isin === SHEL);
    expect(shell).toMatchObject({ lots: 2, quantity: 18, cost: 480, acquired_at: '2026-03-05T09:30:00.000Z' });
    expect(shell?.unit_cost).toBeCloseTo(480 / 18, 6);
    expect(shell?.gainShare).toBeCloseTo(20 / 480, 12);
  });

  it('that were sold show how long they were held, from day to day; a pool shows none', () => {
    expect(heldDays('2025-12-31T23:59:59.000Z', '2026-01-01')).toBe(1);
    const sold = [
      { acquired_at: '2026-01-01T10:00:00.000Z' },
      { acquired_at: null },
      { acquired_at: '2025-01-01T10:00:00.000Z' },
    ];
    expect(formatHeldDays(heldDaysOf(sold, '2026-03-02'))).toBe('60–425');
    expect(formatHeldDays(heldDaysOf([{ acquired_at: null }], '2026-03-02'))).toBeNull();
  });
});

describe('the state of a portfolio', () => {
  const STANDS: readonly [portfolio: Partial<PortfolioSummary>, state: string][] = [
    [{ rebalance: { rebalance_id: 'rb_1', status: 'partially_filled' } }, 'rebalancing'],
    [{ rebalance: { rebalance_id: 'rb_1', status: 'failed' } }, 'failed'],
    [{ rebalance: { rebalance_id: 'rb_1', status: 'complete' } }, 'outside'],
    [{ breached: false }, 'in_band'],
    [{ breached: false, has_targets: false }, 'no_targets'],
  ];
  it.each(STANDS)('is one word: %j is %s', (change, state) => {
    expect(portfolioState({ ...SUMMARY, ...change })).toBe(state);
  });

  it('can be filtered in the address, several at once', () => {
    const filters = portfolioFiltersIn(new URLSearchParams('state=outside&currency=EUR&form=&other=1'));
    expect(filters).toEqual({ state: 'outside', currency: 'EUR' });
    expect(passesFilters(SUMMARY, filters)).toBe(true);
    expect(passesFilters({ ...SUMMARY, currency: 'GBP' }, filters)).toBe(false);
    expect(passesFilters({ ...SUMMARY, breached: false }, filters)).toBe(false);
    const depots = portfolioFiltersIn(new URLSearchParams('wrapper=depot'));
    expect(['Depot', 'depot', 'ISA'].map((wrapper) => passesFilters({ ...SUMMARY, wrapper }, depots))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
