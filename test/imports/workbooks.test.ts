/**
 * Sheets of workbooks: the values of their cells, the selection of the sheet, and what is refused before it is
 * unpacked.
 */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { decimalText } from '../../src-server/imports/sheets/cell-text.ts';
import { openFiles } from '../../src-server/imports/sheets/open-files.ts';
import { zipFiles } from '../../src-server/system/files/zip-files.ts';
import { proves } from '../conformance/proves.ts';
import { draws, fc } from '../support/draws.ts';
import { issueText, KNOWN, OVERNIGHT, PORTFOLIOS, PRICES, SAP, WORLD_ETF } from './import-fixture.ts';
import { dayNumber, type SheetCell, type SheetToWrite, workbookFile } from './workbook-file.ts';

const sheet = (rows: SheetToWrite['rows'], rest: Partial<SheetToWrite> = {}): SheetToWrite => ({
  name: 'Prices',
  rows,
  ...rest,
});
const day = (date: string, format = 'dd\\.mm\\.yyyy', from1904 = false) => ({
  stored: String(dayNumber(date, from1904)),
  format,
});

async function opened(bytes: Uint8Array, wanted: string | null = null) {
  const [file] = await openFiles([{ name: 'book.xlsx', bytes, sheet: wanted }]);
  if (file === undefined) throw new Error('one file was given');
  return file;
}
async function prices(bytes: Uint8Array, wanted: string | null = null, options = PRICES) {
  const { report, series } = importPrices([await opened(bytes, wanted)], KNOWN, options);
  const read = series.map(({ subject, series: { prices: found } }) => [
    subject,
    found.map(({ date, priceMicro }) => [date, priceMicro]),
  ]);
  return { report, read, issues: report.issues.map(issueText), leftOut: report.left_out.map(issueText) };
}
async function textOf(row: readonly SheetCell[], from1904 = false) {
  return (await opened(await workbookFile([sheet([row])], from1904))).text;
}

describe('a cell of a workbook', () => {
  test.each<[string, SheetCell, string]>([
    ['a number without its binary tail', { stored: '0.30000000000000004' }, '0.3'],
    ['a number with an exponent', { stored: '1.5E-7' }, '0.00000015'],
    ['a large number', { stored: '1.2345678E9' }, '1234567800'],
    ['a negative number', -1234.5, '-1234.5'],
    [
      'the whole stored value where the format shows less of it',
      { stored: '1234.5678', format: '#,##0.00' },
      '1234.5678',
    ],
    ['the currency that its format shows', { stored: '420.1', format: '"$"#,##0.00' }, '420.1 $'],
    ['the currency of a format with a language', { stored: '12.5', format: '#,##0.00\\ [$€-407]' }, '12.5 €'],
    ['a percentage', { stored: '0.07', format: '0.00%' }, '7%'],
    ['a date by its format', day('2020-01-31'), '2020-01-31'],
    ['a date with a time', { stored: '43861.40625', format: 'yyyy-mm-dd hh:mm' }, '2020-01-31 09:45:00'],
    ['a month, where no day is shown', day('2020-01-31', 'mmm\\ yyyy'), '2020-01'],
    ['a number whose format has letters of dates in quotation marks', { stored: '3', format: '0" days"' }, '3'],
    ['a date in a language', day('2020-01-31', '[$-407]d\\. mmmm yyyy;@'), '2020-01-31'],
    ['the stored value of a formula', { formula: 'A1*2', stored: '84' }, '84'],
    ['a text without line breaks', 'Cost\nprice', 'Cost price'],
    ['a text that looks like a number, in quotation marks', '1.234', '"1.234"'],
    ['a truth value', true, 'TRUE'],
    ['an error', { stored: '#N/A', type: 'e' }, '"#N/A"'],
    ['a formula that nobody has computed', { formula: 'A1*2' }, '"=A1*2 without a stored value"'],
  ])('is read as %s', proves('P4.17'), async (_title, cell, text) => {
    expect(await textOf([cell])).toBe(`${text}\n`);
  });

  test('counts days from 1904 if its workbook does', proves('P4.17'), async () => {
    const date = '2020-01-31';
    expect(dayNumber(date) - dayNumber(date, true)).toBe(1462);
    expect(await textOf([day(date, 'yyyy-mm-dd', true)], true)).toBe(`${date}\n`);
  });

  test('has 15 digits at most', { tags: ['drawn'] }, () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
        const text = decimalText(value);
        expect(text).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
        expect(Number(text)).toBe(Number(value.toPrecision(15)) + 0);
      }),
      { numRuns: draws(2000) },
    );
  });
});

