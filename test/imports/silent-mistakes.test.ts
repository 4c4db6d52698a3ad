/** Contents that were once misread silently are now read correctly, or refused at their row with the remedy. */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { proves } from '../conformance/proves.ts';
import {
  issueText,
  KNOWN,
  lotsRead as lotsOf,
  PORTFOLIOS,
  PRICES,
  readPortfolio as read,
  SAP,
  WORLD_ETF,
} from './import-fixture.ts';

describe('hundredths of a currency', () => {
  test.each([
    ['GBp', 'GBP'],
    ['GBX', 'GBP'],
    ['gbx', 'GBP'],
  ])('%s count as a hundredth of %s in a table', proves('P4.8'), (written, currency) => {
    // 1 000 shares at 243.08 pence cost 2 430.80 pounds: 2.4308 each.
    expect(
      lotsOf(`Date,Type,ISIN,Shares,Price,Currency\n2020-01-01,Buy,${SAP},1000,243.08,${written}\n`, { currency }),
    ).toEqual([[1000, 2.4308]]);
    expect(
      lotsOf(`ISIN,Quantity,Cost,Date,Currency\n${SAP},1000,243.08,2020-01-01,${written}\n`, { currency }),
    ).toEqual([[1000, 2.4308]]);
  });

  test('and an amount in pounds next to a price in pence counts as pounds', () => {
    const rows = (amount: string) =>
      `Date,Type,ISIN,Shares,Price,Amount,Currency\n2020-01-01,Buy,${SAP},1000,243.08,${amount},GBp\n`;
    expect(lotsOf(rows('2430.80'), { currency: 'GBP' })).toEqual([[1000, 2.4308]]);
    expect(lotsOf(rows('243080'), { currency: 'GBP' })).toEqual([[1000, 2.4308]]);
  });

  test.each(['ZAc', 'ZAC', 'ILA', 'ILa'])('%s are known, too', (written) => {
    const whole = written.startsWith('Z') ? 'ZAR' : 'ILS';
    const { report } = read(`ISIN,Quantity,Cost,Date,Currency\n${SAP},1,100,2020-01-01,${written}\n`);
    expect(report.issues.map(({ issue }) => issue).join()).toContain(whole);
  });

  test('GBP in capitals is pounds', () => {
    expect(lotsOf(`ISIN,Quantity,Cost,Date,Currency\n${SAP},1,100,2020-01-01,GBP\n`, { currency: 'GBP' })).toEqual([
      [1, 100],
    ]);
  });

  test('in Ghostfolio, fees included', proves('P4.8'), () => {
    const activity = {
      type: 'BUY',
      date: '2020-01-01T00:00:00.000Z',
      quantity: 10,
      unitPrice: 250,
      fee: 100,
      currency: 'GBp',
      symbol: SAP,
    };
    // 250 pence, and 100 pence for ten: 2.50 + 0.10.
    expect(lotsOf(JSON.stringify({ activities: [activity] }), { currency: 'GBP' })).toEqual([[10, 2.6]]);
  });

  test('in prices', () => {
    const text = `Date,ISIN,Price,Currency\n2020-01-31,${SAP},250,GBp\n`;
    const { report, series } = importPrices(
      [
        { name: 'p.csv', text },
        { name: 'r.csv', text: 'Date,USD,GBP\n2020-01-31,1.1,0.5\n' },
      ],
      KNOWN,
      PRICES,
    );
    expect(report.issues).toEqual([]);
    // 2.50 pounds at half a pound for a euro.
    expect(series[0]?.listings[0]?.prices[0]?.priceMicro).toBe(5_000_000);
  });
});

