/** A header that ends with a currency states that of its column; a row that is labelled as a total is left out. */
import { describe, expect, test } from 'vitest';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { splitHeader } from '../../src-server/imports/tables/currency-units.ts';
import { proves } from '../conformance/proves.ts';
import { issueText, KNOWN, lotsRead, PRICES, readPortfolio, SAP } from './import-fixture.ts';

const HEADERS = [
  ['Unit cost GBP', 'GBP'],
  ['Cost (CHF)', 'CHF'],
  ['Einstand EUR', 'EUR'],
  ['Kaufkurs in CHF', 'CHF'],
  ['Cost price [SEK]', 'SEK'],
  ['Avg price £', 'GBP'],
  ['Unit cost_EUR', 'EUR'],
  ['Einstandskurs (Fr.)', 'CHF'],
  ['Einstandskurs in Franken', 'CHF'],
  ['Cost/£', 'GBP'],
  ['Cost: EUR', 'EUR'],
  ['Unit cost in euro', 'EUR'],
] as const;

describe('the currency of a header', () => {
  test.each(HEADERS)('%s is that of a position’s cost, %s', proves('P4.8'), (header, currency) => {
    const text = `ISIN;Quantity;${header};Date\n${SAP};10;60.2;2020-01-02\n`;
    const other = currency === 'EUR' ? 'GBP' : 'EUR';
    expect(lotsRead(text, { currency })).toEqual([[10, 60.2]]);
    expect(readPortfolio(text, { currency: other }).issues.join()).toContain(
      `costs ${currency} on 2020-01-02, and no rate to ${other} is among the files`,
    );
  });

  test.each(['Price CHF', 'Preis (CHF)', 'Kurs in CHF'])('%s is that of a transaction’s price', (header) => {
    const text = `Date;Type;ISIN;Quantity;${header}\n2020-01-02;Buy;${SAP};10;60.2\n`;
    expect(lotsRead(text, { currency: 'CHF' })).toEqual([[10, 60.2]]);
    expect(readPortfolio(text, { currency: 'EUR' }).issues.join()).toContain('costs CHF on 2020-01-02');
  });

  test('counts before a column of currencies, which may be that of the exchange, and may be pence', () => {
    const rows = (header: string) => `ISIN;Quantity;${header};Currency;Date\n${SAP};10;60.2;USD;2020-01-02\n`;
    expect(lotsRead(rows('Cost EUR'), { currency: 'EUR' })).toEqual([[10, 60.2]]);
    expect(lotsRead(rows('Cost (GBp)'), { currency: 'GBP' })).toEqual([[10, 0.602]]);
    expect(lotsRead(rows('Cost (pence)'), { currency: 'GBP' })).toEqual([[10, 0.602]]);
    // An unknown dollar is not the American one.
    expect(readPortfolio(rows('Cost NT$'), { currency: 'EUR' }).issues.join()).toContain('costs NT$ on 2020-01-02');
    expect(readPortfolio(rows('Cost'), { currency: 'EUR' }).issues.join()).toContain('costs USD on 2020-01-02');
    expect(readPortfolio(rows('Cost US$'), { currency: 'EUR' }).issues.join()).toContain('costs USD on 2020-01-02');
    expect(readPortfolio(rows('Cost (USD)'), { currency: 'EUR' }).issues.join()).toContain('costs USD on 2020-01-02');
  });

  test.each(['Close GBP', 'Price (GBP)', 'Kurs in GBP'])('%s is that of prices', proves('P4.8'), (header) => {
    const files = [
      { name: 'p.csv', text: `Date;ISIN;${header}\n2020-01-31;${SAP};2.5\n` },
      { name: 'r.csv', text: 'Date,USD,GBP\n2020-01-31,1.1,0.5\n' },
    ];
    const { report, series } = importPrices(files, KNOWN, PRICES);
    expect(report.issues).toEqual([]);
    expect(series[0]?.listings[0]?.prices[0]?.priceMicro).toBe(5_000_000);
  });
});

describe('the currency of a price’s header', () => {
  const rows = (header: string, cells: string) =>
    `Date;Type;ISIN;Quantity;Price EUR;Currency;${header}\n2020-01-02;Buy;${SAP};10;100;${cells}\n`;

  test('is not that of charges and amounts, which the row states', () => {
    expect(readPortfolio(rows('Fee', 'GBP;50'), { currency: 'EUR' }).issues.join()).toContain(
      'has charges in GBP and a price in EUR',
    );
    expect(lotsRead(rows('Fee', 'EUR;50'), { currency: 'EUR' })).toEqual([[10, 105]]);
    expect(lotsRead(rows('Total', 'GBP;850'), { currency: 'GBP' })).toEqual([[10, 85]]);
  });

  test('is none in a text that is too long for a header', () => {
    expect(splitHeader(`${'x'.repeat(76)} EUR`).currency).toBe('EUR');
    expect(splitHeader(`${'x'.repeat(77)} EUR`).currency).toBe('');
  });
});

describe('a row of a total', () => {
  const position = `Depot;${SAP};400;100;2020-01-02;`;
  test.each([
    ['Total;;400;;;', 1],
    [';Total;400;;;', 2],
    ['Summe EUR:;;400;;;', 1],
    [';;400;;;Grand total', 6],
  ])('is left out and listed: %s', proves('P4.2'), (row, column) => {
    const { report, issues } = readPortfolio(`Portfolio;ISIN;Quantity;Cost;Date;Note\n${position}\n${row}\n`);
    expect(issues).toEqual([]);
    expect(report.left_out.map(issueText).join()).toMatch(new RegExp(`3: ${column} is a total or a remark: `));
  });

  test('is no row with an instrument, and a row without one is an error in the column of instruments', () => {
    const rows = (row: string) => readPortfolio(`Portfolio;ISIN;Quantity;Cost;Date;Note\n${position}\n${row}\n`);
    expect(rows(`Total;${SAP};1;100;2020-01-02;`).report.portfolios).toHaveLength(2);
    expect(rows('Depot;;400;;;').issues).toEqual(['3: 2 names no instrument']);
  });

  test('is not one of a portfolio that is called so', () => {
    const text = `Portfolio;ISIN;Quantity;Cost\nTotal;${SAP};10;100\nTotal;;10;50\n`;
    expect(readPortfolio(text).issues).toEqual(['3: 2 names no instrument']);
  });
});