describe('the table of a sheet', () => {
  test(
    'may have title lines, merged cells, empty first rows and columns, and hidden rows',
    proves('P4.17'),
    async () => {
      const bytes = await workbookFile([
        sheet(
          [
            [],
            [null, 'Prices of my depot'],
            [],
            [null, 'Date', 'Close', 'Name'],
            [null, day('2020-01-30'), 1.5, null],
            [null, day('2020-01-31'), { stored: '1.6000000000000001' }, null],
          ],
          { merged: ['B2:D2'], hiddenRows: [5] },
        ),
      ]);
      const { report, leftOut } = await prices(bytes, null, {
        ...PRICES,
        columns: { Name: 'ignored' },
        mapping: { book: SAP },
      });
      expect(report.issues).toEqual([]);
      expect(report.series).toMatchObject([{ subject: SAP, rows: 2, from: '2020-01-30', until: '2020-01-31' }]);
      expect(report.files).toMatchObject([{ sheet: 'Prices', sheets: ['Prices'], delimiter: null }]);
      expect(leftOut).toEqual(['2: 0 is above the header: Prices of my depot']);
      expect(report.notes).toContain('book.xlsx: 1 hidden row of “Prices” are read like all others.');
    },
  );

  test(
    'has a gap if a cell has #N/A, and an error if it has another error or no stored value',
    proves('P4.17'),
    async () => {
      const rows = [
        ['Date', SAP],
        [day('2020-01-30'), 1.5],
        [day('2020-01-31'), { stored: '#N/A', type: 'e' }],
      ] as const;
      const { report, leftOut } = await prices(await workbookFile([sheet(rows)]));
      expect([report.refusal, leftOut]).toEqual([null, ['3: 2 has no price on 2020-01-31']]);
      for (const [cell, issue] of [
        [{ stored: '#REF!', type: 'e' }, '3: 2 “#REF!” is not a number'],
        [{ formula: 'B2*2' }, '3: 2 “=B2*2 without a stored value” is not a number'],
      ] as const) {
        const broken = await workbookFile([sheet([...rows.slice(0, 2), [day('2020-01-31'), cell]])]);
        expect((await prices(broken)).issues).toEqual([issue]);
      }
    },
  );

  test('has stored numbers whatever the decimal separator of its texts', proves('P4.17'), async () => {
    const bytes = await workbookFile([
      sheet([
        ['ISIN', 'Quantity', 'Cost price', 'Date'],
        [SAP, '1,5', 1.234, day('2020-01-31')],
        [WORLD_ETF, 2, '1.234,5', '28.01.2020'],
      ]),
    ]);
    for (const decimal of [null, ','] as const) {
      const { entries, report } = importPortfolios([await opened(bytes)], KNOWN, { ...PORTFOLIOS, decimal });
      expect(report.issues).toEqual([]);
      expect(entries[0]?.positions).toMatchObject(
        [
          { isin: SAP, quantity: 1.5, lots: [{ unit_cost: 1.234, acquired_at: '2020-01-31T00:00:00Z' }] },
          { isin: WORLD_ETF, quantity: 2, lots: [{ unit_cost: 1234.5, acquired_at: '2020-01-28T00:00:00Z' }] },
        ].sort((one, other) => (one.lots[0]?.acquired_at ?? '').localeCompare(other.lots[0]?.acquired_at ?? '')),
      );
    }
  });

  test('may have exchange rates for a portfolio', async () => {
    const rates = await workbookFile([sheet([[], [null, 'Date', 'USD'], [null, day('2020-01-31'), 1.25]])]);
    const [rateFile] = await openFiles([{ name: 'rates.xlsx', bytes: rates, sheet: null }]);
    const rows = [
      ['ISIN', 'Quantity', 'Cost price', 'Date', 'Currency'],
      [SAP, 2, 100, day('2020-01-31'), 'USD'],
    ];
    const files = [await opened(await workbookFile([sheet(rows)])), ...(rateFile === undefined ? [] : [rateFile])];
    const { entries, report } = importPortfolios(files, KNOWN, { ...PORTFOLIOS, currency: 'EUR' });
    expect(report.issues).toEqual([]);
    // 100 USD at 1.25 USD for one euro.
    expect(entries[0]?.positions).toMatchObject([{ quantity: 2, lots: [{ unit_cost: 80 }] }]);
  });

  test('has the text of a cell over several rows in each of them, and a number only in the first', async () => {
    const rows = (quantity: SheetCell) => [
      ['Portfolio', 'ISIN', 'Quantity'],
      ['Anna', SAP, 5],
      [null, WORLD_ETF, quantity],
    ];
    const merged = await workbookFile([sheet(rows(3), { merged: ['A2:A3'] })]);
    const { entries } = importPortfolios([await opened(merged)], KNOWN, PORTFOLIOS);
    expect(entries).toMatchObject([{ request: { name: 'Anna' }, positions: [{ quantity: 5 }, { quantity: 3 }] }]);
    const doubled = await workbookFile([sheet(rows(null), { merged: ['A2:A3', 'C2:C3'] })]);
    const { report } = importPortfolios([await opened(doubled)], KNOWN, PORTFOLIOS);
    expect(report.issues.map(issueText)).toEqual(['3: 3 “merged with C2” is not a number']);
  });
});