describe('a number', () => {
  test.each([
    ['a comma file in quotation marks', `Date,ISIN,Price\n2020-01-31,${SAP},"1.234"\n`],
    ['a semicolon file', `Date;ISIN;Price\n2020-01-31;${SAP};1.234\n`],
  ])('1.234 in %s is refused as ambiguous', proves('P4.3'), (_title, text) => {
    expect(importPrices([{ name: 'p.csv', text }], KNOWN, PRICES).report.issues.map(issueText)).toEqual([
      '2: 3 “1.234” is ambiguous: the separator may mark decimals or thousands; choose the decimal separator (--decimal point or comma)',
    ]);
  });

  test.each([
    ['$420.10', 'USD'],
    ['420.10 EUR', 'EUR'],
    ['EUR 420.10', 'EUR'],
    ['€420.10', 'EUR'],
    ['GBX 42010', 'GBP'],
  ])('of a price may be %s, which also gives its currency', (price, currency) => {
    const rates = { name: 'r.csv', text: 'Date,USD,GBP\n2020-01-01,2,0.5\n' };
    const table = { name: 'm.csv', text: `ISIN,Quantity,Cost,Date\n${SAP},10,${price},2020-01-01\n` };
    const { entries, report } = importPortfolios([table, rates], KNOWN, { ...PORTFOLIOS, currency: 'EUR' });
    expect(report.issues).toEqual([]);
    const inEuros = { USD: 210.05, EUR: 420.1, GBP: 840.2 }[currency];
    expect(entries[0]?.positions?.[0]?.lots).toMatchObject([{ unit_cost: inEuros }]);
  });

  test.each([
    ['10 Stk.', 10],
    ['10 shares', 10],
    ['10 Stück', 10],
  ])('of shares may be %s', (quantity, shares) => {
    expect(read(`ISIN;Quantity\n${SAP};${quantity}\n`).positions).toMatchObject([{ quantity: shares }]);
  });

  test('in brackets is below 0', () => {
    expect(lotsOf(`Date,ISIN,Quantity,Price\n2020-01-01,${SAP},10,100\n2020-02-01,${SAP},(4),120\n`)).toEqual([
      [6, 100],
    ]);
  });

  test('with more than six decimals is rounded, and its line is named', proves('P4.2'), () => {
    const { report } = read(`ISIN,Quantity\n${SAP},1.23456789\n${WORLD_ETF},2\n`);
    expect(report.notes).toContain('Numbers with more than six decimals are rounded to six: mine.csv, line 2.');
  });
});

test('a title with commas above the header does not decide the separator of cells', () => {
  const title = 'Depot Müller, Hans, Berlin, Stand 31.01.2020, 12:00';
  expect(lotsOf(`${title}\nISIN;Quantity;Cost;Date\n${SAP};10;1,5;2020-01-31\n`)).toEqual([[10, 1.5]]);
  expect(lotsOf(`${title}\n"ISIN"\t"Quantity"\t"Cost"\n${SAP}\t10\t1,5\n`)).toEqual([[10, 1.5]]);
});

describe('charges', () => {
  const row = (amount: string, header = 'Fee') =>
    `Date,Type,ISIN,Quantity,Price,${header},Amount\n2020-01-01,Buy,${SAP},10,100,5.90,${amount}\n`;

  test('next to a gross amount are added, and are part of a net one', proves('P4.7'), () => {
    // 10 × 100 + 5.90 in either case.
    expect(lotsOf(row('1000'))).toEqual([[10, 100.59]]);
    expect(lotsOf(row('1005.90'))).toEqual([[10, 100.59]]);
    expect(lotsOf(row('-1005.90'))).toEqual([[10, 100.59]]);
  });

  test.each(['Fees & Comm', 'Gebühr', 'Provision', 'Frais', 'Courtage', 'Commission'])('may be called %s', (header) => {
    expect(lotsOf(row('1000', header))).toEqual([[10, 100.59]]);
  });

  test('in several columns are added up', () => {
    const text = `Date,Type,ISIN,Quantity,Price,Commission,Stamp duty\n2020-01-01,Buy,${SAP},10,100,5,1\n`;
    expect(lotsOf(text)).toEqual([[10, 100.6]]);
  });

  test('do not explain an amount that is neither gross nor net, which is refused', () => {
    expect(read(row('950')).issues[0]).toMatch(/^2: 4 has the amount 950, which does not equal quantity times price/);
  });
});

