/** Rows that brokers write in their own way: they are read, although other checks refuse what looks like them. */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../../src-server/imports/portfolios/import-portfolios.ts';
import { proves } from '../../conformance/proves.ts';
import { issueText, KNOWN, lotsRead, PORTFOLIOS, readPortfolio, SAP, WORLD_ETF } from '../import-fixture.ts';

describe('sales are subtracted', () => {
  test.each([
    ['Libellé', 'Achat', 'Vente'],
    ['Product', 'Buy', 'Sell'],
    ['Bought/Sold', 'B', 'S'],
    ['Richting', 'K', 'V'],
    ['A/V', 'B', 'S'],
  ])('with their types under %s, as %s and %s', proves('P4.6'), (header, buy, sell) => {
    const text = `Date;${header};ISIN;Quantity;Price\n2020-01-02;${buy};${SAP};10;100\n2020-01-15;${sell};${SAP};4;110\n`;
    expect(lotsRead(text)).toEqual([[6, 100]]);
  });
});

describe('a price without a currency beside an amount with a sign', () => {
  const bought = (amount: string) =>
    `Date;Type;ISIN;Quantity;Price;Fee;Amount\n2020-01-02;Buy;${SAP};10;100.50;5.00;${amount}\n`;

  test('is in the currency of the amount, so that charges are added', proves('P4.7'), () => {
    // 10 × 100.50 + 5.
    expect(lotsRead(bought('€1005.00'))).toEqual([[10, 101]]);
  });

  test('is compared with the amount', () => {
    expect(readPortfolio(bought('€2005.00')).issues[0]).toMatch(
      /has the amount €2005.00, which does not equal quantity/,
    );
  });
});

test('a cost without a date is converted at the latest rate, however old', () => {
  const rates = { name: 'rates.csv', text: 'Date,USD\n2024-06-30,2\n2025-10-31,1.25\n' };
  const table = { name: 'm.csv', text: `ISIN,Quantity,Cost,Currency\n${SAP},10,100,USD\n` };
  const { report, entries } = importPortfolios([table, rates], KNOWN, { ...PORTFOLIOS, currency: 'EUR' });
  expect(report.issues.map(issueText)).toEqual([]);
  expect(entries[0]?.positions?.[0]?.lots).toMatchObject([{ quantity: 10, unit_cost: 80 }]);
});

test('a purchase of a bond for an amount may be left out by the mapping', () => {
  const text = `Date;Type;ISIN;Quantity;Price\n2020-01-02;Buy;${SAP};10 Stk;100\n2020-01-15;Buy;DE0001102580;5000 EUR;99\n`;
  expect(readPortfolio(text).issues).toEqual(['3: 4 has an amount in EUR in place of a number of shares']);
  expect(lotsRead(text, { mapping: { DE0001102580: 'skip' } })).toEqual([[10, 100]]);
});

test.each([
  'shs',
  'sh',
  'Ant',
  'Ant.',
  'Anteile',
  'Akt',
  'Nom',
  'pce',
  'pces',
  'pieces',
  'Tit',
  'titres',
  'parts',
  'unit',
])('ten pieces may be written as 10 %s', (label) => {
  expect(readPortfolio(`ISIN;Quantity\n${SAP};10 ${label}\n`)).toMatchObject({
    issues: [],
    positions: [{ quantity: 10 }],
  });
});

describe('a value of a position that is not its quantity times its cost', () => {
  const text = `ISIN;Stück;Einstandskurs;Kaufwert\n${SAP};10;100,50;1.015,00\n`;

  test('leaves the cost of one share, and is noted', proves('P4.7'), () => {
    const { issues, report, positions } = readPortfolio(text);
    expect(issues).toEqual([]);
    expect(positions[0]?.lots).toMatchObject([{ quantity: 10, unit_cost: 100.5 }]);
    expect(report.notes).toContain(
      'mine.csv: “Kaufwert” is not the quantity times “Einstandskurs” in some rows, whose cost is “Einstandskurs”; if that is wrong, ignore it (--column HEADER=ignored).',
    );
  });

  test('is refused if its meaning was chosen', () => {
    expect(readPortfolio(text, { columns: { Kaufwert: 'total_cost' } }).issues).toEqual([
      '2: 2 has the amount 1.015,00, which does not equal quantity times price, with or without charges; ignore the wrong column (--column HEADER=ignored)',
    ]);
  });
});

test('charges of zero have no currency', () => {
  const text = `Date;Type;ISIN;Quantity;Price;Fee;Fee currency;Currency\n2020-01-02;Buy;${SAP};10;100.50;€0.00;USD;EUR\n`;
  expect(lotsRead(text, { currency: 'EUR' })).toEqual([[10, 100.5]]);
});

describe('the weight of cash', () => {
  const targetsOf = (...rows: string[]) => {
    const text = ['ISIN;Name;Quantity;Weight', `${SAP};SAP;10;60%`, ...rows].join('\n');
    const { report, entries } = importPortfolios([{ name: 'm.csv', text }], KNOWN, PORTFOLIOS);
    const [entry] = entries;
    const targets = entry?.form === 'B' ? entry.request.targets.map(({ weight }) => weight) : null;
    return {
      targets,
      unknown: report.unknown,
      issues: report.issues.map(issueText),
      leftOut: report.left_out.map(issueText),
      report,
    };
  };

  test('below 0 is that of a debt, and refused for an instrument', () => {
    expect(targetsOf(';EUR;-500;-2%')).toMatchObject({ issues: [], targets: [0.6] });
    expect(targetsOf(`${WORLD_ETF};World;5;-2%`).issues).toEqual([
      '3: 4 has a weight of -2\u202f%, which is not between 0 and 100\u202f%',
    ]);
  });
});