describe('the sheet that is read', () => {
  const table = (price: number): SheetToWrite['rows'] => [
    ['Date', SAP],
    [day('2020-01-31'), price],
  ];
  const workbook = () =>
    workbookFile([
      sheet(table(1), { name: 'One' }),
      sheet(table(2), { name: 'Two & more' }),
      sheet(table(3), { name: 'Old', isHidden: true }),
      sheet([], { name: 'Empty' }),
    ]);

  test('must be named if several visible sheets have cells', proves('P4.16'), async () => {
    const { report, issues } = await prices(await workbook());
    expect(issues).toEqual([
      '1: 0 has several sheets; choose one (--sheet): “One”, “Two & more”, “Old” (hidden), “Empty”',
    ]);
    expect(report.files).toMatchObject([
      { sheet: null, sheets: ['One', 'Two & more', 'Old', 'Empty'], layout: 'unknown' },
    ]);
  });

  test.each([
    ['two & MORE', 2_000_000],
    ['Old', 3_000_000],
  ])('may be %s', async (name, micro) => {
    expect((await prices(await workbook(), name)).read).toEqual([[SAP, [['2020-01-31', micro]]]]);
  });

  test.each([
    ['Three', '1: 0 has no sheet “Three”: there are “One”, “Two & more”, “Old” (hidden), “Empty”'],
    ['Empty', '1: 0 has no cells in the sheet “Empty”'],
  ])('cannot be %s', async (name, issue) => {
    expect((await prices(await workbook(), name)).issues).toEqual([issue]);
  });

  test('is the only visible one with cells, and the others are named', async () => {
    const bytes = await workbookFile([
      sheet(table(1)),
      sheet(table(2), { name: 'Old', isHidden: true }),
      sheet([], { name: 'Empty' }),
    ]);
    const { report, read } = await prices(bytes);
    expect(read).toEqual([[SAP, [['2020-01-31', 1_000_000]]]]);
    expect(report.notes).toContain(
      'book.xlsx: the sheet “Prices” is read; the others are not: “Old” (hidden), “Empty”.',
    );
  });
});