describe('exchange rates', () => {
  const rates = { name: 'rates.csv', text: 'Date,USD,JPY\n2020-01-31,1.25,120\n' };
  const bought = (date: string) => ({
    name: 'm.csv',
    text: `ISIN,Quantity,Cost,Date,Currency\n${SAP},10,100,${date},USD\n`,
  });
  const importOn = (date: string, options = {}) =>
    importPortfolios([bought(date), rates], KNOWN, { ...PORTFOLIOS, currency: 'EUR', ...options });

  test('of the last week are used without a warning', () => {
    expect(importOn('2020-02-07').report.notes.join()).not.toContain('days old');
  });

  test('older than a week are named with their age', proves('P4.8'), () => {
    const { report, entries } = importOn('2020-02-08');
    expect(report.notes).toContain('The rate of USD that is used on 2020-02-08 is 8 days old (2020-01-31).');
    expect(entries[0]?.positions?.[0]?.lots).toMatchObject([{ unit_cost: 80 }]);
  });

  test('older than a month are an error, unless that is allowed', proves('P4.8'), () => {
    expect(importOn('2020-03-03').report.issues.map(issueText)).toEqual([
      '2: 2 the rate of USD that is used on 2020-03-03 is 32 days old (2020-01-31); add newer rates, or allow old ones (--stale-rates)',
    ]);
    expect(importOn('2020-03-03', { staleRates: true }).report.refusal).toBe(null);
  });
});

describe('meanings given for columns', () => {
  test('must name an existing header', proves('P4.2'), () => {
    expect(read(`Vorgang;ISIN;Stück\nKauf;${SAP};1\n`, { columns: { Vorgnag: 'type' } }).issues).toContain(
      '1: 0 has no column “Vorgnag”: there are Vorgang, ISIN, Stück',
    );
    const prices = importPrices([{ name: 'p.csv', text: 'Date,SAP\n2020-01-31,1\n' }], KNOWN, {
      ...PRICES,
      columns: { Dat: 'date' },
    });
    expect(prices.report.issues.map(issueText)).toEqual(['1: 0 has no column “Dat”: there are Date, SAP']);
  });
});

describe('a security that is not in the market', () => {
  const bought = 'Date,Type,ISIN,Name,Shares\n2020-01-01,Buy,XS0000000001,Old Bond,10\n';

  test('needs no name if it is sold out', proves('P4.10'), () => {
    const { report } = read(`${bought}2020-02-01,Sell,XS0000000001,Old Bond,10\n2020-02-01,Buy,${SAP},SAP,1\n`);
    expect([report.unknown, report.refusal]).toEqual([[], null]);
  });

  test('is listed with its name in the file', () => {
    expect(read(bought).report.unknown).toMatchObject([{ name: 'XS0000000001', label: 'Old Bond', file: 'mine.csv' }]);
  });
});

describe('a lot', () => {
  const bought = (date: string) => `ISIN,Quantity,Cost,Date\n${SAP},1,100,${date}\n`;

  test('of the first day of its world is accepted', () => {
    expect(lotsOf(bought('2026-03-02'))).toEqual([[1, 100]]);
  });

  test('acquired after the beginning of its world is refused', proves('P4.9'), () => {
    expect(read(bought('2026-03-03')).issues).toEqual([
      '2: 2 is acquired on 2026-03-03, after the current time of its world, 2026-03-02T09:30:00.000Z (--clock)',
    ]);
    expect(lotsOf(bought('2026-03-03'), { presentMs: Date.UTC(2026, 2, 4) })).toEqual([[1, 100]]);
  });
});
