/**
 * Transactions of drawn portfolios, written in drawn dialects of broker files, are read back as they were drawn:
 * positions, lots and costs, by a separate FIFO that shares no code with the import.
 */
import { expect, test } from 'vitest';
import { decodeText } from '../../src-server/contract/control/imports/decode-text.ts';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { proves } from '../conformance/proves.ts';
import { draws, fc } from '../support/draws.ts';
import { INSTRUMENTS, isoOf, lotsOf, type Trade, trades, unitOf } from './drawn-portfolios.ts';
import { KNOWN, PORTFOLIOS } from './import-fixture.ts';

/** Words of one language for headers and types. */
const LANGUAGES = [
  {
    headers: ['Date', 'Action', 'ISIN', 'Security', 'Quantity', 'Price', 'Fees & Comm', 'Amount', 'Currency', 'Notes'],
    types: ['Buy', 'Sell', 'Dividend'],
    alike: ['Market buy', 'Limit sell', 'Deposit'],
  },
  {
    headers: ['Datum', 'Vorgang', 'ISIN', 'Wertpapier', 'Stück', 'Kurs', 'Provision', 'Betrag', 'Währung', 'Notiz'],
    types: ['Kauf', 'Verkauf', 'Ausschüttung'],
    alike: ['Sparplan', 'Verkauf', 'Zinsen'],
  },
  {
    headers: [
      'Date',
      'Opération',
      'ISIN',
      'Nom du titre',
      'Quantité',
      'Cours',
      'Courtage',
      'Montant',
      'Devise',
      'Remarque',
    ],
    types: ['Achat', 'Vente', 'Dividende'],
    alike: ['Achat comptant', 'Vente comptant', 'Versement'],
  },
  {
    headers: ['Datum', 'Transactietype', 'ISIN', 'Name', 'Aantal', 'Koers', 'Kosten', 'Bedrag', 'Valuta', 'Opmerking'],
    types: ['Koop', 'Verkoop', 'Dividend'],
    alike: ['Aankoop', 'Verkoop', 'Storting'],
  },
] as const;

const dialects = fc.record({
  language: fc.integer({ min: 0, max: LANGUAGES.length - 1 }),
  delimiter: fc.constantFrom(';', ',', '\t', '|'),
  decimal: fc.constantFrom<',' | '.'>(',', '.'),
  groups: fc.boolean(),
  dates: fc.constantFrom('ymd', 'points', 'short'),
  isQuoted: fc.boolean(),
  isAlike: fc.boolean(),
  amount: fc.constantFrom('gross', 'net', 'none'),
  signs: fc.constantFrom('none', 'quantity', 'amount'),
  unit: fc.constantFrom('none', 'code', 'pieces'),
  titles: fc.integer({ min: 0, max: 2 }),
  saysSeparator: fc.boolean(),
  trailing: fc.integer({ min: 0, max: 2 }),
  isReversed: fc.boolean(),
  encoding: fc.constantFrom<'utf8' | 'utf16le' | 'latin1'>('utf8', 'utf16le', 'latin1'),
  newline: fc.constantFrom('\n', '\r\n'),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 10, maxLength: 10 }),
});
type Dialect = typeof dialects extends fc.Arbitrary<infer Each> ? Each : never;

