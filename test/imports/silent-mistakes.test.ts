/** What files once were read as in silence is now read right, or refused at its row with the remedy. */
import { describe, expect, test } from 'vitest';
import {
  importPortfolios,
  type PortfolioImportOptions,
} from '../../src-server/imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { proves } from '../conformance/proves.ts';
import { issueText, KNOWN, PORTFOLIOS, PRICES, SAP, WORLD_ETF } from './import-fixture.ts';

function read(text: string, options: Partial<PortfolioImportOptions> = {}, name = 'mine.csv') {
  const { report, entries } = importPortfolios([{ name, text }], KNOWN, { ...PORTFOLIOS, ...options });
  return { report, positions: entries[0]?.positions ?? [], issues: report.issues.map(issueText) };
}

function lotsOf(text: string, options: Partial<PortfolioImportOptions> = {}) {
  const { positions, issues, report } = read(text, options);
  expect([issues, report.refusal]).toEqual([[], null]);
  return positions[0]?.lots?.map(({ quantity, unit_cost }) => [quantity, unit_cost]);
}

describe('a column with buys and sells', () => {
  test.each([
    'Type',
    'Transaction',
    'Buy/Sell',
    'activityType',
    'Operation',
    'Vorgang',
    'Transaktion',
    'Umsatztyp',
    'Transactietype',
    'Direction',
    'Kauf/Verkauf',
    'Sens',
    'What was done',
    '',
  ])('is never ignored, whatever its header: “%s”', proves('P4'), (header) => {
    // 10 are bought and 4 sold, so 6 are left.
    const text = `Date,${header},ISIN,Shares\n2020-01-01,Buy,${SAP},10\n2020-02-01,Sell,${SAP},4\n`;
    expect(read(text).positions.map(({ quantity }) => quantity)).toEqual([6]);
  });

  test('is the one whose cells are transactions, where another has the header', () => {
    const text = `Date,Type,Action,ISIN,Shares\n2020-01-01,Stock,Buy,${SAP},10\n2020-02-01,Stock,Sell,${SAP},4\n`;
    expect(read(text).positions.map(({ quantity }) => quantity)).toEqual([6]);
  });

  test('may be missing where quantities have signs', () => {
    const text = `Date,ISIN,Quantity,Price\n2020-01-01,${SAP},10,100\n2020-02-01,${SAP},-4,120\n`;
    expect(lotsOf(text)).toEqual([[6, 100]]);
  });
});

