/** Target weights that are completed to 100 %, and the value of a portfolio while it is typed. */

import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src-renderer/api/api-error.ts';
import { formatMoney } from '../../../src-renderer/components/format/format-number.ts';
import { placeErrors } from '../../../src-renderer/components/forms/place-errors.ts';
import {
  changedParts,
  EMPTY_ACCOUNTS,
  holdingDraft,
  holdingRows,
  newPortfolioBody,
  targetDraft,
  targetRows,
  withTypedLot,
} from '../../../src-renderer/components/portfolios/portfolio-draft.ts';
import { lotsByPosition } from '../../../src-renderer/components/portfolios/position-lots.ts';
import { resumeDraft } from '../../../src-renderer/components/portfolios/resume-draft.ts';
import { equalWeights, normalised, percentSum } from '../../../src-renderer/components/portfolios/target-weights.ts';
import { asFormPointers } from '../../../src-renderer/screens/portfolios/edit/save-portfolio.ts';
import { figureText, valueDraft } from '../../../src-renderer/screens/portfolios/edit/value-draft.ts';
import { fc } from '../../support/draws.ts';

const targets = (...percents: (number | string)[]) =>
  percents.map((percent, index) => targetDraft(`ISIN ${index}`, percent));
const percents = (rows: readonly { readonly percent: number | string }[]) => rows.map(({ percent }) => percent);

describe('target weights', () => {
  it('sum without noise of binary fractions; an empty field counts as zero', () => {
    expect(percentSum(targets(0.1, 0.2, ''))).toBe(0.3);
  });

  it('are equal to the basis point, with the rest at the first rows', () => {
    expect(percents(equalWeights(targets(1, 2, 3)))).toEqual([33.34, 33.33, 33.33]);
  });

  it('retain their proportions when they are completed; zeros become equal shares', () => {
    expect(percents(normalised(targets(30, 20)))).toEqual([60, 40]);
    expect(percents(normalised(targets('', 0)))).toEqual([50, 50]);
  });

  it('are exactly 100 % afterwards, whatever they were', () => {
    const weights = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(weights, (list) => {
        expect(percentSum(normalised(targets(...list)))).toBe(100);
        expect(percentSum(equalWeights(targets(...list)))).toBe(100);
      }),
    );
  });
});

