/** Pasted tables and JSON: what is understood, what is rejected and where, and that written text is read back. */

import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { InstrumentRow } from '../../../src-renderer/api/market-api.ts';
import { readDecimal } from '../../../src-renderer/components/forms/read-decimal.ts';
import { farCosts } from '../../../src-renderer/screens/portfolios/edit/paste/cost-reading.tsx';
import type { PastedHolding, PastedTarget } from '../../../src-renderer/screens/portfolios/edit/paste/pasted.ts';
import { readPaste } from '../../../src-renderer/screens/portfolios/edit/paste/read-paste.ts';
import { fc } from '../../support/draws.ts';

const SAP = instrument('DE0007164600', 'SAP', 'SAP SE', ['XETR', 'XAMS']);
const APPLE = instrument('US0378331005', 'AAPL', 'Apple, Inc.', ['XNAS']);
const WORLD = instrument('IE00B4L5Y983', 'EUNL', 'iShares "Core" World', ['XETR', 'XLON']);
const MARKET = [SAP, APPLE, WORLD];

function instrument(isin: string, symbol: string, name: string, listings: string[]): InstrumentRow {
  const primary = listings[0] ?? '';
  const rest = { type: 'share', sector: 'Technology', currency: 'EUR', pea_eligible: false };
  return { isin, symbol, name, primary_exchange: primary, listings, ...rest };
}

const EXCHANGES = [
  { mic: 'XETR', name: 'Xetra', city: 'Frankfurt' },
  { mic: 'XAMS', name: 'Euronext Amsterdam', city: 'Amsterdam' },
  { mic: 'XLON', name: 'London Stock Exchange', city: 'London' },
  { mic: 'XOSL', name: 'Oslo Bors', city: 'Oslo' },
];
const NOW = '2026-03-02T09:30:00.000Z';

const read = (text: string, currency: string | null = 'EUR') =>
  readPaste(text, { instruments: MARKET, exchanges: EXCHANGES, currency, now: NOW });

describe('the unit of target weights', () => {
  it.each([
    ['ISIN;Zielgewicht\nDE0007164600;50 %\nUS0378331005;25 %', 'as per cent', [0.5, 0.25]],
    ['ISIN;Zielgewicht\nDE0007164600;50\nUS0378331005;25', 'as per cent', [0.5, 0.25]],
    [
      'ISIN;Zielgewicht\nDE0007164600;0,5 %\nUS0378331005;0,25',
      'as per cent where a cell has %, and otherwise as fractions (0.5 is 50 %)',
      [0.005, 0.25],
    ],
    ['ISIN;Zielgewicht\nDE0007164600;0,5\nUS0378331005;0,25', 'as fractions (0.5 is 50 %)', [0.5, 0.25]],
  ])('is shown as it is read: %j', (text, unit, weights) => {
    const { targets, remarks } = read(text);
    expect(targets?.map(({ weight }) => weight)).toEqual(weights);
    expect(remarks).toContain(`Zielgewicht is read ${unit}.`);
  });
});

it('reads weights below 1 as per cent under a header that says so', () => {
  expect(read('ISIN;Ziel %\nDE0007164600;0,8\nUS0378331005;0,2').targets?.map(({ weight }) => weight)).toEqual([
    0.008, 0.002,
  ]);
});

