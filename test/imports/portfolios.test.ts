/**
 * Portfolios from tables, Portfolio Performance and Ghostfolio: positions, lots and cash, and the places of refusals.
 */
import { describe, expect, test } from 'vitest';
import { portfolioEntry } from '../../src-server/contract/scenario/world-file.ts';
import {
  importPortfolios,
  type PortfolioImportOptions,
} from '../../src-server/imports/portfolios/import-portfolios.ts';
import { proves } from '../conformance/proves.ts';
import { issueText, KNOWN, OVERNIGHT, PORTFOLIOS, SAP, WORLD_ETF } from './import-fixture.ts';
import { performanceFile } from './performance-file.ts';

function read(name: string, text: string, options: Partial<PortfolioImportOptions> = {}) {
  const { report, entries } = importPortfolios([{ name, text }], KNOWN, { ...PORTFOLIOS, ...options });
  return { report, entries, issues: report.issues.map(issueText) };
}

describe('a table of positions', () => {
  const german =
    'ISIN;Stück;Einstandskurs;Kaufdatum;Währung\nDE0007164600;10;1.100,50;31.01.2020;EUR\nDE0007164600;2,5;90;01.02.2021;EUR\nIE00B4L5Y983;100;50;05.05.2020;EUR\n';

  test('becomes a portfolio of Form A with a lot for each row', proves('P4.9'), () => {
    const { entries, report, issues } = read('mine.csv', german, { cash: 1200.5 });
    expect(issues).toEqual([]);
    expect(entries).toEqual([
      {
        form: 'A',
        request: { name: 'mine', currency: 'EUR', tax_jurisdiction: 'DE', account_type: 'depot' },
        positions: [
          {
            isin: SAP,
            exchange: 'XETR',
            quantity: 12.5,
            lots: [
              { quantity: 10, unit_cost: 1100.5, acquired_at: '2020-01-31T00:00:00Z' },
              { quantity: 2.5, unit_cost: 90, acquired_at: '2021-02-01T00:00:00Z' },
            ],
          },
          {
            isin: WORLD_ETF,
            exchange: 'XETR',
            quantity: 100,
            lots: [{ quantity: 100, unit_cost: 50, acquired_at: '2020-05-05T00:00:00Z' }],
          },
        ],
        cash: 1200.5,
      },
    ]);
    expect(portfolioEntry.safeParse(entries[0]).success).toBe(true);
    expect(report.files[0]?.columns.map(({ meaning }) => meaning)).toEqual([
      'isin',
      'quantity',
      'unit_cost',
      'date',
      'currency',
    ]);
  });

  test('becomes one of Form B if it has target weights, in per cent or not', () => {
    const { entries } = read(
      'mine.csv',
      'Name,Shares,Weight\nSAP SE,10,60%\niShares Core MSCI World UCITS ETF,5,35%\n',
    );
    expect(entries).toMatchObject([
      {
        form: 'B',
        request: {
          external_id: 'mine',
          tax_wrapper: 'Depot',
          targets: [
            { isin: SAP, weight: 0.6 },
            { isin: WORLD_ETF, weight: 0.35 },
          ],
        },
      },
    ]);
    expect(portfolioEntry.safeParse(entries[0]).success).toBe(true);
  });

  test('has the cost of a share under “Einstand”, and says which of cost and date is missing', () => {
    const head = 'ISIN;Stück;Einstand;Datum;Währung;Depot\n';
    const { entries, report } = read(
      'depot.csv',
      `${head}${SAP};100;150,50;02.01.2024;EUR;Eins\n${WORLD_ETF};5;80;;EUR;Eins\n`,
    );
    expect(entries[0]?.positions?.find(({ isin }) => isin === SAP)?.lots).toEqual([
      { quantity: 100, unit_cost: 150.5, acquired_at: '2024-01-02T00:00:00Z' },
    ]);
    expect(report.left_out.map(issueText)).toEqual([
      '3: 2 has no date of purchase, so its shares are treated as bought now at their stated cost',
    ]);
    expect(entries[0]?.positions?.find(({ isin }) => isin === WORLD_ETF)?.lots).toEqual([
      { quantity: 5, unit_cost: 80, acquired_at: '2026-03-02T09:30:00.000Z' },
    ]);
  });

  test('converts a cost without a date at the beginning of the world, or drops it if there is no rate', () => {
    const table = { name: 'mine.csv', text: `ISIN,Quantity,Cost,Currency\n${SAP},10,100,USD\n` };
    const rates = { name: 'rates.csv', text: 'Date,USD\n2026-02-27,1.25\n' };
    const options = { ...PORTFOLIOS, currency: 'EUR' };
    expect(importPortfolios([table, rates], KNOWN, options).entries[0]?.positions?.[0]?.lots).toMatchObject([
      { unit_cost: 80 },
    ]);
    const { entries, report } = importPortfolios([table], KNOWN, options);
    expect(entries[0]?.positions?.[0]?.lots).toBeUndefined();
    expect(report.left_out.map(issueText)).toEqual([
      '2: 2 has no date of purchase, and no rate for its cost is among the files, so its shares are treated as bought now at the current price',
    ]);
  });

  test('without costs or dates is held without lots, which is reported; the price of a bank is no cost', () => {
    const { entries, report } = read('mine.csv', `ISIN,Quantity,Price\n${SAP},10,200\n`);
    expect(entries[0]?.positions).toEqual([{ isin: SAP, exchange: 'XETR', quantity: 10 }]);
    expect(report.left_out.map(issueText)).toEqual([
      '2: 2 has no cost and no date of purchase, so its shares are treated as bought now at the current price',
    ]);
  });

  test('converts costs at the rate of their date, from a table of rates among the files', () => {
    const rates = { name: 'rates.csv', text: 'Date,USD,JPY\n2020-01-31,1.25,N/A\n' };
    const table = { name: 'mine.csv', text: `ISIN,Quantity,Cost,Date,Currency\n${SAP},10,100,2020-02-03,USD\n` };
    const options = { ...PORTFOLIOS, currency: 'EUR' };
    // 100 USD at 1.25 USD for a EUR.
    const lots = importPortfolios([table, rates], KNOWN, options).entries[0]?.positions?.[0]?.lots;
    expect(lots).toMatchObject([{ unit_cost: 80 }]);
    expect(importPortfolios([table], KNOWN, options).report.issues.map(issueText)).toEqual([
      '2: 2 costs USD on 2020-02-03, and no rate to EUR is among the files',
    ]);
  });

  test('is in EUR if its form does not have the currency of all of its costs, which is refused if it is chosen', () => {
    const table = { name: 'mine.csv', text: `ISIN,Quantity,Cost,Date,Currency\n${SAP},10,100,2020-02-03,USD\n` };
    const rates = { name: 'rates.csv', text: 'Date,USD\n2020-01-31,1.25\n' };
    const imported = (currency: string | null) => importPortfolios([table, rates], KNOWN, { ...PORTFOLIOS, currency });
    const { entries, report } = imported(null);
    expect(report.refusal).toBe(null);
    expect(entries).toMatchObject([{ request: { currency: 'EUR' }, positions: [{ lots: [{ unit_cost: 80 }] }] }]);
    expect(imported('USD').report.issues.map(issueText)).toEqual([
      '1: 0 is in USD, which Form A does not support; choose another currency (--currency)',
    ]);
  });

  test.each([
    ['a name that no instrument has', 'Name,Shares\nSAP AG,1\n', []],
    ['a quantity that is no number', `ISIN,Shares\n${SAP},ten\n`, ['2: 2 “ten” is not a number']],
    ['a short position', `ISIN,Shares\n${SAP},-1\n`, ['2: 2 is negative, but short positions are not supported']],
    [
      'an exchange that does not list it',
      `ISIN,Shares,Exchange\n${SAP},1,XLON\n`,
      ['2: 3 DE0007164600 is not listed at XLON but at XETR, XPAR'],
    ],
    [
      'no quantities',
      `ISIN,Name\n${SAP},SAP\n`,
      ['1: 0 has no column of quantities; choose one (--column HEADER=quantity)'],
    ],
    [
      'more sold than held',
      `Date,Type,ISIN,Shares\n2020-01-01,Buy,${SAP},1\n2020-01-02,Sell,${SAP},2\n`,
      ['3: 4 removes more of DE0007164600 than is held on 2020-01-02'],
    ],
  ])('is refused, and nothing is stored, for %s', proves('P4.2'), (_title, text, issues) => {
    const refused = read('mine.csv', text);
    expect(refused.issues).toEqual(issues);
    expect(refused.issues.length + refused.report.unknown.length).toBeGreaterThan(0);
  });
});

