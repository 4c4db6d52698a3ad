/** Prices written in any layout are read back the same; no text makes a reader throw. */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { proves } from '../conformance/proves.ts';
import { draws, fc } from '../support/draws.ts';
import { KNOWN, PORTFOLIOS, PRICES } from './import-fixture.ts';

interface Layout {
  readonly kind: 'wide' | 'long' | 'single';
  readonly delimiter: string;
  readonly decimal: '.' | ',';
  readonly group: string;
  readonly dates: 'iso' | 'dmy' | 'mdy' | 'points';
  readonly isQuoted: boolean;
  readonly hasMark: boolean;
  readonly newline: string;
  readonly isReversed: boolean;
}

const layouts: fc.Arbitrary<Layout> = fc.record({
  kind: fc.constantFrom('wide', 'long', 'single'),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  decimal: fc.constantFrom('.', ','),
  group: fc.constantFrom('', 'other', ' ', '’'),
  dates: fc.constantFrom('iso', 'dmy', 'mdy', 'points'),
  isQuoted: fc.boolean(),
  hasMark: fc.boolean(),
  newline: fc.constantFrom('\n', '\r\n'),
  isReversed: fc.boolean(),
});

const ISINS = [...KNOWN.instruments.keys()].slice(0, 6);
/** By day of 2001 to 2020, a price in millionths, or a gap. */
const tables = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: 7000 }), { minLength: 1, maxLength: 12 }),
    isins: fc.uniqueArray(fc.constantFrom(...ISINS), { minLength: 1, maxLength: 3 }),
  })
  .chain(({ days, isins }) =>
    fc.record({
      dates: fc.constant(
        days
          .toSorted((one, other) => one - other)
          .map((day) => new Date(Date.UTC(2001, 0, 1 + day)).toISOString().slice(0, 10)),
      ),
      isins: fc.constant(isins),
      micro: fc.array(
        fc.array(fc.integer({ min: 1, max: 100_000_000_000 }), { minLength: isins.length, maxLength: isins.length }),
        { minLength: days.length, maxLength: days.length },
      ),
    }),
  );

function numberText(micro: number, { decimal, group }: Layout): string {
  const whole = String(Math.floor(micro / 1e6));
  const separator = group === 'other' ? (decimal === '.' ? ',' : '.') : group;
  return `${whole.replace(/\B(?=(\d{3})+$)/g, separator)}${decimal}${String(micro % 1e6).padStart(6, '0')}`;
}

function dateText(date: string, { dates }: Layout): string {
  const [year, month, day] = date.split('-');
  if (dates === 'iso') return date;
  if (dates === 'points') return `${day}.${month}.${year}`;
  return dates === 'dmy' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
}

function filesOf(table: { dates: string[]; isins: string[]; micro: number[][] }, layout: Layout) {
  const cell = (text: string) => (layout.isQuoted || text.includes(layout.delimiter) ? `"${text}"` : text);
  const line = (cells: string[]) => cells.map(cell).join(layout.delimiter);
  const file = (name: string, header: string[], rows: string[][]) => {
    const lines = (layout.isReversed ? rows.toReversed() : rows).map(line);
    return {
      name,
      text: `${layout.hasMark ? '\uFEFF' : ''}${[line(header), ...lines].join(layout.newline)}${layout.newline}`,
    };
  };
  const priceOf = (row: number, column: number) => numberText(table.micro[row]?.[column] ?? 0, layout);
  const dates = table.dates.map((date) => dateText(date, layout));
  if (layout.kind === 'wide') {
    return [
      file(
        'wide.csv',
        ['Date', ...table.isins],
        dates.map((date, row) => [date, ...table.isins.map((_isin, column) => priceOf(row, column))]),
      ),
    ];
  }
  if (layout.kind === 'long') {
    return [
      file(
        'long.csv',
        ['ISIN', 'Price', 'Date'],
        dates.flatMap((date, row) => table.isins.map((isin, column) => [isin, priceOf(row, column), date])),
      ),
    ];
  }
  return table.isins.map((isin, column) =>
    file(
      `${isin}.csv`,
      ['Date', 'Close'],
      dates.map((date, row) => [date, priceOf(row, column)]),
    ),
  );
}

describe('prices', () => {
  test('that are written in any layout are read back the same', { ...proves('P4.4'), tags: ['drawn'] }, () => {
    fc.assert(
      fc.property(tables, layouts, (table, layout) => {
        const style = layout.dates === 'mdy' || layout.dates === 'dmy' ? layout.dates : null;
        const options = { ...PRICES, dates: style, delimiter: layout.delimiter };
        const { report, series } = importPrices(filesOf(table, layout), KNOWN, options);
        expect(report.issues).toEqual([]);
        const read = series.map((each) => [
          each.subject,
          each.series.prices.map(({ date, priceMicro }) => [date, priceMicro]),
        ]);
        const wanted = table.isins.map((isin, column) => [
          isin,
          table.dates.map((date, row) => [date, table.micro[row]?.[column]]),
        ]);
        expect(new Map(read as [string, unknown][])).toEqual(new Map(wanted as [string, unknown][]));
      }),
      { numRuns: draws(2000) },
    );
  });

  test('no text makes the readers throw; unreadable parts are reported at a line of the file', {
    tags: ['drawn'],
  }, () => {
    const pieces = fc.constantFrom(
      'Date',
      'ISIN',
      'Price',
      'Shares',
      ',',
      ';',
      '\n',
      '"',
      '2020-01-31',
      '1,5',
      '1.5',
      '<client>',
      '{',
      '}',
      '[',
      ':',
      '<',
      '/',
      'é',
      '\t',
      '|',
      '',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const files = [{ name: 'any', text }];
        for (const { report } of [importPrices(files, KNOWN, PRICES), importPortfolios(files, KNOWN, PORTFOLIOS)]) {
          const lines = text.split(/\r\n?|\n/).length;
          for (const { line } of report.issues) expect(line >= 1 && line <= lines).toBe(true);
        }
      }),
      { numRuns: draws(5000) },
    );
  });
});
