/** The first rows of a file with the meaning of each. */
import { describe, expect, test } from 'vitest';
import type { ImportedRow } from '../../src-server/contract/control/imports/import-report.ts';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { KNOWN, OVERNIGHT, PORTFOLIOS, PRICES, SAP } from './import-fixture.ts';

/** `line status: facts; remarks`. */
function rowText({ line, status, facts, fact_count, remarks }: ImportedRow): string {
  const described = facts.map(({ kind, subject, quantity, price, currency, date }) =>
    [kind, subject, quantity, price, currency, date].filter((part) => part !== null && part !== '').join(' '),
  );
  const more = fact_count > facts.length ? [`${fact_count - facts.length} more`] : [];
  return `${line} ${status}: ${[...described, ...more, ...remarks].join('; ')}`;
}

function rowsOf(text: string, options = PORTFOLIOS, name = 'depot.csv') {
  const [file] = importPortfolios([{ name, text }], KNOWN, options).report.files;
  return (file?.first_rows ?? []).map(rowText);
}

describe('transactions', () => {
  const text = `Date;Type;ISIN;Shares;Price;Currency
2024-01-02;Buy;${SAP};10;100;EUR
2024-01-03;Swap;${SAP};1;100;EUR
2024-01-04;Dividend;${SAP};;3;EUR
2024-01-05;Buy;ZZ0000000001;4;20;EUR
2024-01-06;Buy;${SAP};x;20;EUR
2024-01-07;Sell;${SAP};5;120;EUR
`;

  test('state the effect of each row, or why it is not read', () => {
    expect(rowsOf(text)).toEqual([
      `2 read: buy ${SAP} 10 100 EUR 2024-01-02`,
      '3 unread: the type “Swap” is unknown',
      '4 left_out: is a row of type “Dividend”, which does not affect positions',
      '5 unread: buy ZZ0000000001 4 20 EUR 2024-01-05; “ZZ0000000001” is an unknown name',
      '6 unread: Shares “x” is not a number',
      `7 read: sell ${SAP} 5 2024-01-07`,
    ]);
  });

  test('are explained again once types and names are mapped', () => {
    const mapped = { ...PORTFOLIOS, types: { Swap: 'sell' as const }, mapping: { ZZ0000000001: 'skip' } };
    const rows = rowsOf(text, mapped);
    expect(rows[1]).toBe(`3 read: sell ${SAP} 1 2024-01-03`);
    expect(rows[3]).toBe('5 left_out: ZZ0000000001 is ignored by the mapping');
  });

  test('are the first 20 rows with their cells', () => {
    const many = Array.from({ length: 300 }, (_unused, index) => `2024-01-02;Buy;${SAP};${index + 1};100;EUR`);
    const [file] = importPortfolios(
      [{ name: 'depot.csv', text: `Date;Type;ISIN;Shares;Price;Currency\n${many.join('\n')}\n` }],
      KNOWN,
      PORTFOLIOS,
    ).report.files;
    expect(file).toMatchObject({ rows: 300, first_rows: { length: 20 } });
    expect(file?.first_rows[19]?.cells).toEqual(['2024-01-02', 'Buy', SAP, '20', '100', 'EUR']);
  });

  test('have their columns and rows also if a column is missing, so that it can be mapped', () => {
    const [file] = importPortfolios([{ name: 'a.csv', text: `ISIN;Zahl\n${SAP};5\n` }], KNOWN, PORTFOLIOS).report.files;
    expect(file).toMatchObject({ layout: 'unknown', columns: { length: 2 }, first_rows: [{ cells: [SAP, '5'] }] });
    expect(rowsOf(`ISIN;Zahl\n${SAP};5\n`, { ...PORTFOLIOS, columns: { Zahl: 'quantity' } })).toEqual([
      `2 read: position ${SAP} 5; has no cost and no date of purchase, so its shares are treated as bought now at the current price`,
    ]);
  });
});

describe('exports of Ghostfolio, which are no table', () => {
  test('show the first rows with a meaning, without cells', () => {
    const activity = { accountId: 'a', date: '2024-01-02T00:00:00Z', fee: 0, symbol: SAP, currency: 'EUR' };
    const activities = Array.from({ length: 30 }, () => ({ ...activity, quantity: 2, type: 'BUY', unitPrice: 5 }));
    const text = JSON.stringify({ accounts: [{ id: 'a', name: 'A', currency: 'EUR' }], activities }, null, 1);
    const rows = rowsOf(text, PORTFOLIOS, 'export.json');
    expect(rows).toHaveLength(20);
    expect(rows[0]).toMatch(new RegExp(`read: buy ${SAP} 2 5 EUR 2024-01-02$`));
  });
});

describe('prices', () => {
  const shown = (text: string, options = PRICES) =>
    importPrices([{ name: 'levels.csv', text }], KNOWN, options).report.files.map(({ columns, first_rows }) => ({
      columns: columns.map(({ meaning }) => meaning),
      rows: first_rows.map(rowText),
    }));

  test('of a wide table are the first three and the number of the others', () => {
    const text = 'Date;SAP;A;B;C\n2024-01-31;1,5;2,5;3,5;4,5\n2024-02-29;;n/a;;4,5\n';
    const mapping = { A: OVERNIGHT, B: 'skip', C: 'new' };
    expect(shown(text, { ...PRICES, mapping })).toMatchObject([
      {
        rows: [
          `2 read: price ${SAP} 1.5 EUR 2024-01-31; price ${OVERNIGHT} 2.5 EUR 2024-01-31; price QXC000000001 4.5 EUR 2024-01-31; B is ignored by the mapping`,
          `3 read: price QXC000000001 4.5 EUR 2024-02-29; SAP has no price on 2024-02-29; A has no price on 2024-02-29`,
        ],
      },
    ]);
  });

  test('have their columns also if one is missing, so that it can be mapped', () => {
    const text = 'When;Kind;SAP\nfirst;a;1\nsecond;b;2\n';
    expect(shown(text)).toEqual([{ columns: ['ignored', 'ignored', 'ignored'], rows: ['2 unread: ', '3 unread: '] }]);
    const dated = 'When;SAP\n31 Jan 24 noon;1\n';
    expect(shown(dated, { ...PRICES, columns: { When: 'date' } })[0]?.columns).toEqual(['date', 'price']);
  });
});

test('use as column of types the one with that header, not one of notes that say “b”', () => {
  const text = `Type,ISIN,Shares,Price,Date,Note\nSell,${SAP},1,100,2024-01-03,b\nBuy,${SAP},2,100,2024-01-02,b\nDividend,${SAP},,3,2024-01-04,b\n`;
  expect(rowsOf(text).map((row) => row.split(' ').slice(0, 3).join(' '))).toEqual([
    '2 read: sell',
    '3 read: buy',
    '4 left_out: is',
  ]);
});