describe('a table of transactions, as Portfolio Performance exports it', () => {
  const text = [
    'Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz',
    '2020-01-02T00:00;Kauf;1.010,00;EUR;;10,00;;10;DE0007164600;716460;SAP.DE;SAP SE;',
    '2020-03-02T00:00;Kauf;600,00;EUR;;;;5;DE0007164600;716460;SAP.DE;SAP SE;',
    '2020-06-02T00:00;Dividende;15,00;EUR;;;;15;DE0007164600;716460;SAP.DE;SAP SE;',
    '2020-09-01T00:00;Verkauf;-1.400,00;EUR;;;;12;DE0007164600;716460;SAP.DE;SAP SE;',
  ].join('\n');

  test('has the lots that were not sold, the oldest sold first', proves('P4.9'), () => {
    const { entries, report, issues } = read('Depot.csv', text);
    expect(issues).toEqual([]);
    expect(entries[0]?.positions).toEqual([
      {
        isin: SAP,
        exchange: 'XETR',
        quantity: 3,
        lots: [{ quantity: 3, unit_cost: 120, acquired_at: '2020-03-02T00:00:00Z' }],
      },
    ]);
    expect(report.left_out.map(issueText)).toEqual([
      '4: 2 is a row of type “Dividende”, which does not affect positions',
    ]);
    expect(report.notes).toContain('Sales use the oldest tax lots first (FIFO). Gains of past sales are not imported.');
  });
});