function write(list: readonly Trade[], dialect: Dialect): Uint8Array {
  const { headers, types, alike } = LANGUAGES[dialect.language] ?? LANGUAGES[0];
  const cell = (text: string) => (dialect.isQuoted || text.includes(dialect.delimiter) ? `"${text}"` : text);
  const line = (cells: readonly string[]) =>
    [...dialect.order.map((at) => cells[at] ?? ''), ...Array.from({ length: dialect.trailing }, () => '')]
      .map(cell)
      .join(dialect.delimiter);
  const rows = list.map((trade) => {
    const { day, of, hundredths, cents, feeCents, isSale } = trade;
    const typeLabels = dialect.isAlike ? alike : types;
    const type = hundredths === 0 ? typeLabels[2] : typeLabels[isSale ? 1 : 0];
    const gross = (hundredths * cents) / 10_000;
    const amount = { gross, net: isSale ? gross - feeCents / 100 : gross + feeCents / 100, none: null }[dialect.amount];
    const quantity = (dialect.signs === 'quantity' && isSale ? -1 : 1) * (hundredths / 100);
    return line([
      dateText(day, dialect),
      type,
      INSTRUMENTS[of]?.isin ?? '',
      INSTRUMENTS[of]?.name ?? '',
      `${numberText(quantity, dialect)}${dialect.unit === 'pieces' ? ' Stk.' : ''}`,
      `${numberText(cents / 100, dialect)}${dialect.unit === 'code' ? ' EUR' : ''}`,
      numberText(feeCents / 100, dialect),
      amount === null ? '' : numberText((dialect.signs === 'amount' && !isSale ? -1 : 1) * amount, dialect),
      'EUR',
      'é',
    ]);
  });
  const above = [
    ...(dialect.saysSeparator ? [`sep=${dialect.delimiter}`] : []),
    ...['My depot', 'of 2026'].slice(0, dialect.titles),
  ];
  const text = [...above, line(headers), ...(dialect.isReversed ? rows.toReversed() : rows), ''].join(dialect.newline);
  return new Uint8Array(Buffer.from(dialect.encoding === 'utf16le' ? `\uFEFF${text}` : text, dialect.encoding));
}

function numberText(value: number, { decimal, groups }: Dialect): string {
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(2).split('.');
  const grouped = groups ? whole.replace(/\B(?=(\d{3})+$)/g, decimal === '.' ? ',' : '.') : whole;
  return `${value < 0 ? '-' : ''}${grouped}${decimal}${decimals}`;
}

function dateText(day: number, { dates }: Dialect): string {
  const [year = '', month = '', date = ''] = isoOf(day).split('-');
  if (dates === 'ymd') return `${year}-${month}-${date}`;
  return `${date}.${month}.${dates === 'short' ? year.slice(2) : year}`;
}

test('transactions of any dialect are read as they were drawn', { ...proves('P4.4'), tags: ['drawn'] }, () => {
  fc.assert(
    fc.property(trades, dialects, (list, dialect) => {
      const wanted = lotsOf(list);
      const decoded = decodeText(write(list, dialect));
      expect(decoded).not.toBe(null);
      const file = { name: 'drawn.csv', ...(decoded ?? { text: '' }) };
      const { report, entries } = importPortfolios([file], KNOWN, PORTFOLIOS);
      if (wanted.size === 0) {
        expect(report.issues.map(({ issue }) => issue)).toEqual(['has no position']);
        return;
      }
      expect([report.refusal, report.issues]).toEqual([null, []]);
      const read = (entries[0]?.positions ?? []).map(({ isin, lots = [] }) => [
        isin,
        lots.map(({ quantity, acquired_at }) => [quantity, acquired_at.slice(0, 10)]),
      ]);
      const expected = [...wanted].map(([isin, own]) => [isin, own.map(({ left, day }) => [left / 100, isoOf(day)])]);
      expect(new Map(read as [string, unknown][])).toEqual(new Map(expected as [string, unknown][]));
      for (const { isin, lots = [] } of entries[0]?.positions ?? []) {
        // An amount is known to a cent, and so is the cost of a share to a cent divided by their number.
        lots.forEach(({ unit_cost }, index) => {
          const own = wanted.get(isin)?.[index];
          if (own === undefined) throw new Error(`no lot of ${isin} was drawn`);
          expect(Math.abs(unit_cost - unitOf(own))).toBeLessThanOrEqual(0.011 / (own.bought / 100) + 0.000_002);
        });
      }
    }),
    { numRuns: draws(5000) },
  );
});