describe('the value of a portfolio while it is typed', () => {
  const prices = new Map([
    ['A XETR', { mid: 10, currency: 'EUR' }],
    ['B XNAS', { mid: 12, currency: 'USD' }],
  ]);
  const perEur = new Map([
    ['USD', 1.2],
    ['GBP', 0.8],
  ]);
  const row = (isin: string, exchange: string, quantity: number | string) => ({
    key: '',
    isin,
    exchange,
    quantity,
    cost: '',
    acquired: '',
  });

  it('is in base currency, with cash, and its drift is that of the row furthest away', () => {
    const contents = { cash: 160, holdings: [row('A', 'XETR', 50), row('B', 'XNAS', 30)], targets: targets(40) };
    // 50 × 10 EUR = 500 EUR = 400 GBP; 30 × 12 USD = 360 USD = 300 EUR = 240 GBP; with 160 cash 800 GBP.
    const value = valueDraft(contents, 'GBP', prices, perEur);
    expect(value.values).toEqual([400, 240]);
    expect(value.nav).toBe(800);
    // A 50 %, B 30 %, both without a target; the target of 40 % is not held.
    expect(value.maxDrift).toBeCloseTo(0.5, 12);
  });

  it('counts every position in whole cents, as the service does', () => {
    const contents = { cash: 0, holdings: [row('A', 'XETR', 0.3333), row('A', 'XETR', 0.3333)], targets: targets(40) };
    // 3.333 EUR each, 2.6664 GBP: 2.67 and 2.67, not 5.33.
    const value = valueDraft(contents, 'GBP', prices, perEur);
    expect(value.values).toEqual([2.67, 2.67]);
    expect(value.nav).toBeCloseTo(5.34, 10);
  });

  it.each(['-5', 'abc', '12.345', ''])('is not a number while the cash is %j', (cash) => {
    const value = valueDraft({ cash, holdings: [row('A', 'XETR', 1)], targets: targets(40) }, 'EUR', prices, perEur);
    expect([value.cash, value.nav, value.maxDrift]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(value.values).toEqual([10]);
    expect([...value.weights]).toEqual([]);
    expect(figureText(value.nav, formatMoney)).toBe('–');
  });

  it('is not a number while a quantity cannot be read, and its drift while a target cannot', () => {
    const holdings = [row('A', 'XETR', 'x'), row('A', 'XETR', 1)];
    const value = valueDraft({ cash: 1, holdings, targets: targets(40) }, 'EUR', prices, perEur);
    expect(value).toMatchObject({ cash: 1, nav: Number.NaN, maxDrift: Number.NaN, values: [Number.NaN, 10] });
    const driftOf = (percent: string) =>
      valueDraft({ cash: 1, holdings: [], targets: targets(40, percent) }, 'EUR', prices, perEur).maxDrift;
    expect([driftOf('x'), driftOf('')]).toEqual([Number.NaN, -0.4]);
  });

  it('without a price is not complete, and its drift is not shown', () => {
    const value = valueDraft({ cash: 1, holdings: [row('C', 'XETR', 1)], targets: targets(40) }, 'EUR', prices, perEur);
    expect(value).toMatchObject({ isComplete: false, maxDrift: null, values: [null] });
  });
});

describe('the requests of a form', () => {
  it('are those of its own form', () => {
    const a = { ...EMPTY_ACCOUNTS.A, name: ' Family ', tax_jurisdiction: 'se', metadata: 'desk: 7\nnote: a: b' };
    const nothing = { holdings: [], targets: [] };
    const request = { name: 'Family', currency: 'EUR', tax_jurisdiction: 'SE', account_type: 'depot' };
    expect(newPortfolioBody(a, { cash: 100_000, ...nothing })).toEqual({
      form: 'A',
      request: { ...request, metadata: { desk: '7', note: 'a: b' } },
    });
    const b = { ...EMPTY_ACCOUNTS.B, external_id: 'x' };
    expect(newPortfolioBody(b, { cash: 5, ...nothing })).toEqual({
      form: 'B',
      request: { external_id: 'x', currency: 'EUR', tax_wrapper: 'Depot', holdings: [], targets: [], cash: 5 },
    });
  });

  it('have holdings with lots separate from the request of Form B, which has no field for them', () => {
    const lots = [{ quantity: 2, unit_cost: 3.5, acquired_at: '2026-01-05T09:00:00.000Z' }];
    const held = { isin: 'A', exchange: 'XETR', quantity: 2 };
    const contents = { cash: 7, holdings: [holdingDraft('A', 'XETR', 2, lots)], targets: [] };
    expect(newPortfolioBody({ ...EMPTY_ACCOUNTS.B, external_id: 'x' }, contents)).toEqual({
      form: 'B',
      request: { external_id: 'x', currency: 'EUR', tax_wrapper: 'Depot', targets: [], cash: 7 },
      positions: [{ ...held, lots }],
    });
    expect(newPortfolioBody(EMPTY_ACCOUNTS.A, contents)).toMatchObject({ cash: 7, positions: [{ ...held, lots }] });
  });

  it('have weights as shares, without noise of binary fractions', () => {
    const weights = targetRows({ cash: 0, holdings: [], targets: targets(14.1, 28.2, '') }).map(({ weight }) => weight);
    expect(JSON.parse(JSON.stringify(weights))).toEqual([0.141, 0.282, null]);
  });
});

describe('a refusal of a portfolio by the service', () => {
  const refused = new ApiError(400, 'invalid_request', 'The request is not valid.', [
    { path: '/positions/1/quantity', issue: 'is negative' },
    { path: '/positions/1', issue: 'repeats a row' },
    { path: '/targets', issue: 'weights sum to more than 1.001' },
    { path: '/amount', issue: 'has more than two decimals' },
    { path: '/positions/7/isin', issue: 'is unknown' },
  ]);
  const fields = ['/cash', { list: '/targets' }, '/targets/0', '/targets/0/weight'];
  const rows = ['/holdings/0', '/holdings/0/quantity', '/holdings/1', '/holdings/1/exchange', '/holdings/1/quantity'];
  const { atField, formErrors } = placeErrors(asFormPointers(refused), [...fields, ...rows]);

  it('is at its cell, its row, its list or its field, by the pointers of the form', () => {
    expect(Object.fromEntries(atField)).toEqual({
      '/holdings/1/quantity': 'Is negative.',
      '/holdings/1': 'Repeats a row.',
      '/targets': 'Weights sum to more than 1.001.',
      '/cash': 'Has more than two decimals.',
    });
  });

  it('is at the top where the form has no row for it, or it names no place', () => {
    expect(formErrors).toEqual(['/holdings/7/isin is unknown.']);
    const running = new ApiError(409, 'already_executing', 'A rebalance is running.');
    expect(placeErrors(running, []).formErrors).toEqual(['A rebalance is running.']);
    expect(placeErrors(null, []).formErrors).toEqual([]);
  });
});

describe('a draft that is resumed', () => {
  const sap = { key: '', isin: 'DE0007164600', exchange: 'XETR', quantity: 10, cost: '', acquired: '' };
  const before = { cash: 100, holdings: [sap], targets: targets(40) };

  it('retains its changes, follows the portfolio in the rest, and names what both changed', () => {
    const draft = { ...before, targets: targets(60) };
    const now = { ...before, cash: 70, holdings: [{ ...sap, quantity: 12 }] };
    const resumed = resumeDraft(before, draft, now);
    expect(resumed.contents).toEqual({ cash: 70, holdings: now.holdings, targets: draft.targets });
    expect(resumed.conflicts).toEqual([]);
    const { conflicts } = resumeDraft(before, draft, { ...now, targets: targets(50) });
    expect(conflicts.map(({ name }) => name)).toEqual(['targets']);
  });

  it('counts a holding without lots as the same with the lot that the service gives it, which it keeps', () => {
    const lots = [{ quantity: 10, unit_cost: 5, acquired_at: '2020-01-01T00:00:00.000Z' }];
    const etf = { ...sap, isin: 'IE00B4L5Y983' };
    const two = { ...before, holdings: [sap, etf] };
    const draft = { ...two, holdings: [sap, { ...etf, quantity: 12 }] };
    const merged = resumeDraft(two, draft, { ...two, holdings: two.holdings.map((row) => ({ ...row, lots })) });
    expect(merged.contents.holdings).toEqual([
      { ...sap, lots },
      { ...etf, quantity: 12 },
    ]);
    expect(merged.conflicts).toEqual([]);
  });

  it('merges holdings row by row, unless two rows are of one listing', () => {
    const etf = { ...sap, key: 'etf', isin: 'IE00B4L5Y983' };
    const two = { ...before, holdings: [sap, etf] };
    const draft = { ...two, holdings: [sap, { ...etf, quantity: 12 }] };
    const bought = { ...sap, exchange: 'XLON' };
    const merged = resumeDraft(two, draft, { ...two, holdings: [etf, bought] });
    expect(merged.contents.holdings).toEqual([{ ...etf, quantity: 12 }, bought]);
    expect(merged.conflicts).toEqual([]);
    const twice = resumeDraft(two, { ...two, holdings: [sap, sap, etf] }, { ...two, holdings: [etf] });
    expect(twice.contents.holdings).toEqual([sap, sap, etf]);
    expect(twice.conflicts.map(({ name }) => name)).toEqual(['holdings']);
  });
});

describe('the tax lots of positions', () => {
  const lot = (isin: string, quantity: number, unitCost: number, year: number) => {
    const acquired = { acquired_at: `${year}-01-01T00:00:00.000Z`, lot_id: `lt_${year}`, order_id: null };
    return { isin, quantity, unit_cost: unitCost, cost: quantity * unitCost, ...acquired };
  };

  it('are distributed over the exchanges of an instrument, the oldest first', () => {
    const lots = [lot('A', 5, 10, 2020), lot('A', 5, 20, 2021), lot('B', 1, 7, 2022)];
    const positions = [
      { isin: 'A', quantity: 7 },
      { isin: 'B', quantity: 2 },
      { isin: 'A', quantity: 3 },
    ];
    const [first, ofB, second] = lotsByPosition(positions, lots);
    expect(first?.map(({ quantity, unit_cost: cost }) => [quantity, cost])).toEqual([
      [5, 10],
      [2, 20],
    ]);
    expect(second?.map(({ quantity, unit_cost: cost }) => [quantity, cost])).toEqual([[3, 20]]);
    // Its lots have another number of shares than its position.
    expect(ofB).toBeUndefined();
  });

  it('are one lot of the typed values where there are none', () => {
    const typed = (cost: number | string, acquired: string) =>
      holdingRows({ cash: 0, targets: [], holdings: [{ ...holdingDraft('A', 'XETR', 10), cost, acquired }] })[0]?.lots;
    expect(typed('', '')).toBeUndefined();
    expect(typed(98.4, '15.3.2021')).toEqual([
      { quantity: 10, unit_cost: 98.4, acquired_at: '2021-03-15T00:00:00.000Z' },
    ]);
    // Missing or invalid values are sent as they are: the service reports them at their field.
    expect(typed(98.4, '')).toEqual([{ quantity: 10, unit_cost: 98.4, acquired_at: '' }]);
    expect(typed(98.4, 'long ago')?.[0]?.acquired_at).toBe('long ago');
  });

  it('are the same where a lot is shown as fields and does not change', () => {
    const lot = { quantity: 10, unit_cost: 5, acquired_at: '2020-01-01T08:30:00.000Z' };
    const held = { ...holdingDraft('A', 'XETR', 10), lots: [lot] };
    const before = { cash: 0, targets: [], holdings: [held] };
    expect(changedParts(before, { ...before, holdings: [withTypedLot(held, lot)] })).toEqual([]);
    const changed = { ...withTypedLot(held, lot), cost: 6 };
    expect(changedParts(before, { ...before, holdings: [changed] })).toEqual(['holdings']);
  });

  it('are sent as long as they have as many shares as their holding', () => {
    const lots = [{ quantity: 10, unit_cost: 5, acquired_at: '2020-01-01T00:00:00.000Z' }];
    const rows = (quantity: number) =>
      holdingRows({ cash: 0, targets: [], holdings: [{ ...holdingDraft('A', 'XETR', quantity), lots }] });
    expect(rows(10)).toEqual([{ isin: 'A', exchange: 'XETR', quantity: 10, lots }]);
    expect(rows(11)).toEqual([{ isin: 'A', exchange: 'XETR', quantity: 11 }]);
  });
});