describe('a file of Portfolio Performance', () => {
  test.each([
    ['paths', 47],
    ['paths', 69],
    ['identifiers', 69],
  ] as const)(
    'with references by %s, of version %s: transfers take their lots along, cash is that of the account',
    proves('P4.5'),
    (references, version) => {
      const { entries, issues } = read('mine.xml', performanceFile(references, version));
      expect(issues).toEqual([]);
      const lots = [{ quantity: 6, unit_cost: 168.816667, acquired_at: '2018-01-02T00:00:00Z' }];
      expect(entries).toMatchObject([
        // 35 000.00 less 1 012.90.
        { form: 'A', request: { name: 'Depot 1', currency: 'EUR' }, positions: [], cash: 33_987.1 },
        {
          form: 'A',
          request: { name: 'Depot 2', currency: 'EUR' },
          positions: [{ isin: SAP, exchange: 'XETR', quantity: 6, lots }],
          cash: 0,
        },
      ]);
    },
  );

  test.each([
    ['tags that do not match', '<client>\n  <version>69</version>\n</klient>', '3: 1 is not well-formed XML'],
    [
      'a reference that leads nowhere',
      performanceFile('paths', 69).replace('<portfolio reference="', '<portfolio reference="../'),
      ': 5 refers to an element that does not exist',
    ],
    [
      'a transaction without shares',
      performanceFile('paths', 69).replace('<shares>600000000</shares>', '<shares>six</shares>'),
      'has no number of shares',
    ],
    [
      'a version from long ago',
      '<client>\n  <version>12</version>\n</client>',
      '2: 3 is of a version of Portfolio Performance before 26',
    ],
  ])('is refused by line and column for %s', proves('P4.2'), (_title, text, issue) => {
    expect(read('mine.xml', text).issues.join()).toContain(issue);
  });
});

describe('an export of Ghostfolio', () => {
  const exported = {
    meta: { date: '2026-01-01T00:00:00.000Z', version: '3.0.0' },
    accounts: [
      {
        id: 'a1',
        name: 'Broker',
        currency: 'EUR',
        balances: [
          { date: '2025-01-01', value: 5 },
          { date: '2025-12-01', value: 812.34 },
        ],
      },
    ],
    assetProfiles: [{ symbol: 'MY-FUND', isin: OVERNIGHT, name: 'Overnight' }],
    activities: [
      {
        accountId: 'a1',
        type: 'BUY',
        date: '2024-03-01T00:00:00.000Z',
        quantity: 10,
        unitPrice: 100,
        fee: 5,
        currency: 'EUR',
        symbol: 'MY-FUND',
      },
      {
        accountId: 'a1',
        type: 'SELL',
        date: '2024-04-01T00:00:00.000Z',
        quantity: 4,
        unitPrice: 101,
        fee: 1,
        currency: 'EUR',
        symbol: 'MY-FUND',
      },
      {
        accountId: 'a1',
        type: 'DIVIDEND',
        date: '2024-05-01T00:00:00.000Z',
        quantity: 6,
        unitPrice: 1,
        fee: 0,
        currency: 'EUR',
        symbol: 'MY-FUND',
      },
      {
        accountId: 'a1',
        type: 'BUY',
        date: '2024-06-01T00:00:00.000Z',
        quantity: 1,
        unitPrice: 150,
        fee: 0,
        currency: 'EUR',
        symbol: 'SAP.DE',
      },
    ],
    user: { settings: { currency: 'EUR' } },
  };
  const text = JSON.stringify(exported, null, 2);

  test('becomes a portfolio for each account, with its latest balance; tickers are mapped', proves('P4.5'), () => {
    const unmapped = read('ghostfolio.json', text);
    expect(unmapped.report.unknown).toEqual([
      { name: 'SAP.DE', label: '', file: 'ghostfolio.json', near: [{ isin: SAP, name: 'SAP SE' }] },
    ]);
    const { entries, issues, report } = read('ghostfolio.json', text, { mapping: { 'SAP.DE': SAP } });
    expect(issues).toEqual([]);
    expect(entries).toMatchObject([
      {
        request: { name: 'Broker', currency: 'EUR' },
        positions: [
          // (10 × 100 + 5) / 10.
          {
            isin: OVERNIGHT,
            quantity: 6,
            lots: [{ quantity: 6, unit_cost: 100.5, acquired_at: '2024-03-01T00:00:00Z' }],
          },
          { isin: SAP, quantity: 1 },
        ],
        cash: 812.34,
      },
    ]);
    expect(report.left_out.map(({ issue }) => issue)).toEqual(['is of type DIVIDEND, which does not affect positions']);
  });

  test('is refused by line and column', () => {
    expect(read('g.json', text.replace('"quantity": 10', '"quantity": "ten"')).issues[0]).toMatch(
      /^\d+: \d+ is not an export of Ghostfolio: /,
    );
    expect(read('g.json', text.slice(0, -1)).issues.length).toBeGreaterThan(0);
    expect(read('g.json', text.replace('"quantity": 4', '"quantity": 40')).issues[0]).toMatch(
      /^\d+: 5 removes more of /,
    );
  });
});
