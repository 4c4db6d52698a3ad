/** Lots that are grouped by instrument and day, and how long they were held. */
import { describe, expect, it } from 'vitest';
import {
  disposalRows,
  disposalsByInstrument,
} from '../../../src-renderer/screens/portfolios/detail/tax/disposal-rows.ts';
import {
  formatHeldDays,
  heldDaysOf,
  type LotRow,
  lotRowKey,
  lotRows,
  lotTotals,
  rowsByInstrument,
  rowsByOrder,
} from '../../../src-renderer/screens/portfolios/detail/tax/lot-rows.ts';

function lot(isin: string, at: string, quantity: number, unitCost: number, price: number): LotRow {
  const [cost, value] = [quantity * unitCost, quantity * price];
  return {
    isin,
    symbol: isin,
    lot_id: `${isin} ${at}`,
    order_id: null,
    lots: 1,
    parts: [],
    isPart: false,
    quantity,
    cost,
    unit_cost: unitCost,
    price,
    value,
    gain: value - cost,
    gainShare: (value - cost) / cost,
    acquired_at: `${at}:00.000Z`,
    lastAcquiredAt: `${at}:00.000Z`,
    heldDays: 1,
    youngestHeldDays: 1,
  };
}

describe('grouped lots', () => {
  const rows = [
    { ...lot('A', '2024-03-05T10:00', 10, 30, 40), heldDays: 7, youngestHeldDays: 7 },
    { ...lot('A', '2020-01-02T10:00', 30, 10, 40), heldDays: 1500, youngestHeldDays: 1500 },
    { ...lot('A', '2024-03-05T11:00', 10, 50, 40), heldDays: 7, youngestHeldDays: 7 },
    lot('B', '2021-01-04T10:00', 1, 100, 90),
  ];

  it('retain a unit cost that all of them have, whatever their cost is in cents', () => {
    const alike = (at: string) => ({ ...lot('A', at, 17.333333, 95.57, 100), cost: 1656.55 });
    const [together] = rowsByInstrument([alike('2024-03-05T10:00'), alike('2024-03-05T11:00')]);
    expect(together).toMatchObject({ lots: 2, cost: 3313.1, unit_cost: 95.57 });
  });

  it('have a row for their instrument, with totals, and a row for each day', () => {
    const [a, b] = rowsByInstrument(rows);
    // 30 × 10 + 10 × 30 + 10 × 50 = 1 100 for 50 shares; 50 × 40 = 2 000.
    expect(a).toMatchObject({ lots: 3, quantity: 50, cost: 1100, unit_cost: 22, gain: 900, lot_id: null });
    expect(a).toMatchObject({ heldDays: 1500, youngestHeldDays: 7, acquired_at: '2020-01-02T10:00:00.000Z' });
    expect(a?.parts.map(({ lots, quantity, isPart }) => [lots, quantity, isPart])).toEqual([
      [2, 20, true],
      [1, 30, true],
    ]);
    expect(a?.parts[0]?.parts).toHaveLength(2);
    // A single lot is its own row.
    expect(b).toMatchObject({ lots: 1, lot_id: 'B 2021-01-04T10:00', parts: [] });
  });

  it('of one day alone have no row for the day', () => {
    const [a] = rowsByInstrument(rows.filter(({ heldDays }) => heldDays === 7));
    expect(a?.parts.map(({ lot_id: id }) => id)).toEqual(['A 2024-03-05T10:00', 'A 2024-03-05T11:00']);
  });

  it('of one order are one row, even on different days, and every key is unique', () => {
    const bought = (at: string, order: string | null) => ({ ...lot('A', at, 10, 30, 40), order_id: order });
    const each = [
      bought('2026-03-02T09:30', 'or_1'),
      bought('2026-03-02T09:31', 'or_1'),
      bought('2026-03-03T09:30', 'or_1'),
      bought('2026-03-03T09:31', 'or_2'),
      bought('2020-01-02T10:00', null),
      bought('2020-01-02T10:01', null),
    ];
    const orders = rowsByOrder(each);
    expect(orders.map(({ order_id: order, lots, parts }) => [order, lots, parts.length])).toEqual([
      ['or_1', 3, 3],
      ['or_2', 1, 0],
      [null, 2, 2],
    ]);
    const [instrument, ...others] = rowsByInstrument(each);
    expect(others).toEqual([]);
    expect(instrument?.parts.map(({ order_id: order, lots }) => [order, lots])).toEqual([
      ['or_1', 3],
      ['or_2', 1],
      [null, 2],
    ]);
    const all = [instrument, ...(instrument?.parts ?? []), ...(instrument?.parts ?? []).flatMap(({ parts }) => parts)];
    const keys = all.flatMap((row) => (row === undefined ? [] : lotRowKey(row)));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('have gains and losses lot by lot', () => {
    // 100 and −100 of the two of one day, and 900 of the old one of A, −10 of B.
    expect(lotTotals(rows)).toMatchObject({ gain: 890, gains: 1000, losses: 110 });
  });
});

describe('the values of lots', () => {
  const each = { lot_id: 'l', order_id: null, unit_cost: 1, cost: 3.33, acquired_at: '2026-03-01T10:00:00.000Z' };
  const list = {
    portfolio_id: 'pf',
    currency: 'EUR',
    tax_method: 'FIFO',
    lots: [1, 2, 3].map((n) => ({ ...each, isin: 'A', lot_id: `l${n}`, quantity: 3.3333 })),
  };
  const position = {
    isin: 'A',
    symbol: 'A',
    name: 'A',
    exchange: 'XETR',
    exchange_open: true,
    listing_currency: 'EUR',
    quantity: 9.9999,
    settled: 9.9999,
    unsettled: 0,
    listing_price: 1,
    price: 1,
    value: 10,
    weight: 1,
  };
  const portfolio = { allocation: [], holdings: [position], drift: { as_of: '2026-03-02T10:00:00.000Z' } };

  it('sum to the position to the cent, as rows, by instrument and in all', () => {
    const rows = lotRows(list, portfolio as unknown as Parameters<typeof lotRows>[1]);
    expect(rows.map(({ value }) => value)).toEqual([3.33, 3.34, 3.33]);
    expect(rows.map(({ gain }) => gain)).toEqual([0, 0.01, 0]);
    expect(rowsByInstrument(rows)[0]).toMatchObject({ value: 10, cost: 9.99, gain: 0.01 });
    expect(lotTotals(rows)).toEqual({ value: 10, cost: 9.99, gain: 0.01, gains: 0.01, losses: 0 });
  });
});

it('group disposals by instrument and day, with their sums', () => {
  const sale = (isin: string, date: string, bought: string, gain: number) => ({
    isin,
    date,
    method: 'FIFO',
    quantity: 2,
    proceeds: 100 + gain,
    cost: 100,
    gain,
    lots: [
      { rule: 'lot' as const, lot_id: null, quantity: 2, unit_cost: 50, acquired_at: `${bought}T10:00:00.000Z`, gain },
    ],
  });
  const rows = [
    sale('A', '2026-03-02', '2026-03-01', 5),
    sale('B', '2026-03-02', '2025-03-02', -3),
    sale('A', '2026-03-02', '2026-02-01', 7),
    sale('A', '2026-03-04', '2026-03-01', -4),
  ];
  const each = disposalRows(rows, (isin) => isin);
  const [a, b] = disposalsByInstrument(each);
  expect(a).toMatchObject({ disposals: 3, quantity: 6, proceeds: 308, cost: 300, gain: 8, index: null });
  expect(a).toMatchObject({ date: '2026-03-02', lastDate: '2026-03-04', heldDays: [1, 29, 3] });
  expect(a?.parts.map(({ disposals, gain }) => [disposals, gain])).toEqual([
    [2, 12],
    [1, -4],
  ]);
  expect(a?.parts[0]?.parts.map(({ index, lots }) => [index, lots.length])).toEqual([
    [0, 1],
    [2, 1],
  ]);
  expect(b).toMatchObject({ disposals: 1, index: 1, parts: [] });
});

describe('how long lots were held', () => {
  const range = (...days: (string | null)[]) =>
    formatHeldDays(
      heldDaysOf(
        days.map((day) => ({ acquired_at: day === null ? null : `${day}T10:00:00.000Z` })),
        '2025-09-09',
      ),
    );

  it('is the range of the lots that a sale used; a pool and later purchases have none', () => {
    expect(range('2025-09-08', '2025-08-30')).toBe('1–10');
    expect(range('2025-09-23', null)).toBeNull();
  });
});
