/** Dates with a time, a second column of dates, sums without a label, and names as brokers write them. */
import { describe, expect, test } from 'vitest';
import { importPrices } from '../../../src-server/imports/prices/import-prices.ts';
import { proves } from '../../conformance/proves.ts';
import { issueText, KNOWN, lotsRead, PRICES, readPortfolio, SAP } from '../import-fixture.ts';

describe('a date', () => {
  test.each(['31 Jan 2020 10:00', '31-Jan-20', '31. Januar 2020 10:00:05', 'Jan 31, 2020 9:30 AM'])(
    'may be %s',
    proves('P4.3'),
    (date) => {
      const { positions } = readPortfolio(`ISIN;Quantity;Cost;Date\n${SAP};1;100;${date}\n`);
      expect(positions).toMatchObject([{ lots: [{ acquired_at: '2020-01-31T00:00:00Z' }] }]);
    },
  );

  test('is no currency where a second column of dates is called “Valuta”', () => {
    const traded = (header: string, cells: string) =>
      lotsRead(`${header};Typ;ISIN;Anzahl;Kurs\n${cells};Kauf;${SAP};1;100\n`, { currency: 'EUR' });
    expect(traded('Datum;Valuta', '02.01.2020;04.01.2020')).toEqual([[1, 100]]);
    expect(traded('Valuta', '04.01.2020')).toEqual([[1, 100]]);
    expect(traded('Datum;Valuta', '02.01.2020;EUR')).toEqual([[1, 100]]);
    const text = `Date;Valuta;ISIN;Price\n2020-01-31;02.02.2020;${SAP};100\n`;
    const { report } = importPrices([{ name: 'p.csv', text }], KNOWN, PRICES);
    expect([report.issues.map(issueText), report.series.map(({ rows }) => rows)]).toEqual([[], [1]]);
  });
});

describe('a sum', () => {
  const traded = `Date;Type;ISIN;Quantity;Price;Amount\n2020-01-02;Buy;${SAP};10;100;1000\n`;
  const held = `ISIN;Quantity;Cost;Date\n${SAP};10;100;2020-01-02\n`;

  test.each([
    ['transactions', `${traded};;;10;;1000\n`, '3: 4 is a total or a remark: “10”'],
    ['positions', `${held};10;1000;\n`, '3: 2 is a total or a remark: “10”'],
    ['positions, with its label', `${held}Zwischensumme;10;1000;\n`, '3: 1 is a total or a remark: “Zwischensumme”'],
  ])('below %s is left out', (_title, text, leftOut) => {
    const { report, issues } = readPortfolio(text);
    expect([issues, report.unknown, report.left_out.map(issueText)]).toEqual([[], [], [leftOut]]);
  });

  test('is no transaction that lacks its date and its instrument, which is an error', () => {
    expect(readPortfolio(`${traded};Buy;;5;100;500\n`).issues).toEqual([
      '3: 1 has no date',
      '3: 3 names no instrument',
    ]);
  });
});

describe('a security', () => {
  test.each([
    ['ISIN', 'DE 000 716460 0'],
    ['Produkt', 'SAP SE'],
    ['Produkt', 'de0007164600'],
  ])('in the column %s may be “%s”', (header, name) => {
    expect(readPortfolio(`${header};Quantity\n${name};1\n`).positions).toMatchObject([{ isin: SAP, quantity: 1 }]);
  });

  test('of prices may have an ISIN in groups', () => {
    const text = 'Date;ISIN;Price\n2020-01-31;DE 000 716460 0;100\n';
    const { report } = importPrices([{ name: 'p.csv', text }], KNOWN, PRICES);
    expect(report.series).toMatchObject([{ subject: SAP }]);
  });

  test('may have a class of shares, which is no purchase', () => {
    const { report, positions } = readPortfolio(`ISIN;Quantity;Class;Cost\n${SAP};1;B;100\n${SAP};1;A;90\n`);
    expect(report.files[0]?.layout).toBe('positions');
    expect(positions).toMatchObject([{ quantity: 2 }]);
  });
});