describe('a number of a spreadsheet', () => {
  it.each([
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1 234,5', 1234.5],
    ['1\u202f234', 1234],
    ['12’500.25', 12500.25],
    ['1,234,567', 1_234_567],
    ['0,125', 0.125],
    ['0.234', 0.234],
    ['1.2340', 1.234],
    ['1e3', 1000],
    ['\u22125', -5],
  ])('%s is %d without context', (text, value) => {
    expect(readDecimal(text, null)).toBe(value);
  });

  it('is rejected where it is ambiguous, unless others show which it is', () => {
    for (const text of ['1,234', '1.234']) {
      expect(readDecimal(text, null)).toBe('could be 1234 or 1.234; write 1234 or 1.2340');
    }
    const quantities = (...cells: string[]) =>
      read(
        ['ISIN;Exchange;Quantity', ...cells.map((cell, at) => `DE0007164600;${SAP.listings[at]};${cell}`)].join('\n'),
      );
    const quantitiesOf = (...cells: string[]) => quantities(...cells).holdings?.map(({ quantity }) => quantity);
    expect(quantities('1.234', '2.500').issues.map(({ where, reason }) => [where, reason])).toEqual([
      ['Line 2', '“1.234” could be 1234 or 1.234; write 1234 or 1.2340'],
      ['Line 3', '“2.500” could be 2500 or 2.500; write 2500 or 2.5000'],
    ]);
    expect(quantitiesOf('1.234', '2,5')).toEqual([1234, 2.5]);
    expect(quantitiesOf('1.234', '2.5')).toEqual([1.234, 2.5]);
    expect(quantitiesOf('1,234', '2,5')).toEqual([1.234, 2.5]);
  });

  it('has the decimal point between commas, unless numbers are in quotes', () => {
    expect(read('ISIN,Quantity\nDE0007164600,1.234').holdings?.[0]?.quantity).toBe(1.234);
    expect(read('ISIN,Quantity\nDE0007164600,"1.234"').issues[0]?.reason).toMatch(/^“1.234” could be 1234 or 1.234/);
  });

  it('is rejected with the whole table where two numbers have different decimal marks', () => {
    const pasted = read('ISIN;Quantity;Cost price\nDE0007164600;12,50;\nUS0378331005;1;12.5');
    expect(pasted).toMatchObject({ holdings: null, targets: null });
    expect(pasted.issues).toEqual([
      {
        where: 'Line 3',
        column: 'Cost price',
        reason: '“12.5” has another decimal mark than “12,50” in line 2; write all numbers with the same one',
      },
    ]);
  });

  it('has spaces only between thousands, and next to it only pieces or a currency', () => {
    const whyNot = (quantity: string, cost: string) =>
      read(`ISIN;Quantity;Cost price\nDE0007164600;${quantity};${cost}`).issues.map(({ reason }) => reason);
    for (const cell of ['1,5 Mio', '5 Tsd', '1000 EUR', '10 5']) {
      expect(whyNot(cell, '')).toEqual([`“${cell}” is not a number`]);
    }
    for (const cell of ['1,5 Mio', '10 5', 'ab 5', '5 %']) {
      expect(whyNot('1', cell)).toEqual([`“${cell}” is not a number`]);
    }
    for (const cell of ['10 Stk.', '10 pcs', '10 shares', '10 shs', '10 Ant.', '10 Akt', '10 Nom', '10 pce', '1 000'])
      expect(whyNot(cell, '')).toEqual([]);
    for (const cell of ['60.2EUR', 'EUR60.2', '60,20 kr.', '1 060.2']) expect(whyNot('1', cell)).toEqual([]);
    expect(readDecimal('1234.50 000', null)).toBe('is not a number');
  });

  it.each(['ten', '1.2.3', '1,23,4', '', '--1', '5 pcs'])('is not %j', (text) => {
    expect(typeof readDecimal(text, null) === 'string' || readDecimal(text, null) === 0).toBe(true);
  });
});

