/** Amounts of a row: the currency of each by its own cell, its header or a column, and the sum of charges. */
import { describe, expect, test } from 'vitest';
import { importPrices } from '../../../src-server/imports/prices/import-prices.ts';
import { proves } from '../../conformance/proves.ts';
import { issueText, KNOWN, lotsRead, PRICES, readPortfolio, SAP } from '../import-fixture.ts';

const bought = (header: string, cells: string) =>
  `Date;Type;ISIN;Quantity;${header}\n2020-01-02;Buy;${SAP};10;${cells}\n`;
const issuesOf = (header: string, cells: string) => readPortfolio(bought(header, cells), { currency: 'EUR' }).issues;

describe('charges', () => {
  test.each([
    ['by its cell', 'Price;Fee', '€100.50;$5.00', 6, 'USD'],
    ['by its header', 'Price;Commission EUR;Stamp duty GBP', '€100.50;1.50;5.25', 7, 'GBP'],
    ['by its column', 'Price;Currency;Fee;Fee currency', '100.50;EUR;5.00;USD', 7, 'USD'],
  ])('in another currency than the price are refused at their cell: %s', (_title, header, cells, column, currency) => {
    expect(issuesOf(header, cells)).toEqual([
      `2: ${column} has charges in ${currency} and a price in EUR, which cannot be added; give the charges in the currency of the price, or ignore them (--column HEADER=ignored)`,
    ]);
  });

  test('in pence are added to a price in pounds, each in its own unit', () => {
    const read = (header: string, cells: string) => lotsRead(bought(header, cells), { currency: 'GBP' });
    expect(read('Price GBP;Commission GBX', '100.50;599')).toEqual([[10, 101.099]]);
    expect(read('Price GBP;Fee;Fee currency', '100.50;599;GBX')).toEqual([[10, 101.099]]);
    expect(read('Price GBP;Commission GBX;Stamp duty GBP', '100.50;599;5.01')).toEqual([[10, 101.6]]);
    expect(read('Price;Fee', '£100.50;599 pence')).toEqual([[10, 101.099]]);
  });
});

describe('the currency of a cell', () => {
  const held = (cost: string, currency: string) =>
    `ISIN;Quantity;Cost basis;Date;Currency\n${SAP};10;${cost};2020-01-02;${currency}\n`;

  test('is refused if the column of currencies or the header says another', proves('P4.7'), () => {
    expect(readPortfolio(held('$1,000.50', 'EUR')).issues).toEqual([
      '2: 3 “$1,000.50” is in USD, but its row or its header says EUR',
    ]);
    expect(issuesOf('Price (EUR)', '$100')).toEqual(['2: 5 “$100” is in USD, but its row or its header says EUR']);
  });

  test('may be the sign of the currency that its row names, and so may a cell of that column', () => {
    expect(lotsRead(held('€1,000.50', '€'), { currency: 'EUR' })).toEqual([[10, 100.05]]);
    expect(lotsRead(held('1,000.50', '€'), { currency: 'EUR' })).toEqual([[10, 100.05]]);
    expect(issuesOf('Price;Currency;Fee', '$100;CAD;$5').join()).toMatch(/costs CAD on 2020-01-02, and no rate/);
    expect(readPortfolio(held('$1,000.50', 'CAD'), { currency: 'EUR' }).issues.join()).toContain('costs CAD on');
  });

  test('counts for prices, too, and a row may have only that', () => {
    const read = (currency: string) => {
      const text = `Date;ISIN;Price;Currency\n2020-01-31;${SAP};$100.50;${currency}\n`;
      const { report } = importPrices([{ name: 'p.csv', text }], KNOWN, PRICES);
      return [report.issues.map(issueText), report.files[0]?.first_rows[0]?.facts[0]?.currency];
    };
    expect(read('EUR')[0]).toContain('2: 3 “$100.50” is in USD, but its row or its header says EUR');
    expect(read('')[1]).toBe('USD');
    expect(read('USD')[1]).toBe('USD');
  });
});
