/** Cash in a table of positions: its amount is the value of its row, or else its quantity; it may be a debt. */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../../src-server/imports/portfolios/import-portfolios.ts';
import { issueText, KNOWN, lotsRead, PORTFOLIOS, readPortfolio, SAP } from '../import-fixture.ts';

function read(row: string, header = 'ISIN;Name;Quantity;Market value') {
  const text = `${header}\n${SAP};SAP SE;10;1500.00\n${row}\n`;
  const { report, entries } = importPortfolios([{ name: 'm.csv', text }], KNOWN, { ...PORTFOLIOS, form: 'A' });
  const cash = entries.map((entry) => (entry.form === 'A' ? entry.cash : null));
  return { cash, issues: report.issues.map(issueText), leftOut: report.left_out.map(issueText), report };
}

describe('a row of cash', () => {
  test.each([
    [';EUR;1;5000.25', 5000.25],
    [';EUR;;5000.25', 5000.25],
    [';EUR;5000.25;', 5000.25],
    [';EUR;5000.2504;5000.25', 5000.25],
    [';EUR;€5000.25;', 5000.25],
  ])('has the amount of its value, or else of its quantity: %s', (row, amount) => {
    const { cash, issues, report } = read(row);
    expect([cash, issues]).toEqual([[amount], []]);
    expect(report.files[0]?.first_rows[1]?.facts).toMatchObject([{ kind: 'cash', quantity: amount }]);
    expect(report.files[0]?.columns.at(-1)?.meaning).toBe('value');
  });

  test.each([
    [
      ';EUR;1000;920',
      '3: 4 has the quantity 1000 and the value 920, of which only one can be the amount of cash; ignore the column of the other (--column HEADER=ignored)',
    ],
    [';EUR;$1000;', '3: 3 is cash in EUR, but its amount is in USD'],
    [';EUR;1;about 5', '3: 4 “about 5” is not a number'],
  ])('is refused where its amount is not clear: %s', (row, issue) => {
    expect(read(row).issues).toEqual([issue]);
  });

  test('is a debt below 0, which is left out, and so is a value without a holding', () => {
    const header = 'ISIN;Name;Quantity;Note';
    expect(read(';EUR;-500.50;', header)).toMatchObject({ issues: [], cash: [0] });
    expect(read(';EUR;-500.50;', header).leftOut.join()).toContain(
      '3: 3 is a negative balance of 500.5 EUR, which a portfolio',
    );
    expect(read(';SAP;;1500').leftOut).toContain('3: 3 has no quantity');
    expect(read(';SAP;-5;1500').issues).toEqual(['3: 3 is negative, but short positions are not supported']);
  });
});

describe('a quantity', () => {
  test.each([
    ['1,5 Mio', '2: 2 “1,5 Mio” is not a number'],
    ['5 Tsd', '2: 2 “5 Tsd” is not a number'],
    ['10 5', '2: 2 “10 5” is not a number'],
    ['1000 EUR', '2: 2 has an amount in EUR in place of a number of shares'],
  ])('is no other text with a number: %s', (quantity, issue) => {
    expect(readPortfolio(`ISIN;Quantity\n${SAP};${quantity}\n`).issues).toEqual([issue]);
  });

  test('of a transaction is no amount of money, and a weight is none', () => {
    expect(readPortfolio(`Date;Type;ISIN;Quantity\n2020-01-02;Buy;${SAP};1000 EUR\n`).issues).toEqual([
      '2: 4 has an amount in EUR in place of a number of shares',
    ]);
    expect(readPortfolio(`ISIN;Quantity;Weight\n${SAP};10;60 EUR\n`).issues).toEqual([
      '2: 3 “60 EUR” is an amount of money',
    ]);
  });

  test.each(['1 234.5', '1\u202f234.5', '1’234.5', '1,234.5 Stk.'])('may have thousands apart: %s', (quantity) => {
    expect(lotsRead(`ISIN;Quantity;Cost;Date\n${SAP};${quantity};100;2020-01-02\n`)).toEqual([[1234.5, 100]]);
  });
});
