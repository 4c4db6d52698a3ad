import { describe, expect, test } from 'vitest';
import { EMPTY_HOLDING, type Holding, recordTrade } from '../../../src-server/domain/lots/holding.ts';
import type { SaleMethod } from '../../../src-server/domain/lots/lot.ts';
import { realisedGains, taxYearsOf } from '../../../src-server/domain/lots/realised-gains.ts';
import { formatDay, taxYearOf, taxYearSpan } from '../../../src-server/domain/lots/tax-year.ts';
import type { LotMovement } from '../../../src-server/domain/lots/trade.ts';
import { fc } from '../../support/draws.ts';

const DAY_MS = 86_400_000;
const dayOf = (instantMs: number) => Math.floor(instantMs / DAY_MS);

describe('a tax year', () => {
  test('in GB ends with 5 April and is named after both its years', () => {
    expect(taxYearOf('GB', day('2026-04-05'))).toBe('2025/26');
    expect(taxYearOf('GB', day('2026-04-06'))).toBe('2026/27');
    expect(taxYearOf('GB', day('2026-01-01'))).toBe('2025/26');
    expect(taxYearOf('GB', day('2099-12-31'))).toBe('2099/00');
    expect(taxYearSpan('GB', '2026/27')).toEqual({ firstDay: day('2026-04-06'), lastDay: day('2027-04-05') });
  });

  test('elsewhere is the calendar year, also if no jurisdiction is known', () => {
    expect(taxYearOf('DE', day('2026-12-31'))).toBe('2026');
    expect(taxYearOf(null, day('2027-01-01'))).toBe('2027');
    expect(taxYearSpan('FR', '2028')).toEqual({ firstDay: day('2028-01-01'), lastDay: day('2028-12-31') });
  });

  test.each([
    ['GB', '2026'],
    ['GB', '2026/28'],
    ['GB', '2026/2027'],
    ['DE', '2026/27'],
    ['DE', '26'],
    ['DE', ''],
    ['DE', '2026 '],
  ])('in %s is not named "%s"', (jurisdiction, name) => {
    expect(taxYearSpan(jurisdiction, name)).toBeNull();
    expect(realisedGains([], jurisdiction, name)).toEqual({ kind: 'unknown_tax_year' });
  });

  test('includes every day of its name, and no other', () => {
    const days = fc.integer({ min: day('1970-01-02'), max: day('9998-12-31') });
    fc.assert(
      fc.property(days, fc.constantFrom('GB', 'DE', null), (each, jurisdiction) => {
        const span = taxYearSpan(jurisdiction, taxYearOf(jurisdiction, each));
        const { firstDay, lastDay } = span ?? { firstDay: Number.NaN, lastDay: Number.NaN };
        expect(each >= firstDay && each <= lastDay).toBe(true);
        expect(taxYearOf(jurisdiction, firstDay - 1)).not.toBe(taxYearOf(jurisdiction, each));
        expect(taxYearOf(jurisdiction, lastDay + 1)).not.toBe(taxYearOf(jurisdiction, each));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('realised gains', () => {
  const history = [
    {
      isin: 'B',
      disposals: holding([buy('2026-01-05', 10, 100_00), sell('2026-04-05', 2, 50_00), sell('2026-04-06', 2, 15_00)])
        .disposals,
    },
    {
      isin: 'A',
      disposals: holding([
        buy('2026-01-05', 10, 100_00),
        sell('2026-04-06', 3, 36_00),
        sell('2027-04-05', 1, 12_00),
        sell('2027-04-06', 1, 9_00),
      ]).disposals,
    },
  ];

  test('are a row for each disposal of the year, by date and ISIN, with the lots it used', () => {
    const { rows } = report('GB', '2026/27');
    expect(
      rows.map(({ date, isin, quantityMicro, gainMinor }) => [date, isin, quantityMicro / 1e6, gainMinor]),
    ).toEqual([
      ['2026-04-06', 'A', 3, 6_00], // 36 − 3 × 10
      ['2026-04-06', 'B', 2, -5_00], // 15 − 2 × 10
      ['2027-04-05', 'A', 1, 2_00], // 12 − 10
    ]);
    expect(rows[0]).toMatchObject({ method: 'FIFO', matches: [{ rule: 'lot', quantityMicro: 3e6, costMinor: 30_00 }] });
  });

  test('are totalled as gains, losses and net gain', () => {
    // Gains 6 + 2 = 8, a loss of 5, net 3; proceeds 36 + 15 + 12 = 63, costs 30 + 20 + 10 = 60.
    expect(report('GB', '2026/27').totals).toEqual({
      proceedsMinor: 63_00,
      costMinor: 60_00,
      gainsMinor: 8_00,
      lossesMinor: 5_00,
      netMinor: 3_00,
    });
  });

  test('are divided by calendar year elsewhere', () => {
    expect(report('DE', '2026').rows.map(({ date }) => date)).toEqual(['2026-04-05', '2026-04-06', '2026-04-06']);
    expect(report('DE', '2027').rows.map(({ date }) => date)).toEqual(['2027-04-05', '2027-04-06']);
  });

  test('of a year without sales are an empty report', () => {
    expect(report('DE', '2020')).toEqual({
      kind: 'report',
      taxYear: '2020',
      rows: [],
      totals: { proceedsMinor: 0, costMinor: 0, gainsMinor: 0, lossesMinor: 0, netMinor: 0 },
    });
  });

  test('know the years in which there is something to report', () => {
    expect(taxYearsOf(history, 'GB')).toEqual(['2025/26', '2026/27', '2027/28']);
    expect(taxYearsOf(history, 'DE')).toEqual(['2026', '2027']);
  });

  test('of a past year change with a purchase in the next one, within 30 days of a British sale', () => {
    const sold = [buy('2025-01-06', 10, 100_00), sell('2026-04-01', 5, 75_00, 'section_104')];
    const gainMinor = (trades: readonly LotMovement[]) => {
      const result = realisedGains([{ isin: 'A', disposals: holding(trades).disposals }], 'GB', '2025/26');
      return result.kind === 'report' ? result.totals.netMinor : null;
    };
    // 75 − 5 × 10 = 25; bought back at 14: 75 − 70 = 5.
    expect(gainMinor(sold)).toBe(25_00);
    expect(gainMinor([...sold, buy('2026-04-20', 5, 70_00)])).toBe(5_00);
  });

  function report(jurisdiction: string, taxYear: string) {
    const result = realisedGains(history, jurisdiction, taxYear);
    if (result.kind !== 'report') throw new Error('refused');
    return result;
  }
});

test('a day is written as its date', () => {
  expect(formatDay(day('2028-02-29'))).toBe('2028-02-29');
});

function day(date: string): number {
  return Date.parse(`${date}T00:00Z`) / DAY_MS;
}

function buy(date: string, shares: number, costMinor: number): LotMovement {
  const atMs = day(date) * DAY_MS;
  return { side: 'buy', tradeId: `buy ${date}`, atMs, quantityMicro: shares * 1e6, costMinor };
}

function sell(date: string, shares: number, proceedsMinor: number, method: SaleMethod = 'FIFO'): LotMovement {
  const atMs = day(date) * DAY_MS;
  return { side: 'sell', tradeId: `sale ${date}`, atMs, quantityMicro: shares * 1e6, proceedsMinor, method };
}

function holding(trades: readonly LotMovement[]): Holding {
  return trades.reduce((before, trade) => {
    const result = recordTrade(before, trade, dayOf);
    if (result.kind !== 'recorded') throw new Error('refused');
    return result.holding;
  }, EMPTY_HOLDING);
}
