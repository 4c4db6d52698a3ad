/**
 * Maps fills to the bars of a chart: together per bar and side, at their price, or at the close for another currency.
 */
import { describe, expect, test } from 'vitest';
import { fillMarks, fillsWithin } from '../../../src-renderer/screens/market/prices/chart-marks.ts';
import { sideBySide } from '../../../src-renderer/screens/market/prices/side-by-side-chart.tsx';
import type { MifidRecordRow } from '../../../src-server/contract/control/portfolios/mifid-list.ts';

const DAY_MS = 86_400_000;
const bar = (day: string, close: number) => ({
  at: `2026-03-${day}T00:00:00.000Z`,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
});
const BARS = [bar('02', 100), bar('03', 110), bar('04', 120)];
const XETR = { exchange: 'XETR', currency: 'EUR' };

function fill(fields: Partial<MifidRecordRow>): MifidRecordRow {
  return {
    mifid_record_id: 'mr',
    created_at: '2026-03-03T10:00:00.000Z',
    account_id: 'default',
    portfolio_id: 'pf',
    portfolio_label: 'depot',
    rebalance_id: 'rb',
    order_id: 'or',
    fill_id: 'fl',
    isin: 'DE0007164600',
    instrument_name: 'SAP',
    side: 'buy',
    quantity: 1,
    price: 111,
    currency: 'EUR',
    venue: 'XETR',
    retained_until: '',
    status: 'retained',
    ...fields,
  };
}

describe('fills', () => {
  test('of one side within a bar are one mark at their average price', () => {
    const fills = [
      fill({ quantity: 1, price: 110 }),
      fill({ quantity: 3, price: 114 }),
      fill({ side: 'sell', price: 90 }),
    ];
    const marks = fillMarks(fills, BARS, XETR, DAY_MS);
    // (1 × 110 + 3 × 114) ÷ 4
    expect(marks.map(({ at, side, price }) => [at, side, price])).toEqual([
      [BARS[1]?.at, 'buy', 113],
      [BARS[1]?.at, 'sell', 90],
    ]);
  });

  test('elsewhere say so, and are at the close of the bar where they were in another currency', () => {
    const [inEuro, inPounds] = fillMarks(
      [fill({ venue: 'XPAR', price: 112 }), fill({ venue: 'XLON', currency: 'GBP', price: 95 })],
      BARS,
      XETR,
      DAY_MS,
    );
    expect(inEuro).toMatchObject({ isElsewhere: true, price: 112 });
    expect(inPounds).toMatchObject({ isElsewhere: true, price: 110 });
  });

  test('outside the visible bars are not shown', () => {
    const created = [
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-04T23:59:59.999Z',
      '2026-03-05T00:00:00.000Z',
    ];
    const fills = created.map((each) => fill({ created_at: each }));
    expect(fillsWithin(fills, BARS, DAY_MS).map((each) => each.created_at)).toEqual(created.slice(1, 3));
  });

  test('of a closing auction belong to the last bar of its session', () => {
    const minutes = ['2026-03-02T16:29:00.000Z', '2026-03-03T08:00:00.000Z'].map((at) => ({ ...bar('02', 100), at }));
    const [mark] = fillMarks([fill({ created_at: '2026-03-02T16:35:10.000Z' })], minutes, XETR, 60_000);
    expect(mark?.at).toBe(minutes[0]?.at);
  });
});

test('exchanges side by side begin at zero with their first visible bar, and have gaps where they did not trade', () => {
  const other = {
    isin: '',
    exchange: 'XPAR',
    currency: 'EUR',
    interval: '1d' as const,
    bars: [bar('03', 50), bar('04', 51)],
  };
  expect(sideBySide(BARS, [other, undefined]).map(({ changes }) => changes)).toEqual([
    [0, null, null],
    [expect.closeTo(0.1, 9), 0, null],
    [expect.closeTo(0.2, 9), expect.closeTo(0.02, 9), null],
  ]);
});