describe('a file is refused', () => {
  const compound = (text: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(text, 'utf16le')]);
  const table = () =>
    workbookFile([
      sheet([
        ['Date', SAP],
        [day('2020-01-31'), 1],
      ]),
    ]);
  /** The same, with another size of its sheet in the directory of the archive. */
  const issueOf = async (size: number) => {
    const bytes = await table();
    bytes.writeUInt32LE(size, bytes.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46 + 24);
    return bytes;
  };
  test.each<[string, () => Promise<Uint8Array>, string | RegExp]>([
    [
      'an old workbook',
      async () => compound('Workbook'),
      'is a workbook in an old format (.xls); save it as .xlsx or CSV',
    ],
    [
      'one with a password',
      async () => compound('EncryptedPackage'),
      'is encrypted; save it without a password as .xlsx or CSV',
    ],
    [
      'a binary workbook',
      () => zipFiles([['xl/workbook.bin', Buffer.from('x')]]),
      'is a binary workbook (.xlsb): save the table as .xlsx or CSV',
    ],
    [
      'another archive',
      () => zipFiles([['a.csv', Buffer.from('a;b')]]),
      'is an archive without a workbook in it: unpack it, or save the table as .xlsx or CSV',
    ],
    [
      'half an archive',
      async () => (await workbookFile([sheet([['a', 'b']])])).subarray(0, 300),
      /^is a damaged archive \(/,
    ],
    [
      'what would fill the memory',
      () => issueOf(200_000_001),
      /^would be 2000\d{5} bytes unpacked; the maximum is 200000000. Save the table as CSV$/,
    ],
    [
      'a cell far to the right',
      () => workbookFile([sheet([['Date', ...Array.from({ length: 5000 }, () => null), 1]])]),
      'has 5002 columns; the maximum is 5000',
    ],
  ])('that is or has %s', proves('P4.17'), async (_title, bytes, issue) => {
    const { text, issue: found } = await opened(await bytes());
    expect(text).toBe('');
    if (typeof issue === 'string') expect(found).toBe(issue);
    else expect(found).toMatch(issue);
  });

  test('with a part that becomes larger than the archive says', async () => {
    expect((await opened(await issueOf(10))).issue).toMatch(/^is a damaged archive \(/);
  });
});

describe('a table', () => {
  const isins = fc.constantFrom(SAP, WORLD_ETF, OVERNIGHT);
  const dates = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2026-02-28'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const amount = fc.integer({ min: 1, max: 90_000_000_000 }).map((micro) => micro / 1_000_000);
  const row = fc.record({
    isin: isins,
    date: dates,
    quantity: amount,
    price: amount,
    type: fc.constantFrom('Buy', 'Kauf', 'Dividend'),
    note: fc.string({ maxLength: 8 }),
  });

  test('is read the same as CSV and as a workbook of either system of dates', {
    ...proves('P4.17'),
    tags: ['drawn'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        fc.nat(2),
        async (rows, from1904, above) => {
          const header = ['ISIN', 'Date', 'Type', 'Quantity', 'Price', 'Note'];
          const plain = (text: string) => text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
          const titles = Array.from({ length: above }, (_, at) => [`Title ${at}`]);
          const cells = rows.map(({ isin, date, type, quantity, price, note }): SheetCell[] => [
            isin,
            day(date, 'd/m/yy', from1904),
            type,
            quantity,
            price,
            plain(note),
          ]);
          const lines = rows.map(({ isin, date, type, quantity, price, note }) =>
            [
              isin,
              date,
              type,
              decimalText(quantity),
              decimalText(price),
              `"${plain(note).replaceAll('"', '""')}"`,
            ].join(','),
          );
          const csv = [...titles.map(([title]) => title), header.join(','), ...lines].join('\n');
          const bytes = await workbookFile([sheet([...titles, header, ...cells])], from1904);
          const workbook = await openFiles([{ name: 'a.csv', bytes, sheet: null }]);
          const fromFile = importPortfolios(workbook, KNOWN, PORTFOLIOS);
          const fromText = importPortfolios([{ name: 'a.csv', text: `${csv}\n` }], KNOWN, PORTFOLIOS);
          expect(fromFile.entries).toEqual(fromText.entries);
          expect(fromFile.report).toMatchObject({ issues: fromText.report.issues, left_out: fromText.report.left_out });
        },
      ),
      { numRuns: draws(300) },
    );
  });
});