describe('a pasted table', () => {
  it('may have its columns in any order, in common spellings, with unused ones between them', () => {
    const pasted = read(
      'Anzahl;Bezeichnung;Börse;ISIN;Zielgewicht (%)\n1.250,5;SAP;xetr;DE0007164600;60\n;;;US0378331005;40\n',
    );
    expect(pasted).toMatchObject({
      holdings: [{ isin: SAP.isin, exchange: 'XETR', quantity: 1250.5 }],
      targets: [
        { isin: SAP.isin, weight: 0.6 },
        { isin: APPLE.isin, weight: 0.4 },
      ],
      issues: [],
    });
    expect(pasted.remarks).toContain('The comma is read as the decimal mark.');
  });

  it('without an exchange takes the primary one, and finds instruments by symbol or name', () => {
    expect(read('Symbol\tShares\nsap\t3').holdings).toEqual([{ isin: SAP.isin, exchange: 'XETR', quantity: 3 }]);
    expect(read('Name,Qty\n"Apple, Inc.",2').holdings).toEqual([{ isin: APPLE.isin, exchange: 'XNAS', quantity: 2 }]);
  });

  it('prefers the columns that are named exactly: a vague name is a running number, or the name next to an ISIN', () => {
    expect(read('Position;ISIN;Quantity\n1;DE0007164600;100\n2;US0378331005;50').holdings).toEqual([
      { isin: SAP.isin, exchange: 'XETR', quantity: 100 },
      { isin: APPLE.isin, exchange: 'XNAS', quantity: 50 },
    ]);
    expect(read('ISIN;Position\nDE0007164600;100').holdings?.[0]?.quantity).toBe(100);
    expect(read('Security;ISIN;Quantity\nSAP SE O.N.;DE0007164600;100')).toMatchObject({
      issues: [],
      holdings: [{ isin: SAP.isin, quantity: 100 }],
    });
    const dated = read('Date;ISIN;Quantity;Cost price;Purchase date\n2026-02-27;DE0007164600;1;5;2021-03-15');
    expect(dated.holdings?.[0]?.lots?.[0]?.acquired_at).toBe('2021-03-15T00:00:00.000Z');
    expect(dated.remarks).toEqual(['Not used: Date.']);
    const numbered = read('Position;ISIN;Target %\n1;DE0007164600;60\n2;US0378331005;40');
    expect(numbered).toMatchObject({ holdings: null, issues: [] });
    expect(numbered.targets).toHaveLength(2);
    expect(numbered.remarks).toContain('Not used: Position.');
  });

  it('is rejected at its header if its rows are transactions or holdings of several portfolios', () => {
    const instead = 'read it with Import… above the list of portfolios';
    const sold = read('Date;Type;ISIN;Shares\n2024-01-02;Buy;DE0007164600;10\n2024-02-02;Sell;DE0007164600;4');
    expect(sold).toMatchObject({ holdings: null });
    expect(sold.issues).toEqual([
      {
        where: 'Line 1',
        column: 'Type',
        reason: `has transactions, such as “Sell”, and not only purchases; ${instead}`,
      },
    ]);
    const columnOf = (text: string) => read(text).issues[0]?.column;
    expect(columnOf('Buchung;ISIN;Stück\nKauf;DE0007164600;10\nDividende;DE0007164600;10')).toBe('Buchung');
    expect(columnOf('Vorgang;ISIN;Stück\nDepotübertrag;DE0007164600;10')).toBe('Vorgang');
    expect(columnOf('Type;ISIN;Shares\nBuy;DE0007164600;10\nMarket swap;DE0007164600;10')).toBe('Type');
    // Purchases are lots; a remark, the class of a share and its kind are no transactions.
    for (const [header, ...cells] of [
      ['Type', 'Buy', 'Buy'],
      ['Note', 'Transfer', ''],
      ['Class', 'B', 'A'],
      ['Type', 'Share', 'ETF'],
    ]) {
      const rows = cells.map((cell) => `DE0007164600;1;${cell}`);
      expect(read([`ISIN;Quantity;${header}`, ...rows].join('\n')).issues).toEqual([]);
    }
    const several = (...portfolios: string[]) =>
      read(['Portfolio;ISIN;Quantity', ...portfolios.map((name) => `${name};DE0007164600;6`), 'Total;;12'].join('\n'));
    expect(several('One', 'Two').issues).toEqual([
      { where: 'Line 1', column: 'Portfolio', reason: `has several portfolios, such as One and Two; ${instead}` },
    ]);
    expect(several('One', 'One').holdings?.[0]?.quantity).toBe(12);
  });

  it('with quantities takes a weight for the present one, not a target', () => {
    const pasted = read('ISIN\tQuantity\tWeight (%)\nDE0007164600\t3\t0.5');
    expect(pasted.targets).toBeNull();
    expect(pasted.remarks).toEqual(['Not used: Weight (%).']);
  });

  it('reads weights above 1 in percent, and others as shares', () => {
    expect(read('ISIN,Weight\nDE0007164600,60\nUS0378331005,0.5').targets?.map(({ weight }) => weight)).toEqual([
      0.6, 0.005,
    ]);
    expect(read('ISIN,Weight\nDE0007164600,0.6\nUS0378331005,40%').targets?.map(({ weight }) => weight)).toEqual([
      0.6, 0.4,
    ]);
  });

  it('reports each bad row with its line, its column and why, and accepts the others', () => {
    const text = ['isin,exchange,quantity', 'DE0007164600,XETR,5', 'DE0007164601,XETR,5', '', 'DE0007164600,XLON,-1'];
    const pasted = read([...text, 'US0378331005,XNAS,x', 'DE0007164600,XETR,7', 'US0378331005,XNAS,1,5'].join('\n'));
    expect(pasted.holdings).toEqual([{ isin: SAP.isin, exchange: 'XETR', quantity: 12 }]);
    expect(pasted.issues).toEqual([
      {
        where: 'Line 3',
        column: 'isin',
        reason: '“DE0007164601” has the check digit 1, expected 0; SAP is DE0007164600',
      },
      { where: 'Line 5', column: 'exchange', reason: 'XLON does not list SAP; XETR, XAMS do' },
      { where: 'Line 5', column: 'quantity', reason: 'is negative' },
      { where: 'Line 6', column: 'quantity', reason: '“x” is not a number' },
      {
        where: 'Line 8',
        column: '',
        reason: 'has 4 cells, but the first line has 3; put numbers with a decimal comma in quotes',
      },
    ]);
  });

  it('without column names, or with an open quote, reports it at its line', () => {
    expect(read('DE0007164600,XETR,5').issues[0]?.reason).toMatch(/^The first line must be a header/);
    expect(read('ISIN,Exchange\nDE0007164600,XETR').issues[0]?.reason).toMatch(
      /^There is no Quantity or Target column/,
    );
    expect(read('ISIN,Quantity\n"DE0007164600,5').issues).toEqual([
      { where: 'Line 2', column: '', reason: 'The quotation mark here is never closed' },
    ]);
  });

  it('reports which character of an ISIN is wrong', () => {
    const whyNot = (isin: string) => read(`ISIN,Quantity\n${isin},1\nUS0378331005,1`).issues[0]?.reason;
    expect(whyNot('DE0007164601')).toBe('“DE0007164601” has the check digit 1, expected 0; SAP is DE0007164600');
    // Two neighbours that were swapped, a letter in place of a digit, a character too few.
    expect(whyNot('DE0007146600')).toMatch(/has the check digit 0, expected \d; SAP is DE0007164600$/);
    expect(whyNot('DE000716460O')).toBe(
      '“DE000716460O” has “O” as character 12, where the check digit belongs; SAP is DE0007164600',
    );
    expect(whyNot('D00007164600')).toMatch(/has “0” as character 2, where a letter of the country belongs/);
    expect(whyNot('DE000716460')).toBe('“DE000716460” has 11 characters; an ISIN has 12');
    expect(whyNot('DE0008404005')).toBe('“DE0008404005” is a valid ISIN, but not an instrument of this world');
    expect(whyNot('sap ag')).toBe('“sap ag” is not an instrument of this world');
    expect(whyNot('Siemens')).toBe('“Siemens” is not an instrument of this world');
  });

  it('accepts exchanges by their code, name, city or a common short form', () => {
    const at = (exchange: string) => read(`ISIN;Exchange;Quantity\nDE0007164600;${exchange};1`);
    for (const name of ['Xetra', 'xetr', 'ETR', 'GY', 'Frankfurt', '']) {
      expect(at(name).holdings?.[0]?.exchange).toBe('XETR');
    }
    for (const name of ['Euronext Amsterdam', 'AMS', 'xams']) expect(at(name).holdings?.[0]?.exchange).toBe('XAMS');
    expect(at('Oslo Børs').issues[0]?.reason).toBe('XOSL does not list SAP; XETR, XAMS do');
    expect(at('Tradegate').issues[0]?.reason).toBe(
      '“Tradegate” is not an exchange of this world; SAP is listed at XETR, XAMS',
    );
  });

  it('distinguishes cash and sums from holdings', () => {
    const pasted = read(
      [
        'Depotübersicht vom 02.03.2026;;;',
        'Wertpapier;ISIN;Anzahl;Kurswert in EUR',
        'SAP SE;DE0007164600;10;"2.315,00 €"',
        'Liquidität EUR;;;"1.234,50 €"',
        'Cash;;;500',
        'Summe;;;"4.049,50 €"',
        ';;;"4.049,50"',
      ].join('\n'),
    );
    expect(pasted).toMatchObject({
      cash: 1734.5,
      holdings: [{ isin: SAP.isin, exchange: 'XETR', quantity: 10 }],
      issues: [],
    });
    expect(pasted.remarks).toEqual([
      'The header is line 2; the lines above it are ignored.',
      'The comma is read as the decimal mark.',
      'Line 4, “Liquidität EUR”, is cash.',
      'Line 5, “Cash”, is cash.',
      'Line 6, “Summe”, is a total and is ignored.',
      'Line 7 is a total and is ignored.',
    ]);
    const dollars = read('Name,Quantity\nUSD cash,100\nSAP,1');
    expect(dollars.issues).toEqual([
      { where: 'Line 2', column: 'Quantity', reason: 'is cash in USD, but the portfolio’s cash is in EUR' },
    ]);
  });

  it('takes a currency in place of a security for cash, and reads cells between pipes', () => {
    const pasted = read('ISIN|Name|Quantity|Market value|Currency\nDE0007164600|SAP|10|2315|EUR\n|EUR|1|5000.25|EUR');
    expect(pasted).toMatchObject({ cash: 5000.25, holdings: [{ quantity: 10 }], issues: [] });
    expect(read('sep=|\nISIN|Quantity\nEUR|"1234.5"').cash).toBe(1234.5);
    expect(read('Symbol;Quantity\n€;5').cash).toBe(5);
    expect(read('Symbol;Quantity\nUSD;5').issues[0]?.reason).toMatch(/^is cash in USD/);
    expect(read('Symbol;Quantity;Value;Currency\nSAP;5;900;EUR').remarks).toEqual(['Not used: Value.']);
  });

  it('does not take a security for a sum or for cash because of its name', () => {
    const named = read('ISIN;Name;Quantity\nDE0007164600;TOTAL;5\nUS0378331005;Cash;2\n;Total;7');
    expect(named.holdings?.map(({ quantity }) => quantity)).toEqual([5, 2]);
    expect(named).toMatchObject({ cash: null, issues: [] });
    expect(read('Symbol;Name;Quantity\nSAP;Total;5').holdings).toHaveLength(1);
    expect(read('Symbol;Name;Quantity\nTTE;Total;5').issues[0]?.reason).toBe(
      '“TTE” is not an instrument of this world',
    );
    // An ISIN of another world is not a sum, either.
    expect(read('ISIN;Name;Quantity\nFR0000120271;TOTAL;5').issues[0]?.reason).toMatch(
      /not an instrument of this world/,
    );
  });

  it('shows what becomes cash with a row that is left out, and where the target of cash differs from that of the text', () => {
    const remarksOn = (...rows: string[]) =>
      read(['ISIN;Anzahl;Ziel %', ...rows].join('\n')).remarks.filter((remark) => remark.includes('cash:'));
    const spaced = (remarks: string[]) => remarks.map((remark) => remark.replaceAll('\u202f', ' '));
    const held = ['DE0007164600;10;45', 'US0378331005;5;40'];
    expect(spaced(remarksOn(...held, 'XX0000000000;1;5', 'Cash;500;10'))).toEqual([
      'The target of 1 row with errors, 5.00 %, goes to cash: its target becomes 15.00 % instead of 10.00 %.',
    ]);
    expect(spaced(remarksOn(...held, 'XX0000000000;1;5', 'XX0000000001;1;2,5', 'Cash;500;'))).toEqual([
      'The targets of 2 rows with errors, 7.50 %, go to cash: its target becomes 15.00 % instead of 7.50 %.',
    ]);
    expect(remarksOn(...held, 'Cash;500;15')).toEqual([]);
    expect(
      read(['ISIN;Anzahl;Ziel %', ...held, 'Cash;500;10'].join('\n'))
        .remarks.at(-1)
        ?.replaceAll('\u202f', ' '),
    ).toBe('The target of cash becomes 15.00 % instead of 10.00 %, which is what the other targets leave.');
    const json = read(
      JSON.stringify([
        { isin: SAP.isin, weight: 0.8 },
        { isin: 'XX0000000000', weight: 0.2 },
      ]),
    );
    expect(spaced([...json.remarks])).toEqual([
      'The target of 1 row with errors, 20.00 %, goes to cash: its target becomes 20.00 % instead of 0.00 %.',
    ]);
  });

  it.each([
    ['Unit cost GBP', '60.2', 'GBP'],
    ['Cost price (USD)', '60.2', 'USD'],
    ['Einstandskurs EUR', '60.2', 'EUR'],
    ['Kaufkurs in CHF', '60.2', 'CHF'],
    ['Unit cost £', '60.2', 'GBP'],
    ['Unit cost (GBp)', '6020', 'GBX'],
    ['Unit cost', '6020 GBp', 'GBX'],
    ['Unit cost', '60.2 CAD', 'CAD'],
    ['Unit cost EUR', '60.2 GBP', 'GBP'],
    ['unit cost chf', '60.2', 'CHF'],
    ['Avg price GBp', '6020', 'GBX'],
    ['Unit cost US$', '60.2', 'USD'],
    ['Unit cost (A$)', '60.2', 'AUD'],
    ['Einstandskurs (Fr.)', '60.2', 'CHF'],
    ['Unit cost (pence)', '6020', 'GBX'],
    ['Unit cost in euro', '60.2', 'EUR'],
    ['Unit cost', 'US$ 60.2', 'USD'],
    ['Unit cost', 'A$60.2', 'AUD'],
    ['Unit cost', '60.2 euro', 'EUR'],
    ['Unit cost', '6020 pence', 'GBX'],
    ['Unit cost', 'Fr. 60.20', 'CHF'],
    ['Unit cost R$', '60.2', 'BRL'],
    ['Unit cost NT$', '60.2', 'NT$'],
    ['Einstandskurs/EUR', '60.2', 'EUR'],
    ['Kaufkurs:EUR', '60.2', 'EUR'],
  ])('reads the currency of a cost from its header or cell: %s, %s', (header, cost, currency) => {
    const text = `ISIN;Quantity;${header};Currency\nDE0007164600;10;${cost};\n`;
    const own = read(text, currency);
    expect(own.holdings?.[0]?.lots).toHaveLength(1);
    const other = read(text, 'DKK');
    expect(other.holdings?.[0]?.lots).toBeUndefined();
    expect(other.remarks).toContain(`SAP gets no tax lots: its cost in line 2 is in ${currency}, not in DKK.`);
  });

  it('reads the currency of cash from the header of its amount, before a column of currencies', () => {
    const text = 'ISIN;Name;Value GBP;Quantity;Currency\n;Cash;500;;EUR';
    expect(read(text, 'GBP').cash).toBe(500);
    expect(read(text, 'EUR').issues).toEqual([
      { where: 'Line 2', column: 'Value GBP', reason: 'is cash in GBP, but the portfolio’s cash is in EUR' },
    ]);
  });

  it('joins the lots of one holding, with their costs and purchase dates', () => {
    const german = [
      '"ISIN";"Stück";"Einstandskurs";"Kaufdatum";"Börse"',
      '"DE0007164600";"1.000,00";"120,50 €";"15.03.2021";"Xetra"',
      '"US0378331005";"3,00";"";"";""',
      '"DE0007164600";"500,00 Stk.";"98,25 €";"02.01.2020";"XETR"',
    ];
    const pasted = read(german.join('\r\n'));
    expect(pasted.issues).toEqual([]);
    expect(pasted.holdings).toEqual([
      {
        isin: SAP.isin,
        exchange: 'XETR',
        quantity: 1500,
        lots: [
          { quantity: 500, unit_cost: 98.25, acquired_at: '2020-01-02T00:00:00.000Z' },
          { quantity: 1000, unit_cost: 120.5, acquired_at: '2021-03-15T00:00:00.000Z' },
        ],
      },
      { isin: APPLE.isin, exchange: 'XNAS', quantity: 3 },
    ]);
    expect(pasted.remarks).toContain('Lines 2 and 4 were merged into one holding of 2 lots: SAP at XETR.');
    const french = read(
      "Code ISIN;Quantité;Prix de revient;Date d'achat\nDE0007164600;4;481;3 févr. 2024".replace(
        'Prix de revient',
        'Montant investi',
      ),
    );
    expect(french.holdings?.[0]?.lots).toEqual([
      { quantity: 4, unit_cost: 120.25, acquired_at: '2024-02-03T00:00:00.000Z' },
    ]);
    const english = read('Symbol\tQty\tAvg cost\tPurchase date\nSAP\t4\t1,120.25\t02/28/2025');
    expect(english.holdings?.[0]?.lots).toEqual([
      { quantity: 4, unit_cost: 1120.25, acquired_at: '2025-02-28T00:00:00.000Z' },
    ]);
  });

  it('reads a cost by its column’s name and says so for the total of a line, unless another unit is chosen', () => {
    const text = 'ISIN;Quantity;Einstandswert\nDE0007164600;100;105,50';
    const total = read(text);
    expect(total.holdings?.[0]?.lots?.[0]?.unit_cost).toBe(1.055);
    expect(total.remarks).toContain('Einstandswert is read as the total cost of the line.');
    expect(total.cost).toMatchObject({ header: 'Einstandswert', role: 'total_cost' });
    const market = { instruments: MARKET, exchanges: EXCHANGES, currency: 'EUR', now: NOW };
    const unit = readPaste(text, market, 'unit_cost');
    expect(unit.holdings?.[0]?.lots?.[0]?.unit_cost).toBe(105.5);
    expect(unit.remarks).toEqual(['The comma is read as the decimal mark.']);
    expect(readPaste('ISIN;Quantity;Cost price\nDE0007164600;10;50', market, 'total_cost').remarks).toEqual([
      'Cost price is read as the total cost of the line.',
    ]);
  });

  it('reports costs far from the present price: by a factor of five or more', () => {
    const lots = (cost: number) => [{ quantity: 2, unit_cost: cost, acquired_at: NOW }];
    const holding = (cost: number) => ({ isin: SAP.isin, exchange: 'XETR', quantity: 2, lots: lots(cost) });
    const prices = new Map([[`${SAP.isin} XETR`, { mid: 200, currency: 'EUR' }]]);
    const far = (cost: number) => farCosts([holding(cost)], 'GBP', prices, new Map([['GBP', 0.8]]));
    // 200 EUR are 160 GBP, and a fifth of that is 32.
    expect(far(32)).toEqual([{ isin: SAP.isin, unitCost: 32, price: 160 }]);
    expect(far(33)).toEqual([]);
    expect(far(800)).toHaveLength(1);
  });

  it('rejects impossible dates, and accepts no lot whose cost is missing or in another currency', () => {
    const reasons = (...rows: string[]) =>
      read(['ISIN;Quantity;Cost price;Date', ...rows].join('\n')).issues.map(({ reason }) => reason);
    expect(reasons('DE0007164600;1;5;31.02.2024', 'DE0007164600;1;5;03.03.2026', 'DE0007164600;1;-5;2024')).toEqual([
      '“31.02.2024” is not a date; write 2024-03-15 or 15.03.2024',
      '2026-03-03 is in the future; today is 2026-03-02',
      'is negative',
      '“2024” is not a date; write 2024-03-15 or 15.03.2024',
    ]);
    const pasted = read('ISIN;Quantity;Cost price\nDE0007164600;1;5\nDE0007164600;1;\nIE00B4L5Y983;1;£7');
    expect(pasted.holdings?.map(({ lots }) => lots)).toEqual([undefined, undefined]);
    expect(pasted.remarks).toContain('SAP gets no tax lots: line 3 has no cost.');
    expect(pasted.remarks).toContain('EUNL gets no tax lots: its cost in line 4 is in GBP, not in EUR.');
  });

  it('rejects a date that may be day or month first, unless another one shows the order', () => {
    const lots = (...days: string[]) =>
      read(['ISIN;Quantity;Cost price;Date', ...days.map((day) => `DE0007164600;1;5;${day}`)].join('\n'));
    const daysOf = (...days: string[]) =>
      lots(...days).holdings?.[0]?.lots?.map(({ acquired_at: at }) => at.slice(0, 10));
    const reasons = (...days: string[]) => lots(...days).issues.map(({ reason }) => reason);
    expect(reasons('03/04/2024', '04/04/2024')).toEqual([
      '“03/04/2024” may be day or month first; write 2024-04-03 or 2024-03-04',
    ]);
    expect(daysOf('03/04/2024', '31/05/2024')).toEqual(['2024-04-03', '2024-05-31']);
    expect(daysOf('03/04/2024', '05/31/2024')).toEqual(['2024-03-04', '2024-05-31']);
    expect(lots('31/05/2024', '05/31/2024')).toMatchObject({
      holdings: null,
      issues: [
        {
          where: 'Line 3',
          column: 'Date',
          reason:
            '“05/31/2024” has day and month in another order than “31/05/2024” in line 2; write all dates like 2024-03-15',
        },
      ],
    });
    // The year may come first or last.
    expect(reasons('24-03-15')).toEqual(['“24-03-15” is not a date; write 2024-03-15 or 15.03.2024']);
    expect(daysOf('01.02.75', '01.02.24')).toEqual(['1975-02-01', '2024-02-01']);
  });

  it('counts the target of an ISIN on two exchanges once, and rejects two different ones', () => {
    const table = (first: string, second: string) =>
      read(`ISIN;Exchange;Quantity;Target %\nDE0007164600;XETR;1;${first}\nDE0007164600;XAMS;2;${second}`);
    const once = table('70', '70');
    expect(once.holdings).toHaveLength(2);
    expect(once.targets).toEqual([{ isin: SAP.isin, weight: 0.7 }]);
    expect(once.remarks).toContain('The target of SAP in lines 2 and 3 counts once.');
    expect(table('70', '30').issues).toEqual([
      {
        where: 'Line 3',
        column: 'Target %',
        reason: 'differs from the target of SAP in line 2; an ISIN can have only one target',
      },
    ]);
    const twice = [SAP.isin, SAP.isin].map((isin) => ({ isin, weight: 0.7 }));
    expect(read(JSON.stringify(twice)).issues[0]?.reason).toBe('repeats the target of SAP');
  });

  it('that was written is read back, whatever the delimiter, the decimal mark and the order of its lines', () => {
    fc.assert(
      fc.property(
        portfolios,
        fc.constantFrom('\t', ';', ','),
        fc.constantFrom(',', '.'),
        ({ holdings, targets }, delimiter, decimalMark) => {
          const pasted = read(writeTable(holdings, targets, { delimiter, decimalMark }));
          expect(pasted.issues).toEqual([]);
          expect(pasted.holdings).toEqual(holdings);
          expect(new Map(pasted.targets?.map(({ isin, weight }) => [isin, weight]))).toEqual(
            new Map(targets.map(({ isin, weight }) => [isin, weight])),
          );
        },
      ),
    );
  });
});

