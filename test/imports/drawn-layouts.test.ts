/**
 * A drawn portfolio, written into a file of every known layout and into tables of positions, Portfolio Performance and
 * Ghostfolio, in drawn encodings, orders, titles, further columns and missing cells. It is read as it was drawn
 * (positions, lots, costs and cash), or the report names the row that is not.
 */
import { expect, test } from 'vitest';
import { decodeText } from '../../src-server/contract/control/imports/decode-text.ts';
import { BROKER_LAYOUTS } from '../../src-server/imports/portfolios/broker-layouts.ts';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { proves } from '../conformance/proves.ts';
import { draws, fc } from '../support/draws.ts';
import { INSTRUMENTS, isoOf, lotsOf, trades, unitOf } from './drawn-portfolios.ts';
import { KNOWN, PORTFOLIOS } from './import-fixture.ts';
import { type Style, writeLayout } from './write-layout.ts';
import { type OwnKind, writeOwn } from './write-own-files.ts';

const styles: fc.Arbitrary<Style> = fc.record({
  encoding: fc.constantFrom<Style['encoding']>('utf8', 'utf8-marked', 'utf16le', 'latin1'),
  newline: fc.constantFrom('\n', '\r\n'),
  titles: fc.integer({ min: 0, max: 2 }),
  trailing: fc.integer({ min: 0, max: 2 }),
  isReversed: fc.boolean(),
  isQuoted: fc.boolean(),
  delimiter: fc.constantFrom<Style['delimiter']>(',', ';', '\t'),
  columns: fc.infiniteStream(fc.nat()).map((stream) => Array.from({ length: 12 }, () => Number(stream.next().value))),
  hasSum: fc.boolean(),
  missing: fc.option(fc.nat(11), { nil: null, freq: 3 }),
});

const OWN_KINDS: readonly OwnKind[] = ['positions', 'portfolio_performance', 'ghostfolio'];
const kinds = fc.constantFrom(...BROKER_LAYOUTS, ...OWN_KINDS);

test('a drawn portfolio is read from a file of any layout as it was drawn, or its row is named', {
  ...proves('P4.2'),
  tags: ['drawn'],
}, () => {
  fc.assert(
    fc.property(kinds, trades, fc.nat(10_000_000), styles, (kind, list, cents, style) => {
      const wanted = lotsOf(list);
      const drawn = { list, lots: wanted, cashCents: cents };
      const file = typeof kind === 'string' ? writeOwn(kind, drawn, style) : writeLayout(kind, drawn, style);
      const decoded = decodeText(file.bytes);
      expect(decoded).not.toBe(null);
      const mapping = Object.fromEntries(INSTRUMENTS.map(({ name, isin }) => [name, isin]));
      const { report, entries } = importPortfolios([{ name: file.name, ...(decoded ?? { text: '' }) }], KNOWN, {
        ...PORTFOLIOS,
        mapping,
        currency: 'EUR',
      });
      const named = [...report.issues, ...report.left_out].map(({ line }) => line);
      if (file.missingLine !== null) expect(named).toContain(file.missingLine);
      if (file.missingLine !== null || (wanted.size === 0 && file.cash === 0)) return;
      expect([report.refusal, report.issues]).toEqual([null, []]);
      // A part of a file that moves nothing is reported: a dividend is ignored with its line.
      for (const line of file.dividendLines) expect(named).toContain(line);
      const [entry] = entries;
      if (entry?.form !== 'A') throw new Error('no portfolio of Form A');
      expect(entry.cash).toBe(file.cash);
      const positions = new Map((entry.positions ?? []).map((each) => [each.isin, each]));
      expect([...positions.keys()].sort()).toEqual([...wanted.keys()].sort());
      for (const [isin, own] of wanted) {
        const { quantity, lots } = positions.get(isin) ?? {};
        expect(quantity).toBe(own.reduce((sum, { left }) => sum + left, 0) / 100);
        if (!file.hasLots) continue;
        expect(lots?.map((lot) => [lot.quantity, lot.acquired_at.slice(0, 10)])).toEqual(
          own.map(({ left, day }) => [left / 100, isoOf(day)]),
        );
        // An amount is known to a cent, and so is the cost of a share to a cent divided by their number.
        own.forEach((lot, index) => {
          const cost = lots?.[index]?.unit_cost ?? Number.NaN;
          expect(Math.abs(cost - unitOf(lot))).toBeLessThanOrEqual(0.011 / (lot.bought / 100) + 0.000_002);
        });
      }
    }),
    { numRuns: draws(5000) },
  );
});