describe('a type of transactions', () => {
  const types = [
    'Market buy',
    'Limit buy',
    'BUY - MARKET',
    'Reinvest Shares',
    'Sparplan',
    'Kauf',
    'Achat',
    'Koop',
    'Acquisto',
    'Köp',
  ];
  test.each(types)('“%s” is a purchase', proves('P4'), (type) => {
    expect(read(`Date;Type;ISIN;Shares\n2020-01-01;${type};${SAP};10\n`).positions).toMatchObject([{ quantity: 10 }]);
  });

  test.each([
    'Market sell',
    'Stop sell',
    'SELL - LIMIT',
    'Redemption',
    'Ausbuchung',
    'Verkauf',
    'Vente',
    'Verkoop',
    'Vendita',
    'Sälj',
  ])('“%s” is a sale', proves('P4'), (type) => {
    const text = `Date;Type;ISIN;Shares\n2020-01-01;Buy;${SAP};10\n2020-02-01;${type};${SAP};4\n`;
    expect(read(text).positions).toMatchObject([{ quantity: 6 }]);
  });

  test.each(['Dividend (Ordinary)', 'Ausschüttung', 'Deposit', 'Zinsen', 'Frais', 'CUSTODY FEE', 'Utdelning'])(
    '“%s” moves no position, and is left out',
    (type) => {
      const { report, positions } = read(
        `Date;Type;ISIN;Shares\n2020-01-01;Buy;${SAP};10\n2020-02-01;${type};${SAP};10\n`,
      );
      expect(positions).toMatchObject([{ quantity: 10 }]);
      expect(report.left_out.map(issueText)).toContain(`3: 4 is a row of type “${type}”, which moves no position`);
    },
  );

  test.each(['Short', 'Sell Short', 'Dividend reinvestment of cash', 'Cash Merger', 'Whatever'])(
    '“%s” is unknown, and blocks until it is mapped or left out',
    proves('P4'),
    (type) => {
      const text = `Date;Type;ISIN;Shares\n2020-01-01;Buy;${SAP};10\n2020-02-01;${type};${SAP};4\n2020-03-01;${type};${SAP};1\n`;
      const { report } = read(text);
      expect(report.refusal).toBe('A type of transactions is unknown: say what it does.');
      expect(report.unknown_types).toEqual([{ type, file: 'mine.csv', line: 3, rows: 2 }]);
      expect(read(text, { types: { [type]: 'sell' } }).positions).toMatchObject([{ quantity: 5 }]);
      expect(read(text, { types: { [type.toUpperCase()]: 'skip' } }).positions).toMatchObject([{ quantity: 10 }]);
    },
  );

  test('that is missing beside a quantity is unknown, too', () => {
    expect(
      read(`Date;Type;ISIN;Shares\n2020-01-01;Buy;${SAP};10\n2020-02-01;;${SAP};4\n`).report.unknown_types,
    ).toEqual([{ type: '', file: 'mine.csv', line: 3, rows: 1 }]);
  });

  test('does not go with a quantity of the other sign: nobody can tell what was cancelled', () => {
    const text = `Date;Type;ISIN;Shares\n2020-01-01;Buy;${SAP};10\n2020-01-02;Buy;${SAP};-10\n`;
    expect(read(text).issues).toEqual([
      '3: 4 comes in with a quantity below 0; take out what was cancelled, and its cancellation',
    ]);
  });

  test('split multiplies the lots and keeps what they cost', proves('P4'), () => {
    // 4 at 100 and 6 at 120 become 8 at 50 and 12 at 60.
    const bought = `Date;Type;ISIN;Shares;Price\n2020-01-01;Buy;${SAP};4;100\n2020-01-02;Buy;${SAP};6;120\n`;
    expect(lotsOf(`${bought}2020-02-01;Stock split;${SAP};10;\n`)).toEqual([
      [8, 50],
      [12, 60],
    ]);
    expect(lotsOf(`${bought}2020-02-01;Split;${SAP};-10;\n2020-02-01;Split;${SAP};20;\n`)).toEqual([
      [8, 50],
      [12, 60],
    ]);
    // 10 become 5.
    expect(lotsOf(`${bought}2020-02-01;Reverse split;${SAP};-5;\n`)).toEqual([
      [2, 200],
      [3, 240],
    ]);
  });

  test('merger gives the costs and dates of what goes to what comes', proves('P4'), () => {
    // 10 that cost 1 000 become 4 of another instrument that cost 250 each.
    const text = `Date;Type;ISIN;Shares;Price\n2020-01-01;Buy;${SAP};10;100\n2020-02-01;Merger;${SAP};-10;\n2020-02-01;Merger;${WORLD_ETF};4;\n`;
    const { positions } = read(text);
    expect(positions).toMatchObject([
      { isin: WORLD_ETF, quantity: 4, lots: [{ quantity: 4, unit_cost: 250, acquired_at: '2020-01-01T00:00:00Z' }] },
    ]);
    expect(read(text.replace('-10', '10')).issues[0]).toMatch(/does not say whether shares come or go/);
  });
});