interface TableStyle {
  readonly delimiter: string;
  readonly decimalMark: string;
}

/** A target is in the first row of its ISIN; one that is not held has a row without exchange and quantity. */
function writeTable(holdings: readonly PastedHolding[], targets: readonly PastedTarget[], style: TableStyle): string {
  const open = new Map(targets.map(({ isin, weight }) => [isin, weight]));
  const takeTarget = (isin: string) => {
    const weight = open.get(isin);
    open.delete(isin);
    return weight === undefined ? '' : formatNumber(weight, style);
  };
  const rows = [
    ['ISIN', 'Exchange', 'Quantity', 'Target weight'],
    ...holdings.map(({ isin, exchange, quantity }) => [
      isin,
      exchange,
      formatNumber(quantity, style),
      takeTarget(isin),
    ]),
  ];
  for (const [isin, weight] of open) rows.push([isin, '', '', formatNumber(weight, style)]);
  return Papa.unparse(rows, { delimiter: style.delimiter, newline: '\n' });
}

/** Without exponents, which spreadsheets of some languages do not read. */
function formatNumber(value: number, { decimalMark }: TableStyle): string {
  const text = value.toFixed(12).replace(/\.?0+$/, '');
  // Three decimals could be a group of thousands; a fourth makes it unambiguous.
  const plain = /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
  return plain.replace('.', decimalMark);
}

