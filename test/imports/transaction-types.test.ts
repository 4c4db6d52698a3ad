/**
 * Types of transactions, and their effects: contents that were once misread silently are now read correctly, or
 * refused.
 */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { proves } from '../conformance/proves.ts';
import {
  issueText,
  KNOWN,
  lotsRead as lotsOf,
  PORTFOLIOS,
  readPortfolio as read,
  SAP,
  WORLD_ETF,
} from './import-fixture.ts';

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
  ])('is never ignored, whatever its header: “%s”', proves('P4.6'), (header) => {
    // 10 are bought and 4 sold, so 6 are left.
    const text = `Date,${header},ISIN,Shares\n2020-01-01,Buy,${SAP},10\n2020-02-01,Sell,${SAP},4\n`;
    expect(read(text).positions.map(({ quantity }) => quantity)).toEqual([6]);
  });

  test('is the one whose cells are transactions, if another has the header', () => {
    const text = `Date,Type,Action,ISIN,Shares\n2020-01-01,Stock,Buy,${SAP},10\n2020-02-01,Stock,Sell,${SAP},4\n`;
    expect(read(text).positions.map(({ quantity }) => quantity)).toEqual([6]);
  });

  test('may be missing if quantities have signs', () => {
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
  test.each(types)('“%s” is a purchase', proves('P4.6'), (type) => {
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
  ])('“%s” is a sale', proves('P4.6'), (type) => {
    const text = `Date;Type;ISIN;Shares\n2020-01-01;Buy;${SAP};10\n2020-02-01;${type};${SAP};4\n`;
    expect(read(text).positions).toMatchObject([{ quantity: 6 }]);
  });

  test.each(['Dividend (Ordinary)', 'Ausschüttung', 'Deposit', 'Zinsen', 'Frais', 'CUSTODY FEE', 'Utdelning'])(
    '“%s” moves no position, and is ignored',
    (type) => {
      const { report, positions } = read(
        `Date;Type;ISIN;Shares\n2020-01-01;Buy;${SAP};10\n2020-02-01;${type};${SAP};10\n`,
      );
      expect(positions).toMatchObject([{ quantity: 10 }]);
      expect(report.left_out.map(issueText)).toContain(
        `3: 2 is a row of type “${type}”, which does not affect positions`,
      );
    },
  );

  test.each(['Short', 'Sell Short', 'Dividend reinvestment of cash', 'Cash Merger', 'Whatever'])(
    '“%s” is unknown, and blocks until it is mapped or ignored',
    proves('P4.6'),
    (type) => {
      const text = `Date;Type;ISIN;Shares\n2020-01-01;Buy;${SAP};10\n2020-02-01;${type};${SAP};4\n2020-03-01;${type};${SAP};1\n`;
      const { report } = read(text);
      expect(report.refusal).toBe('One transaction type is unknown; choose its meaning.');
      expect(report.unknown_types).toEqual([{ type, file: 'mine.csv', line: 3, rows: 2 }]);
      expect(read(text, { types: { [type]: 'sell' } }).positions).toMatchObject([{ quantity: 5 }]);
      expect(read(text, { types: { [type.toUpperCase()]: 'skip' } }).positions).toMatchObject([{ quantity: 10 }]);
    },
  );

  test('missing next to a quantity is unknown, too', () => {
    expect(
      read(`Date;Type;ISIN;Shares\n2020-01-01;Buy;${SAP};10\n2020-02-01;;${SAP};4\n`).report.unknown_types,
    ).toEqual([{ type: '', file: 'mine.csv', line: 3, rows: 1 }]);
  });

  test('contradicts a quantity of the other sign: it is unclear what was cancelled', () => {
    const text = `Date;Type;ISIN;Shares\n2020-01-01;Buy;${SAP};10\n2020-01-02;Buy;${SAP};-10\n`;
    expect(read(text).issues).toEqual([
      '3: 4 is a transfer in with a negative quantity; remove the cancelled transaction and its cancellation',
    ]);
  });

  test('split multiplies the lots and preserves their cost', proves('P4.9'), () => {
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

  test('merger passes the costs and dates of the old instrument to the new one', proves('P4.9'), () => {
    // 10 that cost 1 000 become 4 of another instrument that cost 250 each.
    const text = `Date;Type;ISIN;Shares;Price\n2020-01-01;Buy;${SAP};10;100\n2020-02-01;Merger;${SAP};-10;\n2020-02-01;Merger;${WORLD_ETF};4;\n`;
    const { positions } = read(text);
    expect(positions).toMatchObject([
      { isin: WORLD_ETF, quantity: 4, lots: [{ quantity: 4, unit_cost: 250, acquired_at: '2020-01-01T00:00:00Z' }] },
    ]);
    expect(read(text.replace('-10', '10')).issues[0]).toMatch(/has no direction/);
  });
});

describe('transfers', () => {
  test('preserve the dates of lots, of which the oldest is sold first', proves('P4.9'), () => {
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

  test('of one day between several accounts are distinguished by their quantities', () => {
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

test('a draft of Ghostfolio, which has no quantity, is ignored by name', proves('P4.2'), () => {
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