describe('hundredths of a currency', () => {
  test.each([
    ['GBp', 'GBP'],
    ['GBX', 'GBP'],
    ['gbx', 'GBP'],
  ])('%s are taken for a hundredth of %s in a table', proves('P4'), (written, currency) => {
    // 1 000 shares at 243.08 pence cost 2 430.80 pounds: 2.4308 each.
    expect(
      lotsOf(`Date,Type,ISIN,Shares,Price,Currency\n2020-01-01,Buy,${SAP},1000,243.08,${written}\n`, { currency }),
    ).toEqual([[1000, 2.4308]]);
    expect(
      lotsOf(`ISIN,Quantity,Cost,Date,Currency\n${SAP},1000,243.08,2020-01-01,${written}\n`, { currency }),
    ).toEqual([[1000, 2.4308]]);
  });

  test('and an amount in pounds beside a price in pence counts as pounds', () => {
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

  test('in Ghostfolio, fees included', proves('P4'), () => {
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
  ])('1.234 in %s is refused as ambiguous', proves('P4'), (_title, text) => {
    expect(importPrices([{ name: 'p.csv', text }], KNOWN, PRICES).report.issues.map(issueText)).toEqual([
      '2: 3 “1.234” may have decimals or thousands; say --decimal point or --decimal comma',
    ]);
  });

  test.each([
    ['$420.10', 'USD'],
    ['420.10 EUR', 'EUR'],
    ['EUR 420.10', 'EUR'],
    ['€420.10', 'EUR'],
    ['GBX 42010', 'GBP'],
  ])('of a price may be %s, which also says its currency', (price, currency) => {
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

  test('with more than six decimals is rounded, and its line is named', proves('P4'), () => {
    const { report } = read(`ISIN,Quantity\n${SAP},1.23456789\n${WORLD_ETF},2\n`);
    expect(report.notes).toContain('Numbers with more than six decimals are rounded to six: mine.csv, line 2.');
  });
});

describe('transfers', () => {
  test('keep the dates of lots, of which the oldest is sold first', proves('P4'), () => {
    const text = [
      'Portfolio,Date,Type,ISIN,Shares,Price',
      `A,2020-01-02,Buy,${SAP},5,100`,
      `B,2020-02-03,Buy,${SAP},5,200`,
      `A,2020-03-02,Transfer out,${SAP},5,`,
      `B,2020-03-02,Transfer in,${SAP},5,`,
      `B,2020-04-01,Sell,${SAP},5,150`,
    ].join('\n');
    expect(read(text).positions[0]?.lots).toEqual([
      { quantity: 5, unit_cost: 200, acquired_at: '2020-02-03T00:00:00Z' },
    ]);
  });

  test('of one day between several accounts are told apart by their quantities', () => {
    const text = [
      'Portfolio,Date,Type,ISIN,Shares,Price',
      `A,2020-01-02,Buy,${SAP},5,100`,
      `C,2020-02-03,Buy,${SAP},7,200`,
      `A,2020-03-02,Transfer out,${SAP},5,`,
      `C,2020-03-02,Transfer out,${SAP},7,`,
      `D,2020-03-02,Transfer in,${SAP},7,`,
      `B,2020-03-02,Transfer in,${SAP},5,`,
    ].join('\n');
    const { entries } = importPortfolios([{ name: 'm.csv', text }], KNOWN, PORTFOLIOS);
    const costs = entries.map(({ request, positions }) => [
      'name' in request ? request.name : '',
      positions?.[0]?.lots?.[0]?.unit_cost,
    ]);
    expect(new Map(costs as [string, number][])).toEqual(
      new Map([
        ['D', 200],
        ['B', 100],
      ]),
    );
  });
});

describe('charges', () => {
  const row = (amount: string, header = 'Fee') =>
    `Date,Type,ISIN,Quantity,Price,${header},Amount\n2020-01-01,Buy,${SAP},10,100,5.90,${amount}\n`;

  test('beside a gross amount count, and are part of a net one', proves('P4'), () => {
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
    expect(read(row('950')).issues[0]).toMatch(/^2: 4 has the amount 950, which is not its quantity times its price/);
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

  test('of the last week are used without a word', () => {
    expect(importOn('2020-02-07').report.notes.join()).not.toContain('days old');
  });

  test('older than a week are named with their age', proves('P4'), () => {
    const { report, entries } = importOn('2020-02-08');
    expect(report.notes).toContain('The rate of USD that is used on 2020-02-08 is 8 days old (2020-01-31).');
    expect(entries[0]?.positions?.[0]?.lots).toMatchObject([{ unit_cost: 80 }]);
  });

  test('older than a month are an error, unless that is allowed', proves('P4'), () => {
    expect(importOn('2020-03-03').report.issues.map(issueText)).toEqual([
      '2: 2 the rate of USD that is used on 2020-03-03 is 32 days old (2020-01-31): add newer rates, or say --stale-rates',
    ]);
    expect(importOn('2020-03-03', { staleRates: true }).report.refusal).toBe(null);
  });
});

describe('what is said of columns', () => {
  test('has to be of a header that there is', proves('P4'), () => {
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

  test('needs no name where it is sold out', proves('P4'), () => {
    const { report } = read(`${bought}2020-02-01,Sell,XS0000000001,Old Bond,10\n2020-02-01,Buy,${SAP},SAP,1\n`);
    expect([report.unknown, report.refusal]).toEqual([[], null]);
  });

  test('is listed with the name that the file has', () => {
    expect(read(bought).report.unknown).toMatchObject([{ name: 'XS0000000001', label: 'Old Bond', file: 'mine.csv' }]);
  });
});

test('a draft of Ghostfolio, which has no quantity, is left out by name', proves('P4'), () => {
  const activity = {
    type: 'BUY',
    date: '2020-01-01T00:00:00.000Z',
    quantity: 1,
    unitPrice: 1,
    fee: 0,
    currency: 'EUR',
    symbol: SAP,
  };
  const { report } = read(JSON.stringify({ activities: [activity, { ...activity, quantity: 0 }] }));
  expect(report.refusal).toBe(null);
  expect(report.left_out.map(({ issue }) => issue)).toEqual(['is a draft: it has no quantity']);
});

describe('a lot', () => {
  const bought = (date: string) => `ISIN,Quantity,Cost,Date\n${SAP},1,100,${date}\n`;

  test('of the first day of its world is taken', () => {
    expect(lotsOf(bought('2026-03-02'))).toEqual([[1, 100]]);
  });

  test('that is acquired later than its world begins is refused', proves('P4'), () => {
    expect(read(bought('2026-03-03')).issues).toEqual([
      '2: 2 is acquired on 2026-03-03, after the present of its world, 2026-03-02T09:30:00.000Z (--clock)',
    ]);
    expect(lotsOf(bought('2026-03-03'), { presentMs: Date.UTC(2026, 2, 4) })).toEqual([[1, 100]]);
  });
});