const LISTINGS = MARKET.flatMap(({ isin, listings }) => listings.map((exchange) => ({ isin, exchange })));
const portfolios = fc.record({
  holdings: fc
    .uniqueArray(fc.record({ at: fc.constantFrom(...LISTINGS), micro: fc.nat(2_000_000_000) }), {
      selector: ({ at }) => at,
    })
    .map((rows): PastedHolding[] => rows.map(({ at, micro }) => ({ ...at, quantity: micro / 1e6 }))),
  targets: fc
    .uniqueArray(fc.record({ isin: fc.constantFrom(...MARKET.map((row) => row.isin)), bps: fc.nat(10_000) }), {
      selector: ({ isin }) => isin,
    })
    .map((rows): PastedTarget[] => rows.map(({ isin, bps }) => ({ isin, weight: bps / 10_000 }))),
});

describe('pasted JSON', () => {
  it('is the request body of either form', () => {
    const b = {
      external_id: 'x',
      currency: 'GBP',
      tax_wrapper: 'ISA',
      cash: 5,
      targets: [{ isin: SAP.isin, weight: 1 }],
    };
    expect(read(JSON.stringify(b))).toMatchObject({
      account: { form: 'B', external_id: 'x', currency: 'GBP', tax_wrapper: 'ISA' },
      cash: 5,
      holdings: null,
      targets: [{ isin: SAP.isin, weight: 1 }],
      issues: [],
    });
    const a = { name: 'Family', currency: 'SEK', tax_jurisdiction: 'SE', metadata: { desk: '7' } };
    expect(read(JSON.stringify(a))).toMatchObject({
      account: { form: 'A', name: 'Family', currency: 'SEK', tax_jurisdiction: 'SE', metadata: 'desk: 7' },
      issues: [],
    });
  });

  it('is an array of holdings, or of targets', () => {
    expect(read('[{"isin":"DE0007164600","exchange":"XAMS","quantity":2}]').holdings).toHaveLength(1);
    expect(read('[{"isin":"DE0007164600","weight":0.5}]').targets).toEqual([{ isin: SAP.isin, weight: 0.5 }]);
  });

  it('is rejected at its pointers', () => {
    const rows = [
      { isin: 'XX', exchange: 'XETR', quantity: '2' },
      { isin: SAP.isin, quantity: 1, price: 3 },
    ];
    const pasted = read(JSON.stringify({ external_id: 'x', holdings: rows, colour: 1 }));
    expect(pasted.issues.map(({ where, column }) => [where, column])).toEqual([
      ['/colour', 'colour'],
      ['/holdings/0', 'isin'],
      ['/holdings/0', 'quantity'],
      ['/holdings/1', 'price'],
    ]);
    expect(read('{"name": "x", "cash": 1}').issues[0]?.reason).toMatch(/^has fields of both kinds of request/);
    expect(read('{"isin": ').issues[0]?.reason).toMatch(/^This is not valid JSON: /);
  });
});

describe('a column', () => {
  it.each(['PRU EUR', 'PRU €', 'GAK EUR', 'PRU'])('of costs may be called %s', (header) => {
    expect(read(`ISIN;Quantity;${header}\nDE0007164600;3;5.25`).holdings?.[0]?.lots).toMatchObject([
      { unit_cost: 5.25 },
    ]);
  });

  it.each(['Position', 'Number'])('%s of 1 and 2 is of quantities if no other column is', (header) => {
    const { holdings, issues } = read(`Symbol;${header}\nSAP;1\nAAPL;2`);
    expect([issues, holdings?.map(({ quantity }) => quantity)]).toEqual([[], [1, 2]]);
  });

  it('of values matters only in rows of cash', () => {
    const text = 'Name;Stück;Kurswert\nSAP SE;10.5;1.005,00';
    expect(read(text)).toMatchObject({ issues: [], holdings: [{ quantity: 10.5 }] });
    expect(read(`${text}\nCash;;1.005,00`).issues.map(({ column, reason }) => [column, reason])).toEqual([
      ['Kurswert', '“1.005,00” has another decimal mark than “10.5” in line 2; write all numbers with the same one'],
    ]);
  });
});
