/** Files as written by spreadsheets, brokers and price services: encodings, title lines, dates, layouts. */
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src-server/contract/control/imports/decode-text.ts';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { proves } from '../conformance/proves.ts';
import { draws, fc } from '../support/draws.ts';
import { issueText, KNOWN, PORTFOLIOS, PRICES, SAP } from './import-fixture.ts';

const bytesOf = (text: string, encoding: 'utf16le' | 'latin1' | 'utf8') => new Uint8Array(Buffer.from(text, encoding));

describe('the encoding of a file', () => {
  const text = 'ISIN;Stück\nDE0007164600;1\n';
  test.each([
    ['UTF-8', bytesOf(text, 'utf8'), 'utf-8'],
    ['UTF-8 with a mark', bytesOf(`\uFEFF${text}`, 'utf8'), 'utf-8'],
    ['Windows-1252', bytesOf(text, 'latin1'), 'windows-1252'],
    ['UTF-16 with a mark', bytesOf(`\uFEFF${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without one', bytesOf(text, 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16', bytesOf(`\uFEFF${text}`, 'utf16le').map((_byte, at, all) => all[at ^ 1] ?? 0), 'utf-16be'],
  ] as const)('may be %s', proves('P4.4'), (_title, bytes, encoding) => {
    expect(decodeText(bytes)).toEqual({ text, encoding });
  });

  test('that is Windows-1252 has its own characters between 0x80 and 0x9f', () => {
    expect(decodeText(Uint8Array.of(0x80, 0x35))?.text).toBe('€5');
  });

  test('other than UTF-8 is noted in the report', () => {
    const file = { name: 'm.csv', text, encoding: 'windows-1252' } as const;
    expect(importPortfolios([file], KNOWN, PORTFOLIOS).report.notes).toContain('m.csv is read as Windows-1252.');
  });

  test('of an archive or a spreadsheet does not exist', () => {
    expect(decodeText(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 0x21, 0))).toBe(null);
    expect(importPortfolios([{ name: 'm.xlsx', text: '\0' }], KNOWN, PORTFOLIOS).report.issues.map(issueText)).toEqual([
      '1: 0 is not a text file: save a spreadsheet as CSV, and an archive or an encrypted file as XML, JSON or CSV',
    ]);
  });

  test('of any text is detected', { tags: ['drawn'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (drawn) => {
        const plain = drawn.replaceAll('\0', '').replace(/^\uFEFF+/, '');
        expect(decodeText(bytesOf(plain, 'utf8'))?.text ?? plain).toBe(plain);
        expect(decodeText(bytesOf(`\uFEFF${plain}`, 'utf16le'))?.text ?? plain).toBe(plain);
      }),
      { numRuns: draws(1000) },
    );
  });
});

describe('a table', () => {
  const read = (text: string) => {
    const { report, entries } = importPortfolios([{ name: 'm.csv', text }], KNOWN, PORTFOLIOS);
    return {
      report,
      quantities: entries[0]?.positions?.map(({ quantity }) => quantity),
      issues: report.issues.map(issueText),
    };
  };

  test.each([
    ['title lines', `My depot\nfrom 2020 to 2021\n\nISIN;Quantity\n${SAP};5\n`],
    ['title lines as wide as the table', `Depot;12345;;\nOwner;Somebody;;\nISIN;Quantity;Note;\n${SAP};5;;\n`],
    ['a line that says the separator', `sep=;\nISIN;Quantity\n${SAP};5\n`],
    ['trailing separators', `ISIN;Quantity;;;\n${SAP};5;;;\n`],
    ['rows that are shorter by empty cells', `ISIN;Quantity;Note;Other\n${SAP};5\n`],
    ['rows that are longer by empty cells', `ISIN;Quantity\n${SAP};5;;;;\n`],
  ])('may have %s', proves('P4.4'), (_title, text) => {
    expect(read(text)).toMatchObject({ quantities: [5], issues: [] });
  });

  test('names the lines above its header', () => {
    expect(read(`My depot\nISIN;Quantity\n${SAP};5\n`).report.left_out.map(issueText)).toEqual([
      '1: 0 is above the header: My depot',
      '3: 2 has no cost and no date of purchase, so its shares are treated as bought now at the current price',
    ]);
  });

  test('is refused with a row that has a cell after its last column', () => {
    expect(read(`ISIN;Quantity\n${SAP};5;x\n`).issues).toEqual(['2: 0 has 3 cells instead of 2']);
  });
});

describe('a date', () => {
  const dateOf = (text: string, options = {}) => {
    const read = importPrices([{ name: 'SAP.csv', text: `Date;Close\n${text};1,5\n` }], KNOWN, {
      ...PRICES,
      ...options,
    });
    return read.report.issues.length > 0 ? read.report.issues.map(issueText) : read.series[0]?.series.prices[0]?.date;
  };
  test.each([
    ['28.11.25', '2025-11-28'],
    ['11/28/25', '2025-11-28'],
    ['28.11.99', '1999-11-28'],
    ['Nov 2021', '2021-11-30'],
    ['Feb 2020', '2020-02-29'],
    ['Okt 2021', '2021-10-31'],
    ['déc. 2021', '2021-12-31'],
    ['3 mars 2021', '2021-03-03'],
    ['3. März 2021', '2021-03-03'],
    ['30 juin 2021', '2021-06-30'],
    ['30 juil. 2021', '2021-07-30'],
    ['20230403', '2023-04-03'],
    ['12/12/2021', '2021-12-12'],
    ['1/22/2025 9:30:00 AM', '2025-01-22'],
    ['2025-01-22 09:30:00 UTC', '2025-01-22'],
    ['2025-01-22, 09:30:00', '2025-01-22'],
  ])('may be written %s', proves('P4.3'), (text, date) => {
    expect(dateOf(text)).toBe(date);
  });

  test('with its time after a semicolon is that of Interactive Brokers', () => {
    const read = importPrices([{ name: 'SAP.csv', text: 'Date,Close\n20230403;095853,1.5\n' }], KNOWN, PRICES);
    expect(read.series[0]?.series.prices[0]?.date).toBe('2023-04-03');
  });

  test.each(['1/2/2025 9:30:00 AM', '01/02/25'])('%s may be of January or February', (text) => {
    expect(dateOf(text)).toEqual([`2: 1 “${text}” may be day or month first; choose the order (--dates dmy or mdy)`]);
    expect(dateOf(text, { dates: 'mdy' })).toBe('2025-01-02');
  });

  test.each(['25-11-28', '31.02.2025', 'Foo 2021', '32.01.25'])('%s is invalid', (text) => {
    expect(dateOf(text)).toEqual([`2: 1 “${text}” is not a date`]);
  });
});

describe('prices as downloaded from', () => {
  test.each([
    [
      'Investing.com',
      '"Date","Price","Open","High","Low","Vol.","Change %"\n"11/28/2025","1,234.50","1.00","1.00","1.00","1.2M","-0.50%"\n',
      1234.5,
    ],
    [
      'Investing.com in German',
      '"Datum","Zuletzt","Eröffn.","Hoch","Tief","Vol.","+/- %"\n"28.11.2025","1.234,50","1,00","1,00","1,00","1,2M","-0,50%"\n',
      1234.5,
    ],
    [
      'Investing.com in French',
      '"Date","Dernier","Ouv.","Plus Haut","Plus Bas","Vol.","Variation %"\n"28/11/2025","1.234,50","1,00","1,00","1,00","350,2K","-0,50%"\n',
      1234.5,
    ],
    ['Stooq', 'Date,Open,High,Low,Close\n2025-11-28,1,1,1,1234.5\n', 1234.5],
    ['Yahoo', 'Date,Open,High,Low,Close,Adj Close,Volume\n2025-11-28,1,1,1,1234.5,1200.1,100\n', 1234.5],
    ['ariva', 'Datum;Erster;Hoch;Tief;Schlusskurs;Stuecke;Volumen\n2025-11-28;1;1;1;1.234,50;10;12.345\n', 1234.5],
    ['onvista', 'Datum;Eröffnung;Hoch;Tief;Schluss;Volumen\n28.11.2025;1,0;1,0;1,0;1234,5;10\n', 1234.5],
    ['an index above 100 000', 'Date,Close\n2025-11-28,654321.5\n', 654_321.5],
  ])('%s', proves('P4.4'), (_title, text, price) => {
    const { report, series } = importPrices([{ name: 'SAP.csv', text }], KNOWN, { ...PRICES, exchange: 'XETR' });
    expect(report.issues).toEqual([]);
    expect(report.files[0]?.layout).toBe('single');
    expect(series[0]?.listings[0]?.prices).toMatchObject([{ date: '2025-11-28', priceMicro: price * 1e6 }]);
  });

  test('Nasdaq are in dollars, as their cells say', () => {
    const files = [
      { name: 'SAP.csv', text: 'Date,Close/Last,Volume,Open,High,Low\n11/28/2025,$420.10,1000,$1.00,$1.00,$1.00\n' },
      { name: 'rates.csv', text: 'Date,USD,GBP\n2025-11-28,2,0.8\n' },
    ];
    const { report, series } = importPrices(files, KNOWN, { ...PRICES, exchange: 'XETR' });
    expect(report.issues).toEqual([]);
    expect(series[0]?.listings[0]?.prices).toMatchObject([{ priceMicro: 210_050_000 }]);
  });
});
